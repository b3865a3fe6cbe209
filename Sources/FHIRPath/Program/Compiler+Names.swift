import FHIRSchema

extension Compiler {
  mutating func compileName(_ name: String, input: Int32, this: Int16, at offset: Int) -> Int32 {
    let isStart = input < 0 || instructions[Int(input)].op == .focus
    if isStart, let first = name.utf8.first, first &- 0x41 < 26 {
      // Element names begin with a lower-case letter: this is the name of a type that the current item should have.
      let target = addType(name, .any, row: Int16(model.schema.type(named: name)?.row ?? -1))
      let row = types[Int(target)].row
      if row < 0, isStrict || !model.isLaterType(name), !Compiler.isSystemType(name) {
        hint(offset, "there is no type '\(name)'")
      }
      // A base type adds nothing to a known derived type.
      let result = this >= 0 && model.isKind(this, of: row) ? this : row
      return emit(Instruction(op: .typeName, result: result, first: -1, detail: target), at: offset)
    }
    let owner = staticType(input, this: this)
    var instruction = Instruction(op: .member, owner: owner, first: input, detail: addName(name))
    let element = names[Int(instruction.detail)]
    var isResource = false
    if element.isVariant, let (choice, type) = model.choice(ofVariant: name) {
      hint(
        offset,
        "FHIRPath writes '\(choice)' for '\(name)', or '\(choice).ofType(\(type))' where no other type is meant",
        isOfRelease: false)
    }
    if owner >= 0 {
      instruction.member = Int32(truncatingIfNeeded: model.rows.member(element, of: owner))
      if instruction.member >= 0 {
        let row = model.rows.members[Int(instruction.member)]
        // The type of a resource is known only from the record.
        isResource = row.kind == .resource
        if !isResource { instruction.result = Int16(truncatingIfNeeded: row.type) }
      } else if !isElement(name, of: TypeID(Int(owner))) {
        hint(offset, "\(model.schema.typeNames[Int(owner)]) has no element '\(name)'")
      }
    }
    let number = emit(instruction, at: offset)
    if isResource, isStrict, followsTypes { choices[number] = .resources(of: model) }
    if owner >= 0, element.isValue, isPrimitive(owner) { choices[number] = .system }
    if owner < 0 {
      if let choice = choice(of: input) {
        follow(choice, by: element, name, to: number, at: offset)
      } else if isStrict, !isAnyName(name, behind: input) {
        hint(offset, "no element is called '\(name)'")
      }
    }
    return number
  }

  /// Whether a name is valid after an input of unknown type: a part of a type, or an element of any type.
  private func isAnyName(_ name: String, behind input: Int32) -> Bool {
    if input >= 0, instructions[Int(input)].op == .type { return name == "name" || name == "namespace" }
    return model.choices[name] != nil || model.schema.elements.contains { $0.isNamed(name) }
  }

  /// Whether a type may have an element with this name that is not a member: a choice, or one of another release.
  private func isElement(_ name: String, of type: TypeID) -> Bool {
    let schema = model.schema
    switch schema.types[type].category {
    case .primitive: return name == "id" || name == "extension" || name == "value"
    case .abstractResource: return true
    default: break
    }
    if type.row == Int(model.backboneElement) || type == model.roles.element { return true }
    if schema.elements(of: type).contains(where: { $0.isChoice(named: name) }) { return true }
    // Another release may have it.
    return !isStrict && [name, name + "[x]"].contains { schema.foreignName($0, of: schema.typeNames[type]) != nil }
  }

  private func isPrimitive(_ row: Int16) -> Bool { model.schema.types[Int(row)].category == .primitive }

  mutating func addName(_ name: String) -> Int32 {
    if let number = nameNumbers[name] { return number }
    let choices = arena.arena.keep(all: model.choices[name] ?? [])
    let isVariant = model.choice(ofVariant: name) != nil
    names.append(ElementName(arena.arena.keep(name), choices: choices, isVariant: isVariant))
    let number = Int32(truncatingIfNeeded: names.count - 1)
    nameNumbers[name] = number
    return number
  }

  // MARK: - Paths whose type is not known

  /// The possible types of the items of an instruction; of `$this` for -1.
  func choice(of input: Int32) -> TypeChoice? {
    guard followsTypes else { return nil }
    if input < 0 { return focus }
    let type = instructions[Int(input)].result
    return choices[input] ?? (type >= 0 ? TypeChoice(types: [type]) : nil)
  }

  /// Records the types that a name leads to from several types, or that none of them has it.
  private mutating func follow(
    _ choice: TypeChoice, by element: ElementName, _ name: String, to number: Int32, at offset: Int
  ) {
    var (isKnown, isAnything) = (false, false)
    var types: Set<Int16> = []
    for type in choice.types {
      let member = model.rows.member(element, of: type)
      if member >= 0 {
        isKnown = true
        let row = model.rows.members[member]
        if row.kind == .resource { isAnything = true }
        types.insert(Int16(truncatingIfNeeded: row.type))
      } else if let own = model.schema.elements(of: TypeID(Int(type))).first(where: { $0.isChoice(named: name) }) {
        isKnown = true
        for use in own.types { types.insert(Int16(model.schema.type(named: use.name)?.row ?? -1)) }
      }
    }
    // Elements of another release are irrelevant if this one has the name, and looking for them takes longer.
    if !isKnown { isKnown = choice.types.contains { isElement(name, of: TypeID(Int($0))) } }
    if isKnown {
      if isAnything {
        if isStrict { choices[number] = .resources(of: model) }
      } else if !types.isEmpty, !types.contains(-1) {
        choices[number] = TypeChoice(types: types.sorted())
      } else if types.isEmpty, element.isValue, choice.types.allSatisfy(isPrimitive) {
        choices[number] = .system
      }
    } else if !element.isVariant {
      hint(offset, "\(choice.subject(in: model)) element '\(name)'")
    }
  }

  private mutating func hint(_ offset: Int, _ message: String, isOfRelease: Bool = true) {
    let release = isOfRelease ? model.schema.release : nil
    hints.append(FHIRPathHint(column: column(offset), message: message, release: release))
  }
}

/// The possible types of an item whose path does not begin with a type, such as `name` in `name.given`. Used only for
/// hints: the record decides what a path finds.
struct TypeChoice {
  let types: [Int16]
  private var isAnyResource = false

  init(types: [Int16]) { self.types = types }

  /// The System type of a primitive's value, which has no elements.
  static let system = TypeChoice(types: [])

  static func resources(of model: FHIRPathModel) -> TypeChoice {
    var choice = TypeChoice(
      types: model.schema.typeIDs.filter { model.schema.types[$0].category == .resource }.map { Int16($0.row) })
    choice.isAnyResource = true
    return choice
  }

  /// The beginning of the message that there is no such element.
  func subject(in model: FHIRPathModel) -> String {
    if isAnyResource { return "no resource has an" }
    let names = types.map { model.schema.typeNames[Int($0)] }
    switch names.count {
    case 0: return "a value of a System type has no"
    case 1: return "\(names[0]) has no"
    case 2..<5: return "none of \(names.joined(separator: ", ")) has an"
    default: return "none of its possible types has an"
    }
  }
}
