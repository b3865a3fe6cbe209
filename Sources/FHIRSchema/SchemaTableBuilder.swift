/// Turns the facts of a ``SchemaText`` into rows: finds what names mean, and makes the members of each element.
/// ``SchemaMembers`` then adds what types inherit.
struct SchemaTableBuilder {
  let text: SchemaText
  private(set) var directory: NameDirectory
  /// The row of each type's base, -1 for none.
  private(set) var bases: [Int] = []
  private(set) var kinds: [ValueKind]
  private(set) var slots: ElementSlots
  private(set) var targets: TargetDraft
  private(set) var codes: CodeTableDraft
  let places: InvariantPlaces
  /// The names of members, each followed by zeros; there are only zeros from ``nameEnd`` on.
  private(set) var names: [UInt8]
  private var nameEnd = 0
  /// The members of each element, in the order of elements; every type that has the element gets a copy.
  private(set) var templates: [MemberRow] = []
  /// The first template of each element, and the end of the last one's.
  private(set) var templateStarts: [Int] = []
  private var roles: BuilderRoles

  init(_ text: SchemaText) throws(SchemaError) {
    self.text = text
    try text.checkSizes()
    directory = NameDirectory(capacity: text.structures.count)
    for (row, structure) in text.structures.enumerated() { directory.insert(structure.nameBytes, row) }
    slots = ElementSlots(types: text.structures.count, elements: text.elements.count)
    targets = TargetDraft(types: text.structures.count)
    codes = CodeTableDraft(text)
    roles = BuilderRoles(text.facts, directory, count: text.structures.count)
    kinds = text.structures.map { $0.grammar ?? .complex }
    if let resource = roles.resource { kinds[resource] = .resource }
    places = try InvariantPlaces(text, directory)
    names = Array(repeating: 0, count: 32 * text.elements.count)
    templates.reserveCapacity(2 * text.elements.count)
    templateStarts.reserveCapacity(text.elements.count + 1)
    bases.reserveCapacity(text.structures.count)
    for (index, structure) in text.structures.enumerated() {
      if structure.category == .resource { try text.checkName(structure.nameBytes.count) }
      let base = try base(of: structure)
      bases.append(base)
      // A primitive precedes the base type of all elements, whose members it does not have.
      slots.append(base: base >= 0 && base < index ? base : nil, own: structure.elements, of: text.elements)
      for number in structure.elements {
        let element = text.elements[number]
        let role = roles.elements[index]?.first { element.baseNameBytes.elementsEqual($0.name.utf8) }?.role
        try appendTemplates(of: element, number: number, in: structure, role: role)
      }
    }
    slots.append(base: nil, own: 0..<0, of: text.elements)
    templateStarts.append(templates.count)
  }

  private func error(_ reason: String) -> SchemaError { SchemaError(text.release, reason) }

  private func base(of structure: SchemaText.Structure) throws(SchemaError) -> Int {
    if structure.baseBytes.isWord("-") { return -1 }
    guard let base = directory[structure.baseBytes] else {
      throw error("the base of \(structure.name), '\(structure.base)', is not defined")
    }
    return base
  }

  func category(of type: Int) -> TypeCategory {
    switch text.structures[type].category {
    case .primitive: .primitive
    case .abstract: .abstractResource
    case .resource: .resource
    case .nested: .nested
    case .type: roles.categories[type] ?? .dataType
    }
  }

  func check(of type: Int) -> ObjectCheck { roles.check(of: type, base: bases[type]) }

  /// The row of a type that an element may have, with the profile that constrains it.
  private func typeRow(
    _ use: TypeUses.Use, of element: SchemaElement, in structure: SchemaText.Structure
  ) throws(SchemaError) -> Int {
    var name = use.type
    var type = directory[name]
    if let row = type, row == roles.quantity, let argument = use.arguments.typeArguments.first {
      name = argument
      type = directory[name]
    }
    guard let type else {
      throw error("the type '\(name.text)' of \(structure.name).\(element.baseName) is not defined")
    }
    return type
  }

  /// The members of an element, without the slot, which differs by type.
  private mutating func appendTemplates(
    of element: SchemaElement, number: Int, in structure: SchemaText.Structure, role: SchemaRole?
  ) throws(SchemaError) {
    templateStarts.append(templates.count)
    let isChoice = element.isChoice
    var shared: MemberFlags = []
    if element.maximum != 1, element.maximum != 0 { shared.insert(.array) }
    if isChoice { shared.insert(.choice) }
    if role == .contained { shared.insert(.contained) }
    if !places.ofElement[number].isEmpty { shared.insert(.constrained) }
    for use in TypeUses(element.typeBytes) {
      let type = try typeRow(use, of: element, in: structure)
      var kind = kinds[type]
      if role == .referenceReference { kind = .reference }
      if role == .sampledData { kind = .sampledData }
      // A release may declare it as an `id`, which allows less.
      if role == .elementID, kind == .string { kind = .elementID }
      let name = element.baseNameBytes
      try text.checkName(name.count + (isChoice ? use.name.count : 0))
      var row = appendName(name, suffix: isChoice ? use.name : nil, kind: kind)
      row.flags = shared
      if element.isAttribute || kind == .xhtml { row.flags.insert(.bare) }
      if element.isAbsolute { row.flags.insert(.absolute) }
      if roles.isBindable[type], let binding = binding(of: element, type) {
        row.valueSet = codes.row(named: binding.valueSet)
        if binding.isRequired { row.flags.insert(.requiredBinding) }
      }
      if !use.arguments.isEmpty, type == roles.reference || kind == .canonical {
        do {
          row.targets = try targets.row(use.arguments, directory)
        } catch {
          throw self.error("the target '\(error.name)' in \(structure.name) is not defined")
        }
      }
      row.type = UInt16(truncatingIfNeeded: type)
      row.element = UInt16(truncatingIfNeeded: number)
      templates.append(row)
    }
  }

  private func binding(
    of element: SchemaElement, _ type: Int
  ) -> (valueSet: UnsafeBufferPointer<UInt8>, isRequired: Bool)? {
    let own = element.bindingBytes
    // The text has been read with its bindings, so there is no fault left.
    let words = try? BindingWords(own.isEmpty ? text.structures[type].bindingBytes : own)
    return words?.judged(text.facts.codeForms)
  }

  /// Makes a member with nothing but a name of at most 255 bytes: `name` and the suffix, which begins with a capital.
  mutating func appendName(
    _ name: UnsafeBufferPointer<UInt8>, suffix: UnsafeBufferPointer<UInt8>? = nil, kind: ValueKind
  ) -> MemberRow {
    let start = nameEnd
    let length = name.count + (suffix?.count ?? 0)
    nameEnd = start + length + 8
    if nameEnd > names.count { names += Array(repeating: 0, count: names.count + nameEnd) }
    return names.withUnsafeMutableBufferPointer { names in
      guard let first = names.baseAddress?.advanced(by: start) else { preconditionFailure("there is room for a name") }
      if let source = name.baseAddress { first.update(from: source, count: name.count) }
      if let suffix, let source = suffix.baseAddress {
        (first + name.count).update(from: source, count: suffix.count)
        if suffix[0] &- UInt8(ascii: "a") < 26 { first[name.count] -= 0x20 }
      }
      return MemberRow(
        head: NameHash.head(first, length), tail: NameHash.tail(first, length), nameOffset: UInt32(start),
        nameLength: UInt8(length), kind: kind, slot: 0, flags: [], type: 0, valueSet: 0, targets: 0, element: 0)
    }
  }
}

/// The capacity of rows: definitions that need more, of a release or of a guide, are refused and not truncated.
extension SchemaText {
  /// The most rows of any kind; other rows refer to them by 16-bit numbers.
  private static let rowLimit = 1 << 15
  /// The most members of a type: 16 bits must be enough for the size of a hash table that is four times as large.
  static let memberLimit = 1 << 13

  func checkSizes() throws(SchemaError) {
    try check(structures.count, "types")
    try check(elements.count, "elements")
    try check(structures.count { $0.category == .resource }, "resources", limit: Self.memberLimit)
    try check(valueSets.count, "value sets")
    for valueSet in valueSets { try check(valueSet.systems.count, "systems in \(valueSet.name)") }
    if let comments = facts.comments { try checkName(comments.utf8.count) }
  }

  func checkName(_ length: Int) throws(SchemaError) { try check(length, "bytes in a name", limit: 255) }

  func check(_ count: Int, _ what: @autoclosure () -> String, limit: Int = rowLimit) throws(SchemaError) {
    if count > limit { throw SchemaError(release, "there are \(count) \(what()), more than \(limit)") }
  }
}
