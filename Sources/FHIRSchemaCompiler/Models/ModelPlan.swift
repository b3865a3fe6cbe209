import FHIRSchema

struct ModelPlan {
  let selection: ModelSelection
  /// The name of the type that stands for the release: `DSTU2`.
  let release: String
  let version: String

  /// Values of more words than this are stored on the heap.
  private static let inlineWords = 16

  /// The top-level types with their nested types, the outer first.
  private(set) var types: [[ModelType]] = []
  /// The value sets with an enum, their codes, and the top-level type that alone uses them, `nil` if several do.
  private(set) var codes: [(valueSet: SchemaText.ValueSet, codes: [String], owner: String?)] = []
  private(set) var resourceTypes: [String] = []

  /// The release's names of the types that models treat specially.
  let names: ReleaseFacts

  /// Keeps what the structures and elements consist of.
  private let text: SchemaText
  private var structures: [String: SchemaText.Structure] = [:]
  /// The codes of the value sets that may become an enum.
  private var valueSets: [String: [String]] = [:]
  private var words: [String: Int] = [:]

  init(_ text: SchemaText, _ selection: ModelSelection, release: String) throws(CompilerError) {
    (self.text, self.selection, self.release) = (text, selection, release.uppercased())
    (version, names) = (text.version, text.facts)
    if let role = ReleaseFacts.rolesOfModels.first(where: { text.facts.typeName($0) == nil }) {
      throw CompilerError("models need the role '\(role.rawValue)'")
    }
    structures = Dictionary(text.structures.map { ($0.name, $0) }) { $1 }
    for valueSet in text.valueSets where valueSet.unexpanded == nil && !selection.plain.contains(valueSet.name) {
      valueSets[valueSet.name] = valueSet.systems.flatMap(text.codes(of:)).map { String(decoding: $0, as: UTF8.self) }
    }
    resourceTypes = text.structures.filter { $0.category == .resource }.map(\.name).sorted()

    var pending = selection.resources + [names[.extension]]
    var planned: Set<String> = []
    var usersOfCodes: [String: Set<String>] = [:]
    while let name = pending.popLast() {
      guard planned.insert(name).inserted else { continue }
      let paths = structures.keys.filter { $0 == name || $0.hasPrefix(name + ".") }.sorted()
      let family = try paths.map { path throws(CompilerError) in try type(path) }
      types.append(family)
      for property in family.flatMap(\.properties) {
        for form in property.forms {
          if let structure = form.structure, !structure.contains("."), structure != names[.resource] {
            pending.append(structure)
          }
        }
        if let valueSet = enumValueSet(property.binding),
          property.forms.contains(where: { $0.type == "Primitive<\(selection.codeType(valueSet))>" })
        {
          usersOfCodes[valueSet, default: []].insert(name)
        }
      }
    }
    types.sort { $0[0].path < $1[0].path }
    codes = text.valueSets.sorted { $0.name < $1.name }.compactMap { valueSet in
      guard let users = usersOfCodes[valueSet.name] else { return nil }
      return (valueSet, valueSets[valueSet.name] ?? [], users.count == 1 ? users.first : nil)
    }
    let names = types.map { $0[0].name } + codes.map { selection.codeType($0.valueSet.name) }
    guard Set(names).count == names.count else { throw CompilerError("two models would have the same name") }
    for name in selection.codeTypes.keys.sorted() where usersOfCodes[name] == nil {
      throw CompilerError("\(ModelSelection.file) names \(name), which no model has")
    }
    for name in selection.plain.sorted() where !text.valueSets.contains(where: { $0.name == name }) {
      throw CompilerError("\(ModelSelection.file) names \(name), which is no value set")
    }
  }

  private mutating func type(_ path: String) throws(CompilerError) -> ModelType {
    let bases = try bases(path)
    let kind = [SchemaRole.domainResource, .resource, .backboneElement].first { role in
      bases.contains { $0.name == names[role] }
    }
    var properties: [ModelProperty] = []
    var memberBeforeExtensions: String?
    for base in bases.reversed() where !isRuntimes(base) {
      for element in text.elements(of: base) {
        if base.name == names[.domainResource], ["extension", "modifierExtension"].contains(element.name) {
          memberBeforeExtensions = memberBeforeExtensions ?? properties.last?.name
        } else {
          properties.append(try property(element, of: path, statedBy: base.name))
        }
      }
    }
    let forms = properties.reduce(0) { $0 + max($1.forms.count, 1) }
    guard properties.count <= 60, forms < 250 else { throw CompilerError("\(path) has too many elements for a model") }
    return ModelType(
      path: path, kind: kind ?? .element, properties: properties, memberBeforeExtensions: memberBeforeExtensions)
  }

  /// A structure and its bases, the root last.
  private func bases(_ path: String) throws(CompilerError) -> [SchemaText.Structure] {
    var bases: [SchemaText.Structure] = []
    var name = path
    while name != "-" {
      guard let structure = structures[name] else { throw CompilerError("\(name) is not defined") }
      bases.append(structure)
      name = structure.base
    }
    return bases
  }

  /// Whether a base has only the members that the runtime gives every element.
  private func isRuntimes(_ base: SchemaText.Structure) -> Bool {
    [names[.element], names[.backboneElement]].contains(base.name)
  }

  private mutating func property(
    _ element: FHIRSchema.SchemaElement, of path: String, statedBy base: String
  ) throws(CompilerError) -> ModelProperty {
    var property = ModelProperty(
      name: element.baseName, path: "\(base).\(element.baseName)", cardinality: element.cardinality,
      isRequired: element.minimum > 0, isArray: element.maximum != 1, isChoice: element.isChoice, forms: [],
      binding: element.binding)
    for use in element.types {
      var form = ModelForm(suffix: ModelNames.capitalized(use.name), type: use.name)
      if let primitive = primitive(use.name, element.binding) {
        form.type = "Primitive<\(primitive)>"
      } else if use.name == names[.resource] {
        form.type = "AnyResource"
        form.structure = use.name
      } else {
        let structure = use.name.hasPrefix("@") ? String(use.name.dropFirst()) : use.name
        guard structures[structure] != nil else { throw CompilerError("\(structure) is not defined") }
        form.structure = structure
        form.type = ModelNames.nestedType(structure)
        if structure == names[.reference] { form.targets = use.arguments }
      }
      property.forms.append(form)
    }
    guard !property.isChoice || !property.isArray else {
      throw CompilerError("\(property.path) is a choice that repeats")
    }
    if !property.isArray, !property.isChoice, let form = property.forms.first {
      property.isBoxed = try isIndirect(form)
    }
    return property
  }

  private func primitive(_ name: String, _ binding: SchemaBinding?) -> String? {
    switch structures[name]?.grammar {
    case nil: nil
    case .boolean: "Bool"
    case .integer, .unsignedInt, .positiveInt: "Int32"
    case .decimal, .scientificDecimal: "FHIRDecimal"
    case .date, .signedDate: "FHIRDate"
    case .dateTime, .signedDateTime, .signedLeapDateTime: "FHIRDateTime"
    case .instant, .signedInstant: "FHIRInstant"
    case .time, .leapTime: "FHIRTime"
    case .code: enumValueSet(binding).map(selection.codeType) ?? "String"
    default: "String"
    }
  }

  private func enumValueSet(_ binding: SchemaBinding?) -> String? {
    guard let binding, binding.strength == .required, valueSets[binding.valueSet] != nil else { return nil }
    return binding.valueSet
  }

  mutating func isIndirect(_ form: ModelForm) throws(CompilerError) -> Bool {
    guard let structure = form.structure else { return false }
    return try size(structure) > Self.inlineWords
  }

  /// The approximate number of words of an inline value of a structure.
  private mutating func size(_ structure: String) throws(CompilerError) -> Int {
    if structure == names[.resource] { return 1 }
    if let known = words[structure] { return known }
    // A structure that contains itself must be on the heap.
    words[structure] = Self.inlineWords + 1
    var total = 1
    for base in try bases(structure) where !isRuntimes(base) {
      for element in text.elements(of: base) { total += try size(element) }
    }
    words[structure] = total
    return total
  }

  private mutating func size(_ element: FHIRSchema.SchemaElement) throws(CompilerError) -> Int {
    if element.maximum != 1 { return 1 }
    var largest = 0
    for use in element.types {
      let words: Int
      switch structures[use.name]?.grammar {
      case .boolean, .integer, .unsignedInt, .positiveInt, .date, .signedDate: words = 2
      case .dateTime, .signedDateTime, .signedLeapDateTime, .instant, .signedInstant: words = 4
      case .some: words = 3
      case nil where use.name == names[.resource]: words = 1
      case nil:
        let own = try size(use.name.hasPrefix("@") ? String(use.name.dropFirst()) : use.name)
        words = own > Self.inlineWords ? 1 : own
      }
      largest = max(largest, words)
    }
    return largest
  }

  /// The forms of dates, times and decimals that the release allows, as arguments of the runtime's `PrimitiveForms`.
  func primitiveForms() throws(CompilerError) -> String {
    var arguments: [String] = []
    for name in ["date", "dateTime", "instant", "time"] {
      // The grammar of a type that the release lacks is never used.
      let forms = structures[name] == nil ? "[]" : structures[name]?.grammar?.momentForms
      guard let forms else { throw CompilerError("no grammar of dates or times for \(name)") }
      arguments.append("\(name): \(forms)")
    }
    switch structures["decimal"]?.grammar {
    case .scientificDecimal: arguments.append("exponents: true")
    case .decimal, nil: arguments.append("exponents: false")
    default: throw CompilerError("no grammar of decimals for decimal")
    }
    return arguments.joined(separator: ", ")
  }
}

extension ValueKind {
  /// The forms that a grammar of dates or times allows, as a `MomentForms` expression; `nil` for any other grammar.
  fileprivate var momentForms: String? {
    switch self {
    case .signedDate, .signedDateTime, .signedLeapDateTime, .signedInstant: ".signedYear"
    case .dateTime, .instant, .leapTime: ".leapSecond"
    case .date, .time: "[]"
    default: nil
    }
  }
}

extension ReleaseFacts {
  /// The roles that models treat specially, in `Schemas/RELEASE/roles.txt`.
  fileprivate static let rolesOfModels: [SchemaRole] = [
    .element, .backboneElement, .resource, .domainResource, .extension, .reference, .meta, .narrative, .bundle,
    .referenceReference, .extensionURL,
  ]

  subscript(role: SchemaRole) -> String { typeName(role) ?? "" }
}
