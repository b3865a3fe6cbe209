import FHIRSchema
import FHIRTape

extension Machine {
  /// `input.name`: the values of a member, for all items.
  mutating func evaluateMember(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    let name = names[Int(instruction.detail)]
    if instruction.first < 0 { return try pushMembers(of: frame.this, instruction, name, limit: limit) }
    let (base, end) = try input(instruction, frame)
    for place in base..<end {
      try pushMembers(of: items[place], instruction, name, limit: limit == .max ? .max : end + limit - count)
      if count - end >= limit { break }
    }
    slide(from: end, to: base)
  }

  /// Pushes the values that an item has under a name: of the member, of a choice, or of the `_` sibling alone.
  private mutating func pushMembers(
    of item: Item, _ instruction: Instruction, _ name: ElementName, limit: Int
  ) throws(FHIRPathError) {
    guard item.kind == .node else { return try pushParts(of: item, name) }
    if name.isValue, item.index.exists, !tape.isContainer(item.index) {
      // The definitions of the primitives have an element `value`, of a System type. JSON writes the value alone.
      let value = value(of: item)
      if value.kind != .none { try push(value) }
      return
    }
    let (object, type) = object(of: item)
    guard object.exists else { return }
    let member = type == instruction.owner ? Int(instruction.member) : rows.member(name, of: type)
    var sibling = TapeIndex.none
    var mayHaveChoice = false
    for key in tape.keys(of: object) {
      switch name.relation(tape, key) {
      case .same:
        try step(key.distance(from: object) &>> 4)
        if name.isVariant, member >= 0, rows.members[member].flags.contains(.choice) { return }
        return try pushValues(key: key, owner: object, member: member, detail: 0, limit: limit)
      case .sibling: sibling = key
      case .longer: mayHaveChoice = true
      case .none: break
      }
    }
    try step(tape.next(object).distance(from: object) &>> 4)
    if member < 0, mayHaveChoice, try pushChoice(object, type, name, limit: limit) { return }
    if sibling.exists { try pushValues(key: sibling, owner: object, member: member, detail: 0, limit: limit) }
  }

  /// The object whose members are an item's children, and its type: see `Tape.object(of:element:)`.
  @inline(__always) mutating func object(of item: Item) -> (index: TapeIndex, type: Int16) {
    if item.kind == .node, item.owner.exists, !item.index.exists || tape.tag(item.index) != .object {
      charge((tape.length(item.owner) &+ item.position) &>> 4)
    }
    return tape.object(of: item, element: elementRow)
  }

  /// Searches for `valueQuantity` when the name is `value`. If the type has the key, its row decides. A key that the
  /// type does not have, because the record is of another release, is treated as a variant if the rest of its name is a
  /// type.
  private mutating func pushChoice(
    _ object: TapeIndex, _ type: Int16, _ name: ElementName, limit: Int
  ) throws(FHIRPathError) -> Bool {
    for key in tape.keys(of: object) {
      guard tape.length(key) > name.text.count, case let (text, isSibling) = lexeme(key).withoutUnderscore,
        name.mayBeChoice(text)
      else { continue }
      if isSibling, try hasKey(text, in: object) { continue }
      let member = rows.member(text, of: type)
      if member >= 0 {
        let row = rows.members[member]
        guard row.flags.contains(.choice), name.choices.contains(row.element) else { continue }
        try pushValues(key: key, owner: object, member: member, detail: 0, limit: limit)
        return true
      }
      let suffix = text.slice(name.text.count, text.count)
      guard let row = model.row(ofChoice: suffix) else { continue }
      try pushValues(
        key: key, owner: object, member: -1, detail: UInt8(truncatingIfNeeded: name.text.count), type: row, limit: limit
      )
      return true
    }
    return false
  }

  /// Pushes the value of a key, or the items of an array. A null is skipped, unless its `_` sibling has content.
  mutating func pushValues(
    key: TapeIndex, owner: TapeIndex, member: Int, detail: UInt8, type: Int16 = -1, limit: Int
  ) throws(FHIRPathError) {
    let value = key.value
    let isSibling = tape.isSiblingKey(key)
    guard tape.tag(value) == .array else {
      try pushValue(
        value, key: key, owner: owner, position: -1, member: member, detail: detail, type: type, isSibling: isSibling)
      return
    }
    var position = 0
    let base = count
    for item in tape.items(of: value) {
      // The item beside a null is looked up in another array, from its start.
      try step(tape.tag(item) == .null ? position + tape.length(owner) : 1)
      try pushValue(
        item, key: key, owner: owner, position: position, member: member, detail: detail, type: type,
        isSibling: isSibling)
      if count &- base >= limit { return }
      position &+= 1
    }
  }

  @inline(__always) private mutating func pushValue(
    _ value: TapeIndex, key: TapeIndex, owner: TapeIndex, position: Int, member: Int, detail: UInt8, type: Int16,
    isSibling: Bool
  ) throws(FHIRPathError) {
    let tag = tape.tag(value)
    if isSibling || tag == .null {
      // Only a primitive has a sibling.
      let row = member >= 0 ? Int16(truncatingIfNeeded: rows.members[member].type) : type
      let node = Item.node(.none, owner: owner, key: key, position: position, type: row, member: member, detail: detail)
      if isSibling ? tag == .object : tape.sibling(of: node).exists { try push(node) }
      return
    }
    var row = type
    var member = member
    if tag == .object { charge(tape.length(value) &>> 4) }
    if member >= 0 {
      let kind = rows.members[member].kind
      if kind == .resource {
        row = model.resourceRow(of: value, tape)
      } else if (tag == .object) == kind.isPrimitive {
        // The type is from another release, so no row describes it.
        member = -1
      } else {
        row = Int16(truncatingIfNeeded: rows.members[member].type)
      }
    }
    if member < 0, detail == 0 {
      row = tag == .object ? model.unknownRow(of: value, key, tape) : model.unknownPrimitive(value, key, tape)
    }
    try push(.node(value, owner: owner, key: key, position: position, type: row, member: member, detail: detail))
  }

  /// `value` and `unit` of a quantity, `namespace` and `name` of a type.
  private mutating func pushParts(of item: Item, _ name: ElementName) throws(FHIRPathError) {
    switch item.kind {
    case .quantity:
      guard let quantity = item.quantity else { return }
      if name.text.equals("value") { try push(.decimal(quantity.value)) }
      if name.text.equals("unit") || name.text.equals("code") { try push(.string(quantity.unit)) }
    case .type:
      if name.text.equals("name") { try push(.string(item.text)) }
      if name.text.equals("namespace") { try push(.string(TextSpan(item.detail == 0 ? "System" : "FHIR"))) }
    default: break
    }
  }

  private mutating func hasKey(_ name: TextSpan, in object: TapeIndex) throws(FHIRPathError) -> Bool {
    try step(tape.length(object))
    return tape.key(name, in: object).exists
  }

  /// `children()` and `descendants()`.
  mutating func evaluateTree(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let (base, start) = try input(instruction, frame)
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

  private mutating func pushChildren(of item: Item) throws(FHIRPathError) {
    guard item.kind == .node else { return }
    let (object, type) = object(of: item)
    guard object.exists else { return }
    for key in tape.keys(of: object) {
      try step()
      let (name, isSibling) = lexeme(key).withoutUnderscore
      if !isSibling, name.equals("resourceType") || model.isComments(name) { continue }
      // If the value is present, its sibling is part of that element.
      if isSibling, try hasKey(name, in: object) { continue }
      try pushValues(key: key, owner: object, member: rows.member(name, of: type), detail: 0, limit: .max)
    }
  }
}
