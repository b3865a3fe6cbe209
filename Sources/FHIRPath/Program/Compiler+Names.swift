import FHIRSchema

/// The names of elements and of types in a path.
extension Compiler {
  mutating func compileName(_ name: String, input: Int32, this: Int16, at offset: Int) -> Int32 {
    let isStart = input < 0 || draft.instructions[Int(input)].op == .focus
    if isStart, let first = name.utf8.first, first &- 0x41 < 26 {
      // Elements begin with a small letter: this is the name of a type that the current item should have.
      let target = addType(name, .any, row: Int16(model.schema.type(named: name) ?? -1))
      let row = draft.types[Int(target)].row
      // A base type says less than what is known already.
      let result = this >= 0 && model.isKind(this, of: row) ? this : row
      return emit(Instruction(op: .typeName, result: result, first: -1, detail: target), at: offset)
    }
    let owner = staticType(input, this: this)
    var instruction = Instruction(op: .member, owner: owner, first: input, detail: addName(name))
    let element = draft.names[Int(instruction.detail)]
    if element.isVariant, let (choice, type) = model.choice(ofVariant: name) {
      draft.hints.append(
        error(
          offset,
          "FHIRPath writes '\(choice)' for '\(name)', or '\(choice).ofType(\(type))' where no other type is meant"))
    }
    if owner >= 0 {
      instruction.member = Int32(truncatingIfNeeded: model.rows.member(element, of: owner))
      if instruction.member >= 0 {
        let row = model.rows.members[Int(instruction.member)]
        // What a resource is shows only in the record.
        if row.kind != .resource { instruction.result = Int16(truncatingIfNeeded: row.type) }
      } else if !isElement(name, of: Int(owner)) {
        draft.hints.append(
          error(offset, "\(model.schema.typeNames[Int(owner)]) has no element '\(name)' in \(release)"))
      }
    }
    let number = emit(instruction, at: offset)
    if owner < 0, let choice = choice(of: input) { follow(choice, by: element, name, to: number, at: offset) }
    return number
  }

  /// Whether a type may have an element that is not a member of that name: a choice, or one of another release.
  private func isElement(_ name: String, of type: Int) -> Bool {
    let schema = model.schema
    switch schema.types[type].category {
    case .primitive: return name == "id" || name == "extension" || name == "value"
    case .abstractResource: return true
    default: break
    }
    if type == Int(model.backboneElement) || type == model.roles.element { return true }
    return schema.elements(of: type).contains { $0.isChoice && $0.baseName == name }
      || schema.foreignName(name, of: schema.typeNames[type]) != nil
      || schema.foreignName(name + "[x]", of: schema.typeNames[type]) != nil
  }

  mutating func addName(_ name: String) -> Int32 {
    if let number = nameNumbers[name] { return number }
    let choices = model.choices[name] ?? []
    let place = draft.arena.arena.allocate(choices.count * 2).bindMemory(to: UInt16.self, capacity: choices.count)
    let list = UnsafeMutableBufferPointer(start: place, count: choices.count)
    _ = list.initialize(from: choices)
    draft.names.append(
      ElementName(
        draft.arena.arena.keep(name), choices: UnsafeBufferPointer(list),
        isVariant: model.choice(ofVariant: name) != nil))
    let number = Int32(truncatingIfNeeded: draft.names.count - 1)
    nameNumbers[name] = number
    return number
  }

  // MARK: - Paths whose type is not known

  /// What the items of an instruction may be; those of `$this` for -1.
  func choice(of input: Int32) -> TypeChoice? {
    guard followsTypes else { return nil }
    if input < 0 { return focus }
    let type = draft.instructions[Int(input)].result
    return choices[input] ?? (type >= 0 ? TypeChoice(types: [type]) : nil)
  }

  /// Notes what a name leads to from any of several types, or that none of them has it.
  private mutating func follow(
    _ choice: TypeChoice, by element: ElementName, _ name: String, to number: Int32, at offset: Int
  ) {
    var isKnown = false
    var isAnything = false
    var types: Set<Int16> = []
    for type in choice.types {
      let member = model.rows.member(element, of: type)
      if member >= 0 {
        isKnown = true
        let row = model.rows.members[member]
        if row.kind == .resource { isAnything = true }
        types.insert(Int16(truncatingIfNeeded: row.type))
      } else if isElement(name, of: Int(type)) {
        isKnown = true
        // What only another release has counts for nothing where this one has the name.
        let own = model.schema.elements(of: Int(type)).first { $0.isChoice && $0.baseName == name }
        for use in own?.types ?? [] { types.insert(Int16(model.schema.type(named: use.name) ?? -1)) }
      }
    }
    if isKnown {
      if !isAnything, !types.isEmpty, !types.contains(-1) { choices[number] = TypeChoice(types: types.sorted()) }
    } else if !element.isVariant {
      draft.hints.append(error(offset, "\(choice.subject(in: model)) element '\(name)' in \(release)"))
    }
  }

  private var release: String { model.schema.release.rawValue }
}

/// The types that an item may have where its path begins with no type, such as `name` in `name.given`.
///
/// It is used only for hints: the record decides what a path finds.
struct TypeChoice {
  let types: [Int16]
  private var isAnyResource = false

  init(types: [Int16]) { self.types = types }

  /// Any resource of the release.
  static func resources(of model: FHIRPathModel) -> TypeChoice {
    var choice = TypeChoice(
      types: model.schema.typeNames.indices.filter { model.schema.types[$0].category == .resource }.map { Int16($0) })
    choice.isAnyResource = true
    return choice
  }

  /// The beginning of the sentence that there is no such element.
  func subject(in model: FHIRPathModel) -> String {
    if isAnyResource { return "no resource has an" }
    let names = types.map { model.schema.typeNames[Int($0)] }
    switch names.count {
    case 1: return "\(names[0]) has no"
    case 2..<5: return "none of \(names.joined(separator: ", ")) has an"
    default: return "none of its possible types has an"
    }
  }
}
