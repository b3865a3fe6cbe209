import FHIRSchema
import FHIRSupport
import FHIRTape

extension Machine {
  /// `memberOf(url)`: whether a code is in a value set whose codes the release or the caller has; unknown for all others.
  mutating func evaluateMemberOf(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none, let url = try textArgument(instruction.second, frame, instruction) else { return nil }
    if let definitions { return try isMember(item, of: url.string, definitions, instruction) }
    let sets = model.schema.valueSets
    try step(sets.count)
    guard let set = sets.dropFirst().first(where: { $0.url.utf8.elementsEqual(url.buffer) }), set.unexpanded == nil
    else { return nil }
    guard tape.isObject(item.index) else {
      guard let code = try text(of: item, instruction) else { return nil }
      // An element has its system from its binding, a text has none: <https://hl7.org/fhir/R4/fhirpath.html#functions>.
      if item.kind == .string, set.systemRows.count > 1 {
        throw failure(instruction, "memberOf() of a text needs a value set with codes of one system")
      }
      return isMember(code, system: nil, set)
    }
    guard let codings = tape.member("coding", of: item.index) else { return isMember(coding: item.index, set) }
    guard tape.tag(codings) == .array else { return false }
    return tape.items(of: codings).contains { tape.tag($0) == .object && isMember(coding: $0, set) == true }
  }

  /// As the caller's definitions have the value set: one of the codes of a concept is enough.
  private mutating func isMember(
    _ item: Item, of url: String, _ definitions: any FHIRPathDefinitions, _ instruction: Instruction
  ) throws(FHIRPathError) -> Bool? {
    guard tape.isObject(item.index) else {
      guard let code = try text(of: item, instruction) else { return nil }
      return definitions.isMember(code.string, system: nil, version: nil, of: url)
    }
    var result: Bool? = false
    for coding in codings(in: item.index) where result != true {
      try step()
      guard let code = tape.text("code", of: coding) else { continue }
      let (system, version) = (tape.text("system", of: coding) ?? "", tape.text("version", of: coding))
      let found = definitions.isMember(code, system: system, version: version, of: url)
      if found != false { result = found }
    }
    return result
  }

  /// The codings of a concept, or the object itself if it has no list of them.
  private func codings(in object: TapeIndex) -> [TapeIndex] {
    guard let list = tape.member("coding", of: object), tape.tag(list) == .array else { return [object] }
    return tape.items(of: list).filter { tape.tag($0) == .object }
  }

  private mutating func isMember(coding: TapeIndex, _ set: ValueSetRow) -> Bool? {
    let code = tape.string(TextSpan("code"), in: coding)
    guard code.exists else { return nil }
    let system = tape.string(TextSpan("system"), in: coding)
    return isMember(lexeme(code), system: system.exists ? lexeme(system) : nil, set)
  }

  private func isMember(_ code: TextSpan, system: TextSpan?, _ set: ValueSetRow) -> Bool {
    let number = system.flatMap { system in set.systemRows.firstIndex { $0.bytes.elementsEqual(system.buffer) } }
    if system != nil, number == nil { return false }
    let codes = model.schema.codes
    return codes.contains(code.start, code.count, system: number ?? -1, valueSet: set.number)
      || set.ignoresCase && codes.containsIgnoringCase(code.start, code.count, system: number, in: set)
  }

  /// `subsumes(code)` and `subsumedBy(code)`: whether a coding of `upper` is one of `lower` or above one; unknown where
  /// nobody knows the hierarchy of their system, and for codings of different systems:
  /// <https://hl7.org/fhir/R4/fhirpath.html#functions>.
  mutating func evaluateSubsumption(
    _ instruction: Instruction, _ upper: Int32, _ lower: Int32, _ frame: Frame
  ) throws(FHIRPathError) -> Bool? {
    let codes = codings(of: try operand(upper, frame, instruction))
    let others = codings(of: try operand(lower, frame, instruction))
    guard let first = codes.first, let second = others.first else { return nil }
    var isKnown: Bool?
    for code in codes {
      for other in others where code.system == other.system {
        try step()
        if code.code == other.code { return true }
        let version = code.version ?? other.version
        guard version == other.version ?? version else { continue }
        let answer = definitions?.subsumes(
          code.code.string, other.code.string, system: code.system.string, version: version?.string)
        if answer == true { return true }
        isKnown = answer != nil && isKnown != false
      }
    }
    if let isKnown { return isKnown ? false : nil }
    // Nobody has a hierarchy of two systems, or of two versions of one.
    let both = "\(first.system) and \(second.system)"
    return definitions?.subsumes(first.code.string, second.code.string, system: both, version: nil)
  }

  /// The codes of a Coding or a CodeableConcept with their systems; or of an element with a code, whose value set has
  /// one system only.
  private func codings(of item: Item) -> [(system: ByteText, code: ByteText, version: ByteText?)] {
    guard tape.isObject(item.index) else {
      guard item.index.exists, item.member >= 0, tape.isString(item.index) else { return [] }
      let systems = model.schema.valueSets[Int(rows.members[Int(item.member)].valueSet)].systems
      return systems.count == 1 ? [(systems[0].byBytes, tape.string(item.index).byBytes, nil)] : []
    }
    return codings(in: item.index).compactMap { object in
      guard let system = tape.text("system", of: object), let code = tape.text("code", of: object) else { return nil }
      return (system.byBytes, code.byBytes, tape.text("version", of: object)?.byBytes)
    }
  }

  /// `conformsTo(url)`: whether the input is of a type of the specification, named by the url of its definition, or meets
  /// a profile, where the caller has profiles.
  mutating func evaluateConformsTo(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none, let url = try textArgument(instruction.second, frame, instruction) else { return nil }
    try step(url.count >> 3)
    let base = TextSpan("http://hl7.org/fhir/StructureDefinition/")
    let name = url.hasPrefix(base) ? url.slice(base.count, url.count) : TextSpan.empty
    let row = name.name.flatMap { model.schema.type(named: $0) }
    // Some of the types of quantities are profiles, such as SimpleQuantity.
    if row.map({ model.schema.bases[$0] == model.roles.quantity }) ?? true, let definitions, definitions.judgesProfiles,
      item.kind == .node
    {
      return definitions.conforms(FHIRPathNode(item), to: url.string)
    }
    guard let row else { throw failure(instruction, "the definition '\(url.string)' is not available") }
    return isOf(item, TypeTarget(namespace: .fhir, name: name, row: Int16(truncatingIfNeeded: row.row), kind: .none))
  }

  /// `htmlChecks()`: whether a narrative follows FHIR's subset of XHTML; unknown for anything that is not XHTML,
  /// including strings: <https://hl7.org/fhir/R4/fhirpath.html#functions>.
  mutating func evaluateHTMLChecks(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let item = try operand(instruction.first, frame, instruction)
    guard item.index.exists, tape.isString(item.index), item.type >= 0, model.kinds[Int(item.type)] == .xhtml else {
      return nil
    }
    try step(100 + tape.length(item.index))
    var scanner = NarrativeScanner()
    return scanner.isSound(tape.lexeme(item.index))
  }
}
