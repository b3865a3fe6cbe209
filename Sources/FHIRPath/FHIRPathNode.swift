/// An element of a record on which an expression is evaluated, in terms of tape and rows.
package struct FHIRPathNode {
  let item: Item

  /// An element that is the value of a member.
  ///
  /// - Parameters:
  ///   - value: the tape index of the value, -1 if only the `_` sibling is present.
  ///   - type: the row of the type.
  ///   - member: the row of the member, -1 if the release does not have it.
  ///   - key: the tape index of the key; of the sibling's key if only that is present.
  ///   - owner: the tape index of the object that has the member.
  ///   - position: the position in an array, -1 for a single value.
  package init(value: Int, type: Int, member: Int, key: Int, owner: Int, position: Int = -1) {
    item = .node(
      value, owner: owner, key: key, position: position, type: Int16(truncatingIfNeeded: type), member: member)
  }

  /// A resource, by its tape index and the row of its type.
  package init(resource: Int, type: Int) {
    item = .node(resource, owner: -1, key: -1, position: -1, type: Int16(truncatingIfNeeded: type), member: -1)
  }
}
