import FHIRText

/// Turns the facts of a ``SchemaText`` into rows: adds what types inherit, expands choices, numbers slots.
///
/// One type: the columns of one table under construction; ``SchemaTable`` takes them all.
struct SchemaTableBuilder {
  private let text: SchemaText
  var types: [TypeRow] = []
  var members: [MemberRow] = []
  var hashes: [UInt16] = []
  var names: [UInt8] = []
  var codes: CodeTableDraft
  var typeNames: [String] = []
  var baseNames: [String] = []
  var elements: [SchemaElement] = []
  var targets: [[String]] = [[]]
  var typeIndices: [ByteText: Int] = [:]
  var resourceDirectory = 0
  /// The numbers of each type's elements, those of its bases first.
  var elementNumbers: [[Int]] = []
  var places = InvariantPlaces()
  private var targetRows: [[String]: UInt16] = [[]: 0]
  /// The kind of a value of each structure.
  private(set) var kinds: [ValueKind] = []
  /// The members of each element, in the order of elements; every type that has the element gets a copy.
  private var templates: [MemberRow] = []
  private var templateStarts: [Int] = []
  private var roles = BuilderRoles(ReleaseFacts(), [:], count: 0)

  var release: String { text.release }

  init(_ text: SchemaText) {
    self.text = text
    codes = CodeTableDraft(text.valueSets, forms: text.facts.codeForms)
  }

  mutating func build() throws(SchemaError) {
    try checkSizes(of: text)
    try checkName(text.facts.comments ?? "")
    for (index, structure) in text.structures.enumerated() {
      if structure.category == .resource { try checkName(structure.name) }
      typeIndices[structure.name.byBytes] = index
      typeNames.append(structure.name)
      baseNames.append(structure.base)
    }
    roles = BuilderRoles(text.facts, typeIndices, count: text.structures.count)
    kinds = text.structures.map { $0.grammar ?? .complex }
    if let resource = roles.resource { kinds[resource] = .resource }
    try placeInvariants(text.invariants, structures: text.structures)
    let count = text.structures.reduce(0) { $0 + $1.elements.count }
    elements.reserveCapacity(count)
    templates.reserveCapacity(2 * count)
    members.reserveCapacity(4 * count)
    var flattened: [[Int]] = []
    var bases: [Int?] = []
    for (index, structure) in text.structures.enumerated() {
      let base = try base(of: structure)
      bases.append(base)
      // A primitive precedes the base type of all elements, whose members it does not have.
      let inherited = base.map { $0 < index ? flattened[$0] : [] } ?? []
      flattened.append(try append(structure, index, inheriting: inherited))
    }
    for (index, structure) in text.structures.enumerated() {
      try append(structure, flattened[index], category: category(of: structure, index, base: bases[index]))
    }
    appendResourceDirectory()
  }

  private func error(_ reason: String) -> SchemaError { SchemaError(release, reason) }

  /// The row of a structure's base, `nil` if it has none.
  private func base(of structure: SchemaText.Structure) throws(SchemaError) -> Int? {
    if structure.base == "-" { return nil }
    guard let base = typeIndices[structure.base.byBytes] else {
      throw error("the base of \(structure.name), '\(structure.base)', is not defined")
    }
    return base
  }

  /// Adds the elements that a structure defines, and the rows of their members.
  ///
  /// - Returns: the numbers of all elements of the structure. Elements of a derived type replace those of the same name
  ///   and follow the others.
  private mutating func append(
    _ structure: SchemaText.Structure, _ index: Int, inheriting inherited: [Int]
  ) throws(SchemaError) -> [Int] {
    let withRoles = roles.elements(of: index)
    var result = inherited
    for element in structure.elements {
      let number = elements.count
      if let place = inherited.firstIndex(where: { elements[$0].name == element.name }) {
        result[place] = number
      } else {
        result.append(number)
      }
      elements.append(element)
      templateStarts.append(templates.count)
      let role = withRoles.isEmpty ? nil : withRoles.first { $0.name == element.baseName }?.role
      try appendTemplates(of: element, number: number, in: structure, role: role)
    }
    return result
  }

  private mutating func append(
    _ structure: SchemaText.Structure, _ own: [Int], category: TypeCategory
  ) throws(SchemaError) {
    // Two more bits are for the resource's type and for comments.
    guard own.count <= 62 else { throw error("\(structure.name) has \(own.count) elements, more than 62") }
    let firstMember = members.count
    let count = own.reduce(0) { $0 + elements[$1].types.count }
    // Two more are for the resource's type and for comments.
    try checkRoom(for: count + 2, in: structure.name)
    var required: UInt64 = 0
    for (slot, element) in own.enumerated() {
      if elements[element].minimum > 0 { required |= 1 << UInt64(slot) }
      let end = element + 1 < templateStarts.count ? templateStarts[element + 1] : templates.count
      for template in templateStarts[element]..<end {
        members.append(templates[template])
        members[members.count - 1].slot = UInt8(slot)
      }
    }
    if structure.category == .resource || structure.category == .abstract {
      appendMember("resourceType", kind: .resourceType, slot: own.count, type: types.count)
    }
    if let comments = text.facts.comments {
      appendMember(comments, kind: .comments, slot: own.count + 1, type: types.count, flags: .array)
    }
    types.append(
      TypeRow(
        required: required, hashSeed: 1, hashStart: 0, hashMask: 0, firstMember: UInt16(firstMember),
        memberCount: UInt16(members.count - firstMember), category: category))
    elementNumbers.append(own)
    appendHashes(ofType: types.count - 1)
  }

  private func category(of structure: SchemaText.Structure, _ index: Int, base: Int?) -> TypeCategory {
    switch structure.category {
    case .primitive: .primitive
    case .abstract: .abstractResource
    case .resource: .resource
    case .nested: .nested
    case .type: roles.category(of: index, base: base)
    }
  }

  /// The row of a type that an element may have, with the profile that constrains it.
  private func typeRow(_ use: SchemaTypeUse, of element: SchemaElement, in structure: SchemaText.Structure)
    throws(SchemaError) -> Int
  {
    let isContent = use.name.utf8.first == UInt8(ascii: "@")
    var name = isContent ? String(use.name.dropFirst()) : use.name
    var type = typeIndices[name.byBytes]
    if let row = type, row == roles.quantity, let profile = use.arguments.first {
      name = profile
      type = typeIndices[name.byBytes]
    }
    guard let type else { throw error("the type '\(name)' of \(structure.name).\(element.baseName) is not defined") }
    return type
  }

  /// The members of an element, without the slot, which differs by type.
  private mutating func appendTemplates(
    of element: SchemaElement, number: Int, in structure: SchemaText.Structure, role: SchemaRole?
  ) throws(SchemaError) {
    let (baseName, isChoice) = (element.baseName, element.isChoice)
    for use in element.types {
      let name = isChoice ? baseName + use.capitalizedName : baseName
      try checkName(name)
      let type = try typeRow(use, of: element, in: structure)
      var kind = kinds[type]
      if role == .referenceReference { kind = .reference }
      if role == .sampledData { kind = .sampledData }
      // A release may declare it as an `id`, which allows less.
      if role == .elementID, kind == .string { kind = .elementID }
      var flags: MemberFlags = []
      if element.maximum != 1, element.maximum != 0 { flags.insert(.array) }
      if isChoice { flags.insert(.choice) }
      if role == .contained { flags.insert(.contained) }
      if !places.ofElement[number].isEmpty { flags.insert(.constrained) }
      if element.isAttribute || kind == .xhtml { flags.insert(.bare) }
      if element.isAbsolute { flags.insert(.absolute) }
      var valueSet: UInt16 = 0
      if roles.isBindable[type],
        let binding = (element.binding ?? text.structures[type].binding)?.judged(text.facts.codeForms)
      {
        valueSet = codes.row(named: binding.valueSet)
        if binding.strength == .required { flags.insert(.requiredBinding) }
      }
      let hasTargets = type == roles.reference || kind == .canonical
      templates.append(
        row(
          name, kind: kind, slot: 0, type: type, flags: flags, valueSet: valueSet,
          targets: hasTargets ? try targetRow(use.arguments, in: structure.name) : 0, element: number))
    }
  }

  private mutating func targetRow(_ names: [String], in structure: String) throws(SchemaError) -> UInt16 {
    let sorted = names.count > 1 ? names.sorted() : names
    if let row = targetRows[sorted] { return row }
    if let unknown = sorted.first(where: { typeIndices[$0.byBytes] == nil }) {
      throw error("the target '\(unknown)' in \(structure) is not defined")
    }
    targets.append(sorted)
    targetRows[sorted] = UInt16(targets.count - 1)
    return UInt16(targets.count - 1)
  }

  private mutating func appendMember(
    _ name: String, kind: ValueKind, slot: Int, type: Int, flags: MemberFlags = []
  ) {
    members.append(row(name, kind: kind, slot: slot, type: type, flags: flags))
  }

  private mutating func row(
    _ name: String, kind: ValueKind, slot: Int, type: Int, flags: MemberFlags = [], valueSet: UInt16 = 0,
    targets: UInt16 = 0, element: Int = 0
  ) -> MemberRow {
    let offset = names.count
    var name = name
    name.withUTF8 { names.append(contentsOf: $0) }
    let length = names.count - offset
    for _ in 0..<8 { names.append(0) }
    let words = names.withUnsafeBufferPointer { buffer -> (UInt64, UInt64) in
      guard let start = buffer.baseAddress else { return (0, 0) }
      return (NameHash.head(start + offset, length), NameHash.tail(start + offset, length))
    }
    return MemberRow(
      head: words.0, tail: words.1, nameOffset: UInt32(offset), nameLength: UInt8(length), kind: kind,
      slot: UInt8(slot), flags: flags, type: UInt16(type), valueSet: valueSet, targets: targets,
      element: UInt16(element))
  }

  /// Open addressing in a table four times as large as necessary, with the seed that has the fewest collisions: a
  /// collision costs the walk a mispredicted branch, while a few more kilobytes cost nothing.
  private mutating func appendHashes(ofType type: Int) {
    let rows = members[Int(types[type].firstMember)...].prefix(Int(types[type].memberCount))
    var size = 8
    while size < rows.count * 4 { size *= 2 }
    var best: (collisions: Int, seed: UInt64, table: [UInt16]) = (.max, 1, [])
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<12 where best.collisions > 0 {
      let candidate = Self.table(of: rows, size: size, seed: seed)
      if candidate.collisions < best.collisions { best = (candidate.collisions, seed, candidate.table) }
      seed = seed &* 0xD134_2543_DE82_EF95 &+ 2
    }
    types[type].hashSeed = best.seed
    types[type].hashStart = UInt32(hashes.count)
    types[type].hashMask = UInt16(size - 1)
    hashes += best.table
  }

  private static func table(
    of rows: ArraySlice<MemberRow>, size: Int, seed: UInt64
  ) -> (collisions: Int, table: [UInt16]) {
    var table = [UInt16](repeating: 0, count: size)
    var collisions = 0
    for (member, row) in zip(rows.indices, rows) {
      var place = NameHash.hash(row.head, Int(row.nameLength), seed: seed) & (size - 1)
      while table[place] != 0 {
        place = (place + 1) & (size - 1)
        collisions += 1
      }
      table[place] = UInt16(member + 1)
    }
    return (collisions, table)
  }

  private mutating func appendResourceDirectory() {
    resourceDirectory = types.count
    let firstMember = members.count
    for (index, structure) in text.structures.enumerated() where structure.category == .resource {
      appendMember(structure.name, kind: .resource, slot: 0, type: index)
    }
    types.append(
      TypeRow(
        required: 0, hashSeed: 1, hashStart: 0, hashMask: 0, firstMember: UInt16(firstMember),
        memberCount: UInt16(members.count - firstMember), category: .abstractResource))
    elementNumbers.append([])
    kinds.append(.complex)
    typeNames.append("")
    baseNames.append("-")
    appendHashes(ofType: resourceDirectory)
  }
}
