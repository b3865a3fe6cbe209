/// A `ValueSet`: what it includes and excludes. One form serves all releases, because only the positions of the members
/// differ.
package struct PublishedValueSet: Decodable, Sendable {
  package let url: String
  package let version: String?
  /// The code system that DSTU2 defines inside the value set.
  package let codeSystem: PublishedCodeSystem?
  private let compose: Compose?

  private struct Compose: Decodable {
    /// In DSTU2 an import adds the codes of another value set, also in addition to an include.
    let `import`: [String]?
    let include: [Include]?
    let exclude: [Include]?
  }

  package var includes: [Include] {
    (compose?.import ?? []).map { Include(system: nil, concept: nil, filter: nil, valueSet: [$0]) }
      + (compose?.include ?? [])
  }
  package var excludes: [Include] { compose?.exclude ?? [] }

  /// Codes of one system, or of other value sets, or the codes of the system that are in all of the value sets.
  package struct Include: Decodable, Sendable {
    package let system: String?
    fileprivate let concept: [Concept]?
    fileprivate let filter: [Filter]?
    fileprivate let valueSet: [String]?

    fileprivate struct Concept: Decodable { let code: String }

    /// The listed codes; all of the system if nil.
    package var codes: [String]? { concept.flatMap { $0.isEmpty ? nil : $0.map(\.code) } }
    package var filters: [Filter] { filter ?? [] }
    package var valueSets: [String] { (valueSet ?? []).map(unversioned) }
  }

  package struct Filter: Decodable, Sendable {
    package let property: String
    package let op: String
    package let value: String
  }
}

/// A code system: a separate resource, or defined inside a value set, as in DSTU2.
package struct PublishedCodeSystem: Sendable {
  package let url: String
  package let version: String?
  package let caseSensitive: Bool?
  /// Whether the list of its codes is complete, not only examples or empty.
  package let isComplete: Bool
  package let concepts: [Concept]

  package struct Concept: Decodable, Sendable {
    package let code: String
    fileprivate let abstract: Bool?
    fileprivate let concept: [Concept]?
    fileprivate let modifierExtension: [PublishedExtension]?
    fileprivate let property: [Property]?

    /// A property of a concept in R4, where DSTU2 has a member or an extension.
    fileprivate struct Property: Decodable {
      let code: String
      let valueBoolean: Bool?
      let valueCode: String?
    }

    private static let subsumes = "http://hl7.org/fhir/StructureDefinition/valueset-subsumes"

    package var isAbstract: Bool {
      abstract ?? (property ?? []).contains { $0.code == "notSelectable" && $0.valueBoolean == true }
    }
    package var concepts: [Concept] { concept ?? [] }
    /// Children that are not nested in it: nesting shows one parent, but a concept may have several.
    package var others: [String] {
      (modifierExtension ?? []).filter { $0.url == Self.subsumes }.compactMap(\.valueCode)
        + (property ?? []).filter { $0.code == "child" }.compactMap(\.valueCode)
    }
  }
}

extension PublishedCodeSystem: Decodable {
  private struct Form: Decodable {
    /// The URL inside a value set of DSTU2.
    let system: String?
    let url: String?
    let version: String?
    let caseSensitive: Bool?
    let content: String?
    let concept: [Concept]?
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    guard let url = form.system ?? form.url else { throw CompilerError("a code system without a URL") }
    self.url = url
    version = form.version
    caseSensitive = form.caseSensitive
    // Inside a value set it is not stated, because all codes are there.
    isComplete = form.content == nil || form.content == "complete"
    concepts = form.concept ?? []
  }
}

/// Value sets with the expansions that HL7 published: all in one bundle, or each a resource of its own.
package struct PublishedExpansions: Sendable {
  package let valueSets: [ValueSet]

  package struct ValueSet: Decodable, Sendable {
    package let url: String
    package let expansion: Expansion
  }

  package struct Expansion: Decodable, Sendable {
    package let contains: [Contains]?
    let `extension`: [PublishedExtension]?

    /// Whether it has all codes: an extension marks an expansion with too many codes, or an infinite number.
    var isComplete: Bool { `extension`.first(Self.tooCostly) == nil && `extension`.first(Self.unclosed) == nil }

    private static let tooCostly = "http://hl7.org/fhir/StructureDefinition/valueset-toocostly"
    private static let unclosed = "http://hl7.org/fhir/StructureDefinition/valueset-unclosed"

    /// Calls `body` with each code that a record may use, and its system.
    func forEachCode(_ body: (_ system: String, _ code: String) -> Void) {
      func visit(_ contains: [Contains]) {
        for entry in contains {
          if let code = entry.code, entry.abstract != true { body(entry.system ?? "", code) }
          visit(entry.contains ?? [])
        }
      }
      visit(contains ?? [])
    }
  }

  package struct Contains: Decodable, Sendable {
    package let system: String?
    package let code: String?
    package let abstract: Bool?
    package let contains: [Contains]?
  }

  func codes(of url: String) -> Expansion? {
    valueSets.first { $0.url == url && $0.expansion.isComplete }?.expansion
  }
}

extension PublishedExpansions: Decodable {
  private struct Bundle: Decodable {
    let entry: [Entry]?

    struct Entry: Decodable { let resource: ValueSet }
  }

  package init(from decoder: any Decoder) throws {
    let bundle = try Bundle(from: decoder)
    valueSets = try bundle.entry.map { $0.map(\.resource) } ?? [ValueSet(from: decoder)]
  }
}
