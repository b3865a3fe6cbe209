import FHIRSchema

/// Reads a definition in the form of any release. The forms differ in the names of some members, but no name has
/// different meanings. So each fact is looked up under all of its names, and the reader need not know the release.
struct StructureReader {
  static let mostElements = 20_000
  /// The largest number of types of an element, and of discriminators of a slicing, that are read.
  private static let (mostTypes, mostDiscriminators) = (500, 20)

  private static let imposing: [StaticString] = [
    "http://hl7.org/fhir/StructureDefinition/structuredefinition-imposeProfile",
    "http://hl7.org/fhir/StructureDefinition/structuredefinition-dependencies",
  ]

  private let root: DefinitionNode
  /// The place of a value in its source; `nil` for a built-in definition.
  private let place: (DefinitionNode) -> DefinitionPlace?
  /// Whether the definition has the older form, in which `type.profile` of a reference is about the target.
  private let isOlderForm: Bool

  private let package: Int

  init(_ root: DefinitionNode, in package: Int = -1, place: @escaping (DefinitionNode) -> DefinitionPlace?) {
    (self.root, self.package, self.place) = (root, package, place)
    isOlderForm = root["constrainedType"] != nil || root["fhirVersion"]?.string?.hasPrefix("1.") ?? false
  }

  func read() throws(ProfileFault) -> StructureFacts {
    guard let url = root["url"]?.string, !url.isEmpty else {
      throw fault(root["id"]?.string ?? "a definition", "expected a url, found none")
    }
    var facts = StructureFacts(
      url: url, version: root["version"]?.string, fhirVersion: root["fhirVersion"]?.string,
      type: root["constrainedType"]?.string ?? root["type"]?.string ?? "", package: package,
      base: (root["baseDefinition"]?.string ?? root["base"]?.string).map(canonical),
      isSpecialisation: root["derivation"]?.string == "specialization", memberNames: root.members.map(\.name),
      place: place(root))
    // The release has its types; a definition of a new type is not used to judge records.
    if facts.isSpecialisation { return facts }
    readContexts(into: &facts)
    facts.imposed = Self.imposing.flatMap(root.valuesOfExtension).prefix(Self.mostTypes).compactMap {
      $0.string.map(canonical)
    }
    // An empty snapshot is one that was never made.
    let snapshot = root["snapshot"]?["element"].flatMap { $0.items.isEmpty ? nil : $0 }
    guard let elements = snapshot ?? root["differential"]?["element"], !elements.items.isEmpty || facts.place == nil
    else { throw fault(url, "expected a snapshot or a differential with elements, found neither") }
    facts.isSnapshot = snapshot != nil
    let items = elements.items
    guard items.count <= Self.mostElements else {
      throw fault(url, "expected at most \(Self.mostElements) elements, found more")
    }
    facts.isModifier = items.first?["isModifier"]?.boolean
    facts.elements.reserveCapacity(items.count)
    for item in items {
      guard let path = item["path"]?.string, !path.isEmpty else {
        throw fault(url, "expected a path of each element, found one without", item)
      }
      // A logical model may have a URL as its type.
      guard facts.type.isEmpty || facts.type.contains(":") || path.prefix(while: { $0 != "." }) == facts.type else {
        throw fault(url, "expected a path that begins with '\(facts.type)', found '\(path.prefix(64))'", item)
      }
      try check(item, of: path, in: url)
      facts.elements.append(element(item, path: path, isSnapshot: facts.isSnapshot))
    }
    facts.moveConstraints()
    if facts.type.isEmpty, let first = facts.elements.first { facts.type = String(first.path.prefix { $0 != "." }) }
    return facts
  }

  /// A reference to another definition; one to a part of this definition is completed with its url.
  private func canonical(_ url: String) -> Canonical {
    Canonical(url.utf8.first == UInt8(ascii: "#") ? (root["url"]?.string ?? "") + url : url, in: package)
  }

  func fault(_ profile: String, _ message: String, _ node: DefinitionNode? = nil) -> ProfileFault {
    ProfileFault(.definitionUnreadable, profile, "", message, at: place(node ?? root))
  }

  private func readContexts(into facts: inout StructureFacts) {
    let id = facts.url.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    facts.contextInvariants = root.strings("contextInvariant").map { CorrectedConstraint.of(id, $0)?.expression ?? $0 }
    for item in root.items("context") {
      // In the older form, a context is only its path.
      guard let expression = item.string ?? item["expression"]?.string else { continue }
      let isOlder = item.string != nil
      let kind: ExtensionContext.Kind =
        switch isOlder ? root["contextType"]?.string : item["type"]?.string {
        case "extension": .extension
        case "fhirpath" where !isOlder: .expression
        // A context that refers to a mapping cannot be judged.
        case "mapping" where isOlder: .other
        default: .element
        }
      facts.contexts.append(ExtensionContext(kind: kind, expression: expression))
    }
  }

  // MARK: - Elements

  /// Refuses an element with a part that cannot be read: to leave it out would allow what the definition forbids.
  private func check(_ node: DefinitionNode, of path: String, in url: String) throws(ProfileFault) {
    func demand(_ value: DefinitionNode?, _ form: String, _ fits: (DefinitionNode) -> Bool) throws(ProfileFault) {
      guard let value, !fits(value) else { return }
      let found = KeptValue(value)?.excerpt ?? "another"
      throw ProfileFault(.definitionUnreadable, url, path, "expected \(form), found \(found)", at: place(value))
    }
    func demand<Code>(
      _ value: DefinitionNode?, _ form: String, as code: (String) -> Code?
    ) throws(ProfileFault) { try demand(value, form) { $0.string.flatMap(code) != nil } }
    try demand(node["min"], "a whole number as 'min'") { $0.integer ?? -1 >= 0 }
    try demand(node["max"], "'*' or a whole number in quotes as 'max'") { Self.maximum($0) != nil }
    try demand(node["maxLength"], "a whole number as 'maxLength'") { $0.integer ?? -1 >= 0 }
    for type in node.items("type") {
      // Some published types have the code in an extension.
      try demand(type["code"] ?? (type["_code"] == nil ? type : nil), "the code of a type") { $0.string != nil }
      try demand(type["aggregation"], "'contained', 'referenced' or 'bundled' as 'aggregation'") {
        $0.items.allSatisfy { ["contained", "referenced", "bundled"].contains($0.string) }
      }
      try demand(type["versioning"], "'either', 'independent' or 'specific' as 'versioning'") {
        ["either", "independent", "specific"].contains($0.string)
      }
    }
    let strength = node["binding"]?["strength"] ?? node["binding"]
    try demand(strength, "the strength of a binding", as: SchemaBinding.Strength.init)
    try demand(node["slicing"]?["rules"], "the rules of a slicing", as: SlicingFacts.Rules.init)
    for discriminator in node["slicing"]?.items("discriminator") ?? [] {
      try demand(discriminator["path"] ?? discriminator, "the path of a discriminator") { $0.string != nil }
    }
    for constraint in node.items("constraint") {
      try demand(constraint["key"] ?? constraint, "the key of a constraint") { $0.string != nil }
      try demand(constraint["severity"] ?? constraint, "'error' or 'warning' as the severity of a constraint") {
        ["error", "warning"].contains($0.string)
      }
    }
    for item in node["slicing"]?.items("discriminator") ?? [] {
      try demand(item["type"], "the type of a discriminator", as: SlicingFacts.Discriminator.Kind.init)
    }
    try demand(node["slicing"], "at most \(Self.mostDiscriminators) discriminators") {
      $0.items("discriminator").count <= Self.mostDiscriminators
    }
  }

  private static func maximum(_ node: DefinitionNode) -> Int? {
    node.string.flatMap { $0 == "*" ? Int.max : UInt32($0).map(Int.init) }
  }

  private func element(_ node: DefinitionNode, path: String, isSnapshot: Bool) -> ElementFacts {
    var facts = ElementFacts(
      path: path, id: node["id"]?.string, name: node["sliceName"]?.string ?? node["name"]?.string,
      nameIsSlice: node["sliceName"] != nil, minimum: node["min"]?.integer, maximum: node["max"].flatMap(Self.maximum),
      types: node["type"].map { $0.items.prefix(Self.mostTypes).compactMap(type) },
      binding: node["binding"].flatMap(binding),
      constraints: node.items("constraint").compactMap { constraint($0, isSnapshot: isSnapshot) },
      isMustSupport: node["mustSupport"]?.boolean, slicing: node["slicing"].map(slicing),
      contentReference: node["contentReference"]?.string ?? node["nameReference"]?.string, place: place(node))
    // Some editors write a length of 0 where the author gave none.
    facts.values.maximumLength = node["maxLength"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    for (name, value) in node.members { facts.values.read(name, value) }
    // An editor puts such an extension on the element, or on its type. Those on the types of FHIRPath are the release's.
    let types = node.items("type").filter { $0["code"]?.string?.hasPrefix("http://hl7.org/fhirpath/") != true }
    let extended = ([node] + types).filter { $0["extension"] != nil }
    facts.values.unjudged = Self.limits.filter { url in
      extended.contains { !$0.valuesOfExtension(url).isEmpty }
    }.map { "\($0)" }
    if types.contains(where: { $0["code"]?.string != "Reference" && $0["versioning"]?.string ?? "either" != "either" })
    {
      facts.values.unjudged.append("\(SchemaTable.definitionAddress)ElementDefinition#type.versioning")
    }
    for item in node["binding"].map({ $0.items("additional") + $0.items("extension") }) ?? [] {
      func part(_ name: StaticString) -> DefinitionNode? { item[name] ?? item.valueOfExtension(name) }
      guard let purpose = part("purpose")?.string, let strength = Self.strengths[purpose] else { continue }
      if !strength.isEmpty, part("usage") == nil, part("any")?.boolean != true, let set = part("valueSet")?.string {
        facts.values.bindings.append(BindingFacts(strength: strength, valueSet: canonical(set)))
      } else if facts.values.unjudged.last != Self.additionalBinding {
        facts.values.unjudged.append(Self.additionalBinding)
      }
    }
    return facts
  }

  private static let additionalBinding = "http://hl7.org/fhir/StructureDefinition/elementdefinition-additional-binding"
  /// The purposes of additional bindings that demand something, with the strength of those that are judged.
  private static let strengths = [
    "required": "required", "maximum": "required", "extensible": "extensible", "current": "", "minimum": "",
  ]

  private static let limits: [StaticString] = [
    "http://hl7.org/fhir/StructureDefinition/regex", "http://hl7.org/fhir/StructureDefinition/minLength",
    "http://hl7.org/fhir/StructureDefinition/maxDecimalPlaces", "http://hl7.org/fhir/StructureDefinition/maxSize",
    "http://hl7.org/fhir/StructureDefinition/mimeType",
    "http://hl7.org/fhir/StructureDefinition/elementdefinition-allowedUnits",
    "http://hl7.org/fhir/StructureDefinition/narrative-language-control",
    "http://hl7.org/fhir/StructureDefinition/narrative-source-control",
    "http://hl7.org/fhir/5.0/StructureDefinition/extension-ElementDefinition.mustHaveValue",
    "http://hl7.org/fhir/5.0/StructureDefinition/extension-ElementDefinition.valueAlternatives",
  ]

  private func type(_ node: DefinitionNode) -> TypeFacts? {
    guard let code = node["code"]?.string else { return nil }
    let parts = node.items("_profile").map {
      $0.valueOfExtension("http://hl7.org/fhir/StructureDefinition/elementdefinition-profile-element")?.string
    }
    var type = TypeFacts(
      code: code,
      profiles: node.strings("profile").enumerated().map { place, url in
        let part = place < parts.count ? parts[place] : nil
        return canonical(part.map { "\(ProfileURL(url).address)#\($0)" + url.drop { $0 != "|" } } ?? url)
      },
      targets: node.strings("targetProfile").map(canonical),
      aggregation: node.strings("aggregation"), versioning: node.strings("versioning").filter { $0 != "either" })
    if isOlderForm, code == "Reference", type.targets.isEmpty { swap(&type.profiles, &type.targets) }
    return type
  }

  private func binding(_ node: DefinitionNode) -> BindingFacts? {
    guard let strength = node["strength"]?.string else { return nil }
    let maximum = node.valueOfExtension("http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet")
    return BindingFacts(
      strength: strength,
      valueSet: (node["valueSet"]?.string ?? node["valueSetUri"]?.string
        ?? node["valueSetReference"]?["reference"]?.string).map(canonical),
      maximumValueSet: maximum.flatMap { $0.string ?? $0["reference"]?.string }.map(canonical))
  }

  private func constraint(_ node: DefinitionNode, isSnapshot: Bool) -> ConstraintFacts? {
    guard let key = node["key"]?.string else { return nil }
    let expression =
      node["expression"]?.string
      ?? node.valueOfExtension("http://hl7.org/fhir/StructureDefinition/structuredefinition-expression")?.string
    let human = node["human"]?.string ?? key
    let corrected = CorrectedConstraint.of(key, expression ?? human)
    return ConstraintFacts(
      key: key, isWarning: node["severity"]?.string == "warning", human: human,
      expression: corrected?.expression ?? expression, source: node["source"]?.string,
      mayBeInherited: isSnapshot && corrected == nil, judgedAt: corrected?.place, package: package, place: place(node))
  }

  private func slicing(_ node: DefinitionNode) -> SlicingFacts {
    let discriminators = node.items("discriminator").compactMap { item -> SlicingFacts.Discriminator? in
      guard let path = item.string ?? item["path"]?.string else { return nil }
      if item.string != nil || path.hasSuffix("@type") { return SlicingFacts.Discriminator(olderPath: path) }
      return SlicingFacts.Discriminator(
        kind: item["type"]?.string.flatMap(SlicingFacts.Discriminator.Kind.init) ?? .value, path: path)
    }
    return SlicingFacts(
      discriminators: discriminators, rules: node["rules"]?.string.flatMap(SlicingFacts.Rules.init) ?? .open,
      isOrdered: node["ordered"]?.boolean)
  }
}

extension ValueFacts {
  /// Reads a member whose name is a word and a type, such as `fixedCode`.
  fileprivate mutating func read(_ name: String, _ value: DefinitionNode) {
    func isVariant(of word: StaticString) -> Bool {
      word.withUTF8Buffer { name.utf8.count > $0.count && name.utf8.starts(with: $0) }
    }
    if isVariant(of: "fixed") || isVariant(of: "pattern") { members.append(name) }
    if isVariant(of: "fixed") {
      fixed = KeptValue(value)
    } else if isVariant(of: "pattern") {
      pattern = KeptValue(value)
    } else if isVariant(of: "minValue") {
      lowest = KeptValue(value)
    } else if isVariant(of: "maxValue") {
      highest = KeptValue(value)
    }
  }
}

extension SlicingFacts.Discriminator {
  /// In the older form it is only a path, which may end in `@type` or `@profile`: what distinguishes its last element.
  fileprivate init(olderPath path: String) {
    let parts = path.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      self.init(kind: .value, path: path)
      return
    }
    let last = parts[1].lowercased()
    var before = String(parts[0])
    if before.hasSuffix(".") { before.removeLast() }
    // `type@profile`: the profile of the type of the element itself.
    if before == "type", last == "profile" { before = "" }
    self.init(kind: last == "type" ? .type : .profile, path: before.isEmpty ? "$this" : before)
  }
}
