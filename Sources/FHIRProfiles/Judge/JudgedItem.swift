import FHIRPath
import FHIRSchema
import FHIRTape

/// One value of an element on the tape, with its `_` sibling.
struct JudgedItem {
  /// The tape index of the value, -1 if only the `_` sibling is present.
  var value: Int
  /// The tape index of the object with a primitive's id and extensions, -1 for none.
  var sibling = -1
  /// The tape index of the key, and of the object that has it; -1 for a resource.
  var key = -1
  var owner = -1
  /// The position in an array, -1 for a single value.
  var position = -1
  /// The row of the member, -1 if the type does not have it.
  var member = -1
  /// The row of the value's type, -1 if it is unknown.
  var type: Int

  /// Makes an item for a whole resource.
  init(resource: Int, type: Int) {
    value = resource
    self.type = type
  }

  init(value: Int, sibling: Int, key: Int, owner: Int, position: Int, member: Int, type: Int) {
    (self.value, self.sibling, self.key, self.owner) = (value, sibling, key, owner)
    (self.position, self.member, self.type) = (position, member, type)
  }

  /// The object whose members are the element's children, -1 for none.
  func object(_ tape: Tape) -> Int { value >= 0 && tape.tag(value) == .object ? value : sibling }

  /// The same element, for the evaluation of expressions.
  var node: FHIRPathNode {
    owner < 0
      ? FHIRPathNode(resource: value, type: type)
      : FHIRPathNode(value: value, type: type, member: member, key: key, owner: owner, position: position)
  }

  /// The range of a finding about it.
  func range(_ tape: Tape) -> Range<Int> { tape.headRange(value >= 0 ? value : sibling >= 0 ? sibling : key) }
}

extension Tape {
  /// The range of the whole value, or of its opening bracket.
  func headRange(_ index: Int) -> Range<Int> {
    isContainer(index) ? offset(index)..<offset(index) + 1 : range(index)
  }
}
