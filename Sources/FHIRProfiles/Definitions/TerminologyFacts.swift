import FHIRSupport

/// The content of a value set's definition.
struct ValueSetFacts: Sendable {
  /// A part that is included or excluded.
  struct Part: Sendable {
    var system: String?
    var version: String?
    var codes: [ByteText] = []
    var filters: [CodeFilter] = []
    var valueSets: [String] = []
  }

  var url: String
  var version: String?
  /// The package that it stands in, as in a ``Canonical``.
  var package = -1
  /// The codes of an expansion, `nil` if there is none, or if it is incomplete and the parts are better.
  var expansion: ValueSetDraft?
  /// The codes of a system that the value set itself defines.
  var ownCodes = ValueSetDraft()
  var includes: [Part] = []
  var excludes: [Part] = []

  /// The number of its codes and parts.
  var size: Int {
    (includes + excludes).reduce(0) { $0 + 1 + $1.codes.count } + (ownCodes.count + (expansion?.count ?? 0))
  }

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.init(node, url: url)
  }

  /// Reads a value set under a url.
  init(_ node: DefinitionNode, url: String) {
    self.url = url
    version = node["version"]?.string
    includes = node["compose"]?.items("include").map(Part.init) ?? []
    includes += (node["compose"]?.strings("import") ?? []).map { Part(valueSets: [$0]) }
    excludes = node["compose"]?.items("exclude").map(Part.init) ?? []
    // In the older form a value set may define its code system.
    if let own = node["codeSystem"], let system = own["system"]?.string {
      for concept in CodeSystemFacts(url: system, definedIn: own).concepts {
        ownCodes.insert(concept.code, system: system.byBytes)
      }
    }
    readExpansion(node)
  }

  private mutating func readExpansion(_ node: DefinitionNode) {
    guard let expansion = node["expansion"], expansion["contains"] != nil else { return }
    var draft = ValueSetDraft()
    Self.read(expansion, into: &draft, depth: 0)
    let isCut = expansion["total"]?.integer.map { $0 > draft.count } ?? false
    draft.isOpen =
      isCut || expansion.valueOfExtension("http://hl7.org/fhir/StructureDefinition/valueset-toocostly") != nil
      || expansion.valueOfExtension("http://hl7.org/fhir/StructureDefinition/valueset-unclosed") != nil
    if !draft.isOpen || includes.isEmpty { self.expansion = draft }
  }

  private static func read(_ node: DefinitionNode, into draft: inout ValueSetDraft, depth: Int) {
    guard depth < 100 else { return }
    for item in node.items("contains") {
      if let code = item["code"]?.string, let system = item["system"]?.string, item["abstract"]?.boolean != true {
        draft.insert(code.byBytes, system: system.byBytes)
      }
      read(item, into: &draft, depth: depth + 1)
    }
  }
}

extension ValueSetFacts.Part {
  init(_ node: DefinitionNode) {
    system = node["system"]?.string
    version = node["version"]?.string
    codes = node.items("concept").compactMap { $0["code"]?.string?.byBytes }
    filters = node.items("filter").map(CodeFilter.init)
    valueSets = node.strings("valueSet")
  }
}
