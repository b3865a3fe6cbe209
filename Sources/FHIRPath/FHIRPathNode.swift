package import FHIRSchema
package import FHIRTape

/// An element of a record on which an expression is evaluated, in terms of tape and rows.
package struct FHIRPathNode {
  let item: Item

  init(_ item: Item) { self.item = item }

  /// An element that is the value of a member.
  ///
  /// - Parameters:
  ///   - value: the tape index of the value, `.none` if only the `_` sibling is present.
  ///   - type: the row of the type.
  ///   - member: the row of the member, -1 if the release does not have it.
  ///   - key: the tape index of the key; of the sibling's key if only that is present.
  ///   - owner: the tape index of the object that has the member.
  ///   - position: the position in an array, -1 for a single value.
  package init(value: TapeIndex, type: TypeID, member: Int, key: TapeIndex, owner: TapeIndex, position: Int = -1) {
    item = .node(
      value, owner: owner, key: key, position: position, type: Int16(truncatingIfNeeded: type.row), member: member)
  }

  /// A resource, by its tape index and the row of its type.
  package init(resource: TapeIndex, type: TypeID) {
    item = .node(
      resource, owner: .none, key: .none, position: -1, type: Int16(truncatingIfNeeded: type.row), member: -1)
  }
}
