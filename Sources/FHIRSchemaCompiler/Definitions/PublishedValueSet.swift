/// A `ValueSet` as published: its own code system, its composition, or both.
package struct PublishedValueSet: Decodable, Sendable {
  package let url: String
  package let codeSystem: PublishedCodeSystem?
  package let compose: Compose?

  package struct Compose: Decodable, Sendable {
    package let `import`: [String]?
    package let include: [Include]?
    package let exclude: [Include]?
  }

  /// Codes of one system: those listed, those passing all filters, or the whole system.
  package struct Include: Decodable, Sendable {
    package let system: String
    package let concept: [Concept]?
    package let filter: [Filter]?
  }

  package struct Concept: Decodable, Sendable {
    package let code: String
  }

  package struct Filter: Decodable, Sendable {
    package let property: String
    package let op: String
    package let value: String
  }
}

/// A code system that is defined inside a value set, as DSTU2 does.
package struct PublishedCodeSystem: Decodable, Sendable {
  package let system: String
  package let caseSensitive: Bool?
  package let concept: [Concept]

  package struct Concept: Decodable, Sendable {
    package let code: String
    package let abstract: Bool?
    package let concept: [Concept]?
    package let modifierExtension: [PublishedExtension]?
  }
}

/// The published bundle of value sets with their expansions.
package struct PublishedExpansions: Decodable, Sendable {
  package let entry: [Entry]

  package struct Entry: Decodable, Sendable {
    package let resource: ExpandedValueSet
  }

  package struct ExpandedValueSet: Decodable, Sendable {
    package let url: String
    package let expansion: Expansion
  }

  package struct Expansion: Decodable, Sendable {
    package let contains: [Contains]?
  }

  package struct Contains: Decodable, Sendable {
    package let system: String?
    package let code: String?
    package let abstract: Bool?
    package let contains: [Contains]?
  }
}
