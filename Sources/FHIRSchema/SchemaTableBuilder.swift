/// Turns the facts of a ``SchemaText`` into rows: adds what types inherit, expands choices, numbers slots.
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
  var typeIndices: [String: Int] = [:]
  var resourceDirectory = 0
  private var targetRows: [[String]: UInt16] = [[]: 0]

  init(_ text: SchemaText) {
    self.text = text
    codes = CodeTableDraft(text.valueSets)
  }

  mutating func build() {
    for (index, structure) in text.structures.enumerated() {
      typeIndices[structure.name] = index
      typeNames.append(structure.name)
      baseNames.append(structure.base)
    }
    var flattened: [[SchemaElement]] = []
    for structure in text.structures {
      let inherited = typeIndices[structure.base].map { $0 < flattened.count ? flattened[$0] : [] } ?? []
      flattened.append(merge(inherited, structure.elements))
    }
    for (index, structure) in text.structures.enumerated() {
      append(structure, flattened[index])
    }
    appendResourceDirectory()
  }

  /// A derived type's own elements replace those of the same name and follow the others.
  private func merge(_ inherited: [SchemaElement], _ own: [SchemaElement]) -> [SchemaElement] {
    var result = inherited
    for element in own {
      if let place = result.firstIndex(where: { $0.name == element.name }) {
        result[place] = element
      } else {
        result.append(element)
      }
    }
    return result
  }

  private mutating func append(_ structure: SchemaText.Structure, _ own: [SchemaElement]) {
    precondition(own.count < 62, "\(structure.name) has more elements than a mask has bits")
    let firstMember = members.count
    let firstElement = elements.count
    var required: UInt64 = 0
    for (slot, element) in own.enumerated() {
      if element.minimum > 0 { required |= 1 << UInt64(slot) }
      appendMembers(of: element, slot: slot, in: structure)
      elements.append(element)
    }
    if structure.category == .resource || structure.category == .abstract {
      appendMember(name: "resourceType", kind: .resourceType, slot: own.count, type: types.count)
    }
    appendMember(name: "fhir_comments", kind: .comments, slot: own.count + 1, type: types.count, flags: .array)
    types.append(
      TypeRow(
        required: required, hashStart: 0, hashMask: 0, firstMember: UInt16(firstMember),
        memberCount: UInt16(members.count - firstMember), firstElement: UInt16(firstElement),
        elementCount: UInt16(own.count), category: category(of: structure)))
    appendHashes(ofType: types.count - 1)
  }

  private func category(of structure: SchemaText.Structure) -> TypeCategory {
    switch structure.category {
    case .primitive: .primitive
    case .abstract: .abstractResource
    case .resource: .resource
    case .nested: .nested
    case .type:
      switch structure.name {
      case "Extension": .extension
      case "Reference": .reference
      case "CodeableConcept": .codeableConcept
      case "Coding": .coding
      default: .dataType
      }
    }
  }

  private mutating func appendMembers(of element: SchemaElement, slot: Int, in structure: SchemaText.Structure) {
    for use in element.types {
      var name = element.baseName
      if element.isChoice { name += use.name.prefix(1).uppercased() + use.name.dropFirst() }
      var typeName = use.name.hasPrefix("@") ? String(use.name.dropFirst()) : use.name
      if typeName == "Quantity", let profile = use.arguments.first, typeIndices[profile] != nil { typeName = profile }
      let type = typeIndices[typeName] ?? 0
      var kind = ValueKind(primitive: typeName) ?? .complex
      if typeName == "Resource" { kind = .resource }
      if structure.name == "Reference", element.name == "reference" { kind = .reference }
      var flags: MemberFlags = []
      if element.maximum != 1, element.maximum != 0 { flags.insert(.array) }
      if element.maximum == 0 { flags.insert(.prohibited) }
      if element.isChoice { flags.insert(.choice) }
      if kind == .resource, element.name == "contained" { flags.insert(.contained) }
      var valueSet: UInt16 = 0
      if let binding = element.binding, binding.strength == .required || binding.strength == .extensible,
        Self.bindable.contains(typeName)
      {
        valueSet = codes.row(named: binding.valueSet)
        if binding.strength == .required { flags.insert(.requiredBinding) }
      }
      appendMember(
        name: name, kind: kind, slot: slot, type: type, flags: flags, valueSet: valueSet,
        targets: typeName == "Reference" ? targetRow(use.arguments) : 0, element: elements.count)
    }
  }

  /// The types whose values a binding constrains.
  private static let bindable: Set<String> = [
    "code", "Coding", "CodeableConcept", "string", "uri", "Quantity", "Age", "Count", "Distance", "Duration", "Money",
    "SimpleQuantity",
  ]

  private mutating func targetRow(_ names: [String]) -> UInt16 {
    let sorted = names.sorted()
    if let row = targetRows[sorted] { return row }
    targets.append(sorted)
    targetRows[sorted] = UInt16(targets.count - 1)
    return UInt16(targets.count - 1)
  }

  private mutating func appendMember(
    name: String, kind: ValueKind, slot: Int, type: Int, flags: MemberFlags = [], valueSet: UInt16 = 0,
    targets: UInt16 = 0, element: Int? = nil
  ) {
    let bytes = Array(name.utf8)
    let padded = bytes + Array(repeating: 0, count: 8)
    let words = padded.withUnsafeBufferPointer { buffer -> (UInt64, UInt64) in
      guard let start = buffer.baseAddress else { return (0, 0) }
      return (NameHash.head(start, bytes.count), NameHash.tail(start, bytes.count))
    }
    members.append(
      MemberRow(
        head: words.0, tail: words.1, nameOffset: UInt32(names.count), nameLength: UInt8(bytes.count), kind: kind,
        slot: UInt8(slot), flags: flags, type: UInt16(type), valueSet: valueSet, targets: targets,
        element: UInt16(element ?? elements.count)))
    names += bytes
  }

  /// Open addressing, at most half full.
  private mutating func appendHashes(ofType type: Int) {
    let count = Int(types[type].memberCount)
    var size = 4
    while size < count * 2 { size *= 2 }
    let start = hashes.count
    hashes += Array(repeating: 0, count: size)
    for i in 0..<count {
      let row = members[Int(types[type].firstMember) + i]
      var place = NameHash.hash(row.head, row.tail, Int(row.nameLength)) & (size - 1)
      while hashes[start + place] != 0 { place = (place + 1) & (size - 1) }
      hashes[start + place] = UInt16(i + 1)
    }
    types[type].hashStart = UInt32(start)
    types[type].hashMask = UInt16(size - 1)
  }

  private mutating func appendResourceDirectory() {
    resourceDirectory = types.count
    let firstMember = members.count
    for (index, structure) in text.structures.enumerated() where structure.category == .resource {
      appendMember(name: structure.name, kind: .resource, slot: 0, type: index)
    }
    types.append(
      TypeRow(
        required: 0, hashStart: 0, hashMask: 0, firstMember: UInt16(firstMember),
        memberCount: UInt16(members.count - firstMember), firstElement: UInt16(elements.count), elementCount: 0,
        category: .abstractResource))
    typeNames.append("")
    baseNames.append("-")
    appendHashes(ofType: resourceDirectory)
  }
}
