package import FHIRSchema
package import FHIRTape

/// What knows of value sets and profiles that a release itself does not have: it answers `memberOf` and `conformsTo`.
package protocol FHIRPathDefinitions: AnyObject {
  /// Whether a code is in a value set; `nil` where that cannot be told.
  ///
  /// - Parameter system: `nil` for a code of which the system is not said, since its element has only one.
  func isMember(_ code: String, system: String?, of valueSet: String) -> Bool?

  /// Whether an element meets a profile; `nil` where that cannot be told.
  func conforms(_ node: FHIRPathNode, to profile: String) -> Bool?
}

extension FHIRPathNode {
  /// The tape index of the value, `.none` when only the `_` sibling is there.
  package var value: TapeIndex { item.index }
  /// The row of the type, `.none` where it is not known.
  package var type: TypeID { TypeID(Int(item.type)) }
  /// The row of the member, -1 for a resource of its own, and where the release does not know it.
  package var member: Int { Int(item.member) }
  /// The tape index of the key, `.none` for a resource of its own.
  package var key: TapeIndex { item.key }
  /// The tape index of the object that has the element, `.none` for a resource of its own.
  package var owner: TapeIndex { item.owner }
  /// The place in an array, -1 for a single value.
  package var position: Int { item.position }
}
