import FHIRSchema
import FHIRTape

extension Machine {
  /// `children()` and `descendants()`.
  mutating func evaluateTree(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    let start = count
    for place in base..<start { try pushChildren(of: items[place]) }
    if instruction.op == .descendants {
      var place = start
      while place < count {
        try pushChildren(of: items[place])
        place += 1
      }
    }
    slide(from: start, to: base)
  }

  /// Pushes all direct children of an item, in the order of the record.
  private mutating func pushChildren(of item: Item) throws(FHIRPathError) {
    guard item.kind == .node else { return }
    let (object, type) = object(of: item)
    guard object.exists else { return }
    for key in tape.keys(of: object) {
      try step()
      try pushChild(key, of: object, type)
    }
  }

  private mutating func pushChild(_ key: TapeIndex, of object: TapeIndex, _ type: Int16) throws(FHIRPathError) {
    var name = lexeme(key)
    if name.equals("resourceType") || model.isComments(name) { return }
    if name.count > 1, name[0] == UInt8(ascii: "_") {
      name = name.slice(1, name.count)
      try step(tape.length(object))
      // If the value is present, its sibling is part of that element.
      if tape.hasKey(name, in: object) { return }
    }
    let member = rows.member(name, of: type)
    try pushValues(key: key, owner: object, member: member, detail: 0, limit: .max)
  }
}
