/// A `ValueSet`: what it takes in and what it leaves out. One form serves all releases, as their members differ only in
/// where they stand.
package struct PublishedValueSet: Sendable {
  package let url: String
  /// The code system that DSTU2 defines inside the value set.
  package let codeSystem: PublishedCodeSystem?
  package let includes: [Include]
  package let excludes: [Include]

  /// Codes of one system, or of other value sets, or those of the system that all the value sets have.
  package struct Include: Sendable {
    package let system: String?
    /// The codes that are listed; all of the system when nil.
    package let codes: [String]?
    package let filters: [Filter]
    package let valueSets: [String]
  }

  package struct Filter: Decodable, Sendable {
    package let property: String
    package let op: String
    package let value: String
  }
}

extension PublishedValueSet: Decodable {
  private struct Form: Decodable {
    let url: String
    let codeSystem: PublishedCodeSystem?
    let compose: Compose?
  }

  private struct Compose: Decodable {
    /// In DSTU2 an import adds the codes of another value set, also beside an include.
    let `import`: [String]?
    let include: [Include]?
    let exclude: [Include]?
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    url = form.url
    codeSystem = form.codeSystem
    let imports = (form.compose?.import ?? []).map { Include(system: nil, codes: nil, filters: [], valueSets: [$0]) }
    includes = imports + (form.compose?.include ?? [])
    excludes = form.compose?.exclude ?? []
  }
}

extension PublishedValueSet.Include: Decodable {
  private struct Form: Decodable {
    let system: String?
    let concept: [Concept]?
    let filter: [PublishedValueSet.Filter]?
    let valueSet: [String]?

    struct Concept: Decodable { let code: String }
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    system = form.system
    codes = form.concept.flatMap { $0.isEmpty ? nil : $0.map(\.code) }
    filters = form.filter ?? []
    valueSets = (form.valueSet ?? []).map { String($0.prefix { $0 != "|" }) }
  }
}
