/// Value sets with the expansions that HL7 published: all in one bundle, or each a resource of its own.
package struct PublishedExpansions: Sendable {
  package private(set) var valueSets: [ValueSet]

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
  }

  package struct Contains: Decodable, Sendable {
    package let system: String?
    package let code: String?
    package let abstract: Bool?
    package let contains: [Contains]?
  }

  /// The codes of a value set, if all of them are published.
  func codes(of url: String) -> Expansion? {
    valueSets.first { $0.url == url && $0.expansion.isComplete }?.expansion
  }

  package mutating func add(_ other: PublishedExpansions) { valueSets += other.valueSets }
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

extension PublishedExpansions.Expansion {
  /// Calls `body` with each code that a record may use, and its system.
  func forEachCode(_ body: (_ system: String, _ code: String) -> Void) {
    func visit(_ contains: [PublishedExpansions.Contains]) {
      for entry in contains {
        if let code = entry.code, entry.abstract != true { body(entry.system ?? "", code) }
        visit(entry.contains ?? [])
      }
    }
    visit(contains ?? [])
  }
}
