/// A `ValueSet`: what it includes and excludes. One form serves all releases, because only the positions of the members
/// differ.
package struct PublishedValueSet: Sendable {
  package let url: String
  package let version: String?
  /// The code system that DSTU2 defines inside the value set.
  package let codeSystem: PublishedCodeSystem?
  package let includes: [Include]
  package let excludes: [Include]

  /// Codes of one system, or of other value sets, or the codes of the system that are in all of the value sets.
  package struct Include: Sendable {
    package let system: String?
    /// The listed codes; all of the system if nil.
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
    let version: String?
    let codeSystem: PublishedCodeSystem?
    let compose: Compose?
  }

  private struct Compose: Decodable {
    /// In DSTU2 an import adds the codes of another value set, also in addition to an include.
    let `import`: [String]?
    let include: [Include]?
    let exclude: [Include]?
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    (url, version) = (form.url, form.version)
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
