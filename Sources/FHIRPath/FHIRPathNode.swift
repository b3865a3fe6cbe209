/// An element of a record on which an expression is evaluated, as a walk over tape and rows sees it.
package struct FHIRPathNode {
  let item: Item

  init(_ item: Item) { self.item = item }

  /// An element that is the value of a member.
  ///
  /// - Parameters:
  ///   - value: the tape index of the value, -1 when only the `_` sibling is there.
  ///   - type: the row of the type.
  ///   - member: the row of the member, -1 when the release does not know it.
  ///   - key: the tape index of the key, of the sibling's when that is all there is.
  ///   - owner: the tape index of the object that has the member.
  ///   - position: the place in an array, -1 for a single value.
  package init(value: Int, type: Int, member: Int, key: Int, owner: Int, position: Int = -1) {
    item = .node(
      value, owner: owner, key: key, position: position, type: Int16(truncatingIfNeeded: type), member: member)
  }

  /// A resource, by its tape index and the row of its type.
  package init(resource: Int, type: Int) {
    item = .node(resource, owner: -1, key: -1, position: -1, type: Int16(truncatingIfNeeded: type), member: -1)
  }
}
