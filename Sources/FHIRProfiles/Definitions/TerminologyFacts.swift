import FHIRSupport
package import FHIRTape
import FHIRTerminology

struct ValueSetFacts: CodedFacts, Sendable {
  struct Part: Sendable {
    var system: String?
    var version: String?
    var codes: [ByteText] = []
    var names: [(code: String, text: String)] = []
    var filters: [CodeFilter] = []
    var valueSets: [String] = []
    /// Whether codes that their system has retired are left out.
    var isActiveOnly = false
    /// Where it takes the codes of all versions, this stands for the version.
    static let allVersions = "*"

    /// Versions of its system by the codes that it lists with one, by `nil` for all others.
    func byCodes(_ versions: [String?]) -> [ByteText?: Set<String?>] {
      let listed: [ByteText?] = codes.isEmpty || version == nil ? [nil] : codes
      return Dictionary(listed.map { ($0, Set(versions)) }) { one, _ in one }
    }
  }

  var url: String
  var version: String?
  var package = -1
  /// Where it says what it has; `nil` for a built-in one.
  var place: DefinitionPlace?
  /// The codes of an expansion. Where it is incomplete, the parts are better, if there are any.
  var expansion: ValueSetDraft?
  var ownCodes = ValueSetDraft()
  var includes: [Part] = []
  var excludes: [Part] = []

  /// The url of the definition whose parts it may name by `#id`: that which contains it, or its own.
  var container: String { ProfileURL(url).address }

  var size: Int {
    (includes + excludes).reduce(0) { $0 + 1 + $1.codes.count } + (ownCodes.count + (expansion?.count ?? 0))
  }

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.init(node, url: url)
  }

  init(_ node: DefinitionNode, url: String) {
    self.url = url
    version = node["version"]?.string
    includes = node["compose"]?.items("include").map(Part.init) ?? []
    if node["compose"]?["inactive"]?.boolean == false {
      for place in includes.indices { includes[place].isActiveOnly = true }
    }
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
    // One that says that it has no codes has none; one without any may be a stub.
    guard let expansion = node["expansion"], expansion["contains"] != nil || expansion["total"]?.integer == 0 else {
      return
    }
    var draft = ValueSetDraft()
    let count = Self.read(expansion, into: &draft, depth: 0)
    func parameter(_ name: String) -> Int? {
      expansion.items("parameter").first { $0["name"]?.string == name }?["valueInteger"]?.integer
    }
    // A page begins later, or ends where as many codes are there as were asked for.
    let isCut =
      expansion["offset"]?.integer ?? parameter("offset") ?? 0 > 0
      || expansion["total"]?.integer.map { $0 > count } ?? parameter("count").map { $0 <= count } ?? false
    func says(_ name: StaticString) -> Bool { expansion.valueOfExtension(name).map { $0.boolean != false } ?? false }
    draft.isOpen =
      isCut || says("http://hl7.org/fhir/StructureDefinition/valueset-toocostly")
      || says("http://hl7.org/fhir/StructureDefinition/valueset-unclosed")
      || expansion.items("parameter").contains(where: Self.restricts)
    draft.versions = versions(of: Array(draft.systems.keys))
    self.expansion = draft
  }

  /// Whether an expansion that was made with a parameter may lack codes of the set, such as those that do not match a text.
  private static func restricts(_ parameter: DefinitionNode) -> Bool {
    switch parameter["name"]?.string {
    case "filter", "exclude-system": true
    case "activeOnly", "excludeNotForUI", "excludePostCoordinated":
      parameter["valueBoolean"]?.boolean == true || parameter["valueString"]?.string == "true"
    default: false
    }
  }

  /// The versions with which parts name an expansion's systems: its own are those that were there when it was made.
  private func versions(of systems: [ByteText]) -> [ByteText: [ByteText?: Set<String?>]] {
    var named: [ByteText: [ByteText?: Set<String?>]] = [:]
    let imports = includes.contains { !$0.valueSets.isEmpty }
    for part in includes where !imports {
      guard let system = part.system?.byBytes else { continue }
      let version = part.version == Part.allVersions ? nil : part.version
      named[system, default: [:]].merge(part.byCodes([version])) { $0.union($1) }
    }
    let unnamed: [ByteText?: Set<String?>] = [nil: [nil]]
    return Dictionary(uniqueKeysWithValues: systems.map { ($0, named[$0] ?? unnamed) })
  }

  /// Reads what a node contains, and returns how many nodes that are: `total` counts those, and not the codes.
  private static func read(_ node: DefinitionNode, into draft: inout ValueSetDraft, depth: Int) -> Int {
    guard depth < 100 else { return 0 }
    var count = 0
    for item in node.items("contains") {
      if let code = item["code"]?.string, let system = item["system"]?.string, item["abstract"]?.boolean != true {
        draft.insert(code.byBytes, system: system.byBytes)
        for text in ([item["display"]] + item.items("designation").map { $0["value"] }).compactMap({ $0?.string }) {
          draft.names.insert(ValueSetDraft.name(system, code, text))
        }
      }
      count += 1 + read(item, into: &draft, depth: depth + 1)
    }
    return count
  }
}

extension ValueSetFacts.Part {
  init(_ node: DefinitionNode) {
    system = node["system"]?.string
    version = node["version"]?.string
    codes = node.items("concept").compactMap { $0["code"]?.string?.byBytes }
    for concept in node.items("concept") {
      let texts = [concept["display"]] + concept.items("designation").map { $0["value"] }
      names += texts.compactMap { $0?.string }.map { (concept["code"]?.string ?? "", $0) }
    }
    filters = node.items("filter").map(CodeFilter.init)
    valueSets = node.strings("valueSet")
  }
}

struct CodeSystemFacts: CodedFacts, Sendable {
  struct Concept: Sendable {
    var code: ByteText
    /// The place of the concept that contains this one, for nested concepts.
    var parent: Int?
    /// Names, what they mean, and values, as text.
    var properties: [(name: String, meaning: String, value: String)] = []
    var isInactive: Bool { properties.contains { ConceptProperty.retires($0.meaning, $0.value) } }
  }

  var url: String
  var version: String?
  var package = -1
  /// Whether ``concepts`` is the complete list: a system whose codes may be composed of others has none.
  var isComplete: Bool
  var ignoresCase: Bool
  var declared: [String]
  /// Nested concepts come after the concepts that contain them.
  var concepts: [Concept]

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.init(url: url, definedIn: node)
    version = node["version"]?.string
    isComplete = node["content"]?.string.map { $0 == "complete" } ?? true && node["compositional"]?.boolean != true
    declared = node.items("property").compactMap { $0["code"]?.string }
  }

  /// - Parameter node: the part of a value set that defines the codes of a system, in the older form.
  init(url: String, definedIn node: DefinitionNode) {
    (self.url, isComplete, declared) = (url, true, [])
    // If a system does not state it, codes are accepted in any case, as the definition of `CodeSystem.caseSensitive` asks.
    ignoresCase = node["caseSensitive"]?.boolean != true
    concepts = []
    var meanings: [ByteText: String] = [:]
    for property in node.items("property") {
      if let code = property["code"]?.string, let uri = property["uri"]?.string {
        meanings[code.byBytes] = ConceptProperty.meaning(ofCode: code, uri: uri)
      }
    }
    var pending = node.items("concept").reversed().map { (node: $0, parent: Int?.none) }
    while let (node, parent) = pending.popLast() {
      guard let code = node["code"]?.string else { continue }
      let place = concepts.count
      concepts.append(Concept(code: code.byBytes, parent: parent))
      for property in node.items("property") {
        guard let name = property["code"]?.string,
          let value = property.members.first(where: { $0.name.utf8.starts(with: "value".utf8) })?.value
        else { continue }
        let text = value.string ?? value["code"]?.string ?? value.lexeme
        concepts[place].properties.append((name, meanings[name.byBytes] ?? name, text))
      }
      pending += node.items("concept").reversed().map { ($0, place) }
    }
  }

  var size: Int { concepts.count }
}

extension CodeFilter {
  fileprivate init(_ node: DefinitionNode) {
    self.init(
      property: node["property"]?.string ?? "",
      // Without a value it selects nothing that anybody knows.
      operation: node["value"]?.string?.isEmpty == false ? node["op"]?.string ?? "" : "",
      value: node["value"]?.string ?? "")
  }
}

/// A questionnaire that the caller gave, as written: what its items mean depends on the release that asks.
package struct QuestionnaireFacts: CodedFacts, Sendable {
  package let url: String
  package let version: String?
  package var package = -1
  private let value: KeptValue
  /// Its text counts as about as many codes.
  let size: Int

  /// - Returns: `nil` if it has neither a url nor an id.
  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string ?? Self.address(node), let value = KeptValue(node) else { return nil }
    (self.url, version, self.value) = (url, node["version"]?.string, value)
    size = node.tape.range(node.index).count / 64
  }

  static func address(_ node: DefinitionNode) -> String? { node["id"]?.string.map { "Questionnaire/\($0)" } }
  package func withTape<Result>(_ body: (Tape) -> Result) -> Result { withExtendedLifetime(value) { body(value.tape) } }
}
