package import FHIRSchema
package import FHIRTape

/// An element of a record on which an expression is evaluated, in terms of tape and rows.
package struct FHIRPathNode {
  let item: Item

  init(_ item: Item) { self.item = item }

  /// An element that is the value of a member; the properties below say what they are.
  package init(value: TapeIndex, type: TypeID, member: Int, key: TapeIndex, owner: TapeIndex, position: Int = -1) {
    item = .node(
      value, owner: owner, key: key, position: position, type: Int16(truncatingIfNeeded: type.row), member: member)
  }

  package init(resource: TapeIndex, type: TypeID) {
    self.init(value: resource, type: type, member: -1, key: .none, owner: .none)
  }

  /// The tape index of the value, `.none` when only the `_` sibling is there.
  package var value: TapeIndex { item.index }
  /// The row of the type, `.none` where it is not known.
  package var type: TypeID { TypeID(Int(item.type)) }
  /// The row of the member, -1 for a resource of its own, and where the release does not know it.
  package var member: Int { Int(item.member) }
  /// The tape index of the key, or of the sibling's key if only that is there; `.none` for a resource of its own.
  package var key: TapeIndex { item.key }
  /// The tape index of the object that has the element, `.none` for a resource of its own.
  package var owner: TapeIndex { item.owner }
  /// The place in an array, -1 for a single value.
  package var position: Int { item.position }
}

/// What knows of value sets and profiles that a release itself does not have: it answers `memberOf`,
/// `subsumes` and `conformsTo`.
package protocol FHIRPathDefinitions: AnyObject {
  /// Whether it has profiles, and a constraint of one is judged.
  var judgesProfiles: Bool { get }

  /// Whether a code is in a value set; `nil` where that cannot be told. The system of an element with only one is not
  /// said; without a version of the system any is meant.
  func isMember(_ code: String, system: String?, version: String?, of valueSet: String) -> Bool?

  /// Whether a code is above another one of its system; `nil` where that cannot be told.
  func subsumes(_ ancestor: String, _ code: String, system: String, version: String?) -> Bool?

  /// Whether an element meets a profile; `nil` where that cannot be told.
  func conforms(_ node: FHIRPathNode, to profile: String) -> Bool?
}
