extension Compiler {
  mutating func compile(_ literal: SyntaxNode.Literal, at offset: Int) -> Int32 {
    switch literal {
    case .empty: return emit(Instruction(op: .none), at: offset)
    case .boolean(let value): return constant(.boolean(value), at: offset)
    case .string(let text): return constant(.string(draft.arena.arena.keep(text)), at: offset)
    case .number(let number):
      if number.scale == 0, let integer = Int64(exactly: number.digits), integer <= Int64(Int32.max) + 1 {
        return constant(.integer(integer), at: offset)
      }
      return constant(.decimal(number), at: offset)
    case .moment(let moment, let kind): return constant(draft.arena.arena.keep(moment, kind), at: offset)
    case .quantity(let value, let unit, let isCalendar):
      let quantity = Quantity(value: value, unit: draft.arena.arena.keep(unit), isCalendar: isCalendar)
      return constant(draft.arena.arena.keep(quantity), at: offset)
    }
  }

  private mutating func constant(_ item: Item, at offset: Int) -> Int32 {
    draft.constants.append(item)
    return emit(
      Instruction(op: .constant, detail: Int32(truncatingIfNeeded: draft.constants.count - 1)), at: offset)
  }

  /// `%resource` and similar constants, and the names of code systems, value sets and extensions.
  mutating func compileConstant(_ name: String, at offset: Int) throws(FHIRPathError) -> Int32 {
    if let number = variables[name] { return emit(Instruction(op: .variable, detail: number), at: offset) }
    switch name {
    case "context": return emit(Instruction(op: .context), at: offset)
    case "resource": return resource(.resource, at: offset)
    case "rootResource": return resource(.rootResource, at: offset)
    default: break
    }
    guard let text = Compiler.text(of: name) else {
      let names = (["context", "resource", "rootResource"] + Compiler.environment.keys.sorted()).map { "%" + $0 }
      throw error(
        offset, "there is no '%\(name)'; there are \(names.joined(separator: ", ")), %`vs-NAME` and %`ext-NAME`")
    }
    return constant(.string(draft.arena.arena.keep(text)), at: offset)
  }

  private mutating func resource(_ op: Instruction.Op, at offset: Int) -> Int32 {
    let number = emit(Instruction(op: op), at: offset)
    if isStrict, followsTypes { choices[number] = .resources(of: model) }
    return number
  }

  /// Whether a name after `%` has a predefined meaning.
  func isConstant(_ name: String) -> Bool {
    ["context", "resource", "rootResource"].contains(name) || Compiler.text(of: name) != nil
  }

  /// The text that a name after `%` stands for.
  static func text(of name: String) -> String? { environment[name] ?? expansion(of: name) }

  private static let environment = [
    "ucum": "http://unitsofmeasure.org",
    "sct": "http://snomed.info/sct",
    "loinc": "http://loinc.org",
    "us-zip": "[0-9]{5}(-[0-9]{4}){0,1}",
  ]

  private static func expansion(of name: String) -> String? {
    if name.hasPrefix("vs-") { return "http://hl7.org/fhir/ValueSet/" + name.dropFirst(3) }
    if name.hasPrefix("ext-") { return "http://hl7.org/fhir/StructureDefinition/" + name.dropFirst(4) }
    return nil
  }
}
