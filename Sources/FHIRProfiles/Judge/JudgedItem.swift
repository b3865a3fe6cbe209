import FHIRPath
import FHIRSchema
import FHIRTape

/// One value of an element on the tape, with its `_` sibling.
struct JudgedItem {
  /// The tape index of the value, `.none` if only the `_` sibling is present.
  var value: TapeIndex
  /// The tape index of the object with a primitive's id and extensions, `.none` if there is none.
  var sibling = TapeIndex.none
  /// The tape index of the key, and of the object that has it; `.none` for a resource.
  var key = TapeIndex.none
  var owner = TapeIndex.none
  /// The position in an array, -1 for a single value.
  var position = -1
  /// The row of the member, -1 if the type does not have it.
  var member = -1
  /// The row of the value's type, `.none` if it is unknown.
  var type: TypeID

  /// Makes an item for a whole resource.
  init(resource: TapeIndex, type: TypeID) {
    value = resource
    self.type = type
  }

  init(value: TapeIndex, sibling: TapeIndex, key: TapeIndex, owner: TapeIndex, position: Int, member: Int, type: TypeID)
  {
    (self.value, self.sibling, self.key, self.owner) = (value, sibling, key, owner)
    (self.position, self.member, self.type) = (position, member, type)
  }

  /// The object whose members are the element's children, `.none` if there is none.
  func object(_ tape: Tape) -> TapeIndex { value.exists && tape.tag(value) == .object ? value : sibling }

  /// The same element, for the evaluation of expressions.
  var node: FHIRPathNode {
    !owner.exists
      ? FHIRPathNode(resource: value, type: type)
      : FHIRPathNode(value: value, type: type, member: member, key: key, owner: owner, position: position)
  }

  /// Whether it is the target of a reference that is not available.
  var isElsewhere: Bool { !value.exists && !sibling.exists && !key.exists }

  /// The range of a finding about it.
  func range(_ tape: Tape) -> Range<Int> { tape.headRange(value.exists ? value : sibling.exists ? sibling : key) }
}

extension Tape {
  /// The range of the whole value, or of its opening bracket.
  func headRange(_ index: TapeIndex) -> Range<Int> {
    isContainer(index) ? offset(index)..<offset(index) + 1 : range(index)
  }
}
