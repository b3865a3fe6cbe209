/// A `ValueSet`: what it includes and excludes. One form serves all releases: only the positions of members differ.
package struct PublishedValueSet: PublishedResource, Sendable {
  package let url: String
  package let version: String?
  /// The code system that DSTU2 defines inside the value set.
  package let codeSystem: PublishedCodeSystem?
  /// In DSTU2 an import adds the codes of another value set, also in addition to an include.
  let includes: [Include]
  let excludes: [Include]

  package init(_ json: DefinitionJSON) throws(CompilerError) {
    url = try json.text(of: "url")
    version = json["version"]?.text
    codeSystem = try json["codeSystem"].map(PublishedCodeSystem.init)
    func items(_ name: String) -> [DefinitionJSON] { json["compose"]?.items(name) ?? [] }
    let imports = items("import").map { DefinitionJSON.object([("valueSet", $0)]) }
    includes = try (imports + items("include")).map(Include.init)
    excludes = try items("exclude").map(Include.init)
  }

  /// Codes of one system, or of other value sets, or the codes of the system that are in all of the value sets.
  struct Include: Sendable {
    let system: String?
    /// The listed codes; all of the system if nil.
    let codes: [String]?
    let filters: [Filter]
    let valueSets: [String]

    init(_ json: DefinitionJSON) throws(CompilerError) {
      let listed = try json.items("concept").map { concept throws(CompilerError) in try concept.text(of: "code") }
      (system, codes) = (json["system"]?.text, listed.isEmpty ? nil : listed)
      filters = try json.items("filter").map { filter throws(CompilerError) in
        (try filter.text(of: "property"), try filter.text(of: "op"), try filter.text(of: "value"))
      }
      valueSets = json.items("valueSet").compactMap(\.text).map(unversioned)
    }
  }

  typealias Filter = (property: String, op: String, value: String)
}

/// A code system: a separate resource, or defined inside a value set, as in DSTU2.
package struct PublishedCodeSystem: PublishedResource, Sendable {
  let url: String
  let version: String?
  /// False only if the definition states it.
  let caseSensitive: Bool
  /// Whether the list of its codes is complete, not only examples or empty.
  let isComplete: Bool
  /// All codes, including abstract ones, in the order published, parents first.
  private(set) var codes: [String] = []
  private var abstract: Set<String> = []
  private var children: [String: [String]] = [:]

  private static let subsumes = "http://hl7.org/fhir/StructureDefinition/valueset-subsumes"

  package init(_ json: DefinitionJSON) throws(CompilerError) {
    // Inside a value set, its URL has another name.
    guard let url = (json["system"] ?? json["url"])?.text else { throw CompilerError("a code system without a URL") }
    self.url = url
    version = json["version"]?.text
    caseSensitive = json["caseSensitive"]?.boolean ?? true
    // Inside a value set it is not stated, because all codes are there.
    isComplete = json["content"].map { $0.text == "complete" } ?? true
    try add(json.items("concept"))
  }

  /// Adds concepts with those nested in them. Where DSTU2 has a member or an extension, R4 has a property.
  @discardableResult
  private mutating func add(_ concepts: [DefinitionJSON]) throws(CompilerError) -> [String] {
    var added: [String] = []
    for concept in concepts {
      func properties(_ name: String) -> [DefinitionJSON] {
        concept.items("property").filter { $0["code"]?.text == name }
      }
      let code = try concept.text(of: "code")
      codes.append(code)
      added.append(code)
      let isSelectable = !properties("notSelectable").contains { $0["valueBoolean"]?.boolean == true }
      if concept["abstract"]?.boolean ?? !isSelectable { abstract.insert(code) }
      // Nesting shows one parent, but a concept may have several.
      let others = concept.items("modifierExtension").filter { $0["url"]?.text == Self.subsumes } + properties("child")
      children[code, default: []] += try add(concept.items("concept")) + others.compactMap { $0["valueCode"]?.text }
    }
    return added
  }

  /// Codes that a record may use; abstract ones only group others.
  var selectable: [String] { codes.filter { !abstract.contains($0) } }

  /// A code and all its descendants, including abstract ones; nil if the system does not have it.
  func closure(of code: String) -> Set<String>? {
    guard children[code] != nil else { return nil }
    var result: Set<String> = []
    var pending = [code]
    while let next = pending.popLast() {
      if result.insert(next).inserted { pending += children[next] ?? [] }
    }
    return result
  }
}

/// Value sets with the expansions that HL7 published: all in one bundle, or each a resource of its own.
package struct PublishedExpansions: PublishedResource, Sendable {
  private(set) var valueSets: [ValueSet]

  init(_ valueSets: [ValueSet]) { self.valueSets = valueSets }

  package init(_ json: DefinitionJSON) throws(CompilerError) {
    let resources = json["entry"].map { $0.items.compactMap { $0["resource"] } } ?? [json]
    valueSets = try resources.map(ValueSet.init)
  }

  struct ValueSet: Sendable {
    let url: String
    let version: String?
    /// Whether it has all codes: an extension marks an expansion with too many codes, or an infinite number.
    let isComplete: Bool
    /// The codes that a record may use.
    fileprivate(set) var codes: [(system: String, code: String)] = []

    init(_ json: DefinitionJSON) throws(CompilerError) {
      url = try json.text(of: "url")
      version = json["version"]?.text
      guard let expansion = json["expansion"] else { throw CompilerError("\(url) has no expansion") }
      isComplete = ["toocostly", "unclosed"].allSatisfy {
        expansion.extension("http://hl7.org/fhir/StructureDefinition/valueset-\($0)") == nil
      }
      add(expansion)
    }

    private mutating func add(_ list: DefinitionJSON) {
      for entry in list.items("contains") {
        if let code = entry["code"]?.text, entry["abstract"]?.boolean != true {
          codes.append((entry["system"]?.text ?? "", code))
        }
        add(entry)
      }
    }
  }

  /// Adds codes to the expansion of a value set; `false` if there is none, or it has one of them.
  mutating func add(_ codes: [String], of system: String, to url: String) -> Bool {
    guard let place = valueSets.firstIndex(where: { $0.url == url }),
      !valueSets[place].codes.contains(where: { $0.system == system && codes.contains($0.code) })
    else { return false }
    valueSets[place].codes += codes.map { (system, $0) }
    return true
  }

  func version(of url: String) -> String? { valueSets.first { $0.url == url }?.version }

  func codes(of url: String) -> [(system: String, code: String)]? {
    valueSets.first { $0.url == url && $0.isComplete }?.codes
  }
}
