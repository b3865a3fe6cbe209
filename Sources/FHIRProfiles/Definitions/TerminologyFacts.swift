import FHIRText

/// What a definition of a value set says.
struct ValueSetFacts: Sendable {
  /// A part that is taken in or out.
  struct Part: Sendable {
    var system: String?
    var codes: [ByteText] = []
    var hasFilters = false
    var valueSets: [String] = []
  }

  var url: String
  var version: String?
  /// The codes of an expansion that is complete, `nil` where there is none.
  var expansion: ValueSetDraft?
  /// The codes of a system that the value set itself defines.
  var ownCodes = ValueSetDraft()
  var includes: [Part] = []
  var excludes: [Part] = []

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.url = url
    version = node["version"]?.string
    includes = node["compose"]?.items("include").map(Part.init) ?? []
    includes += (node["compose"]?.strings("import") ?? []).map { Part(valueSets: [$0]) }
    excludes = node["compose"]?.items("exclude").map(Part.init) ?? []
    // In the older form a value set may define the code system that it is of.
    if let own = node["codeSystem"], let system = own["system"]?.string {
      for code in CodeSystemFacts.codes(in: own) { ownCodes.insert(code, system: system.byBytes) }
    }
    if let expansion = node["expansion"], expansion["contains"] != nil {
      var draft = ValueSetDraft()
      Self.read(expansion, into: &draft, depth: 0)
      let total = expansion["total"]?.integer
      let count = draft.codes.reduce(0) { $0 + $1.value.count }
      if total.map({ $0 <= count }) ?? true { self.expansion = draft }
    }
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
    codes = node.items("concept").compactMap { $0["code"]?.string?.byBytes }
    hasFilters = !node.items("filter").isEmpty
    valueSets = node.strings("valueSet")
  }
}

/// What a definition of a code system says.
struct CodeSystemFacts: Sendable {
  var url: String
  var version: String?
  /// Whether ``codes`` are all that it has.
  var isComplete: Bool
  var codes: [ByteText]

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.url = url
    version = node["version"]?.string
    isComplete = node["content"]?.string.map { $0 == "complete" } ?? true
    codes = Self.codes(in: node)
  }

  /// The codes of all concepts, those inside of others too.
  static func codes(in node: DefinitionNode) -> [ByteText] {
    var codes: [ByteText] = []
    var pending = node.items("concept")
    while let concept = pending.popLast() {
      if let code = concept["code"]?.string { codes.append(code.byBytes) }
      pending += concept.items("concept")
    }
    return codes
  }
}
