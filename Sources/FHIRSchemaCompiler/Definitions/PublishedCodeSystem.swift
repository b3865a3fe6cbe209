/// A code system: a separate resource, or defined inside a value set, as in DSTU2.
package struct PublishedCodeSystem: Sendable {
  package let url: String
  package let version: String?
  package let caseSensitive: Bool?
  /// Whether the list of its codes is complete, not only examples or empty.
  package let isComplete: Bool
  package let concepts: [Concept]

  package struct Concept: Sendable {
    package let code: String
    /// Whether it only groups others.
    package let isAbstract: Bool
    package let concepts: [Concept]
    /// Children that are not nested in it: nesting shows one parent, but a concept may have several.
    package let others: [String]
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

extension PublishedCodeSystem.Concept: Decodable {
  private static let subsumes = "http://hl7.org/fhir/StructureDefinition/valueset-subsumes"

  private struct Form: Decodable {
    let code: String
    let abstract: Bool?
    let concept: [PublishedCodeSystem.Concept]?
    let modifierExtension: [PublishedExtension]?
    let property: [Property]?
  }

  /// A property of a concept in R4, where DSTU2 has a member or an extension.
  private struct Property: Decodable {
    let code: String
    let valueBoolean: Bool?
    let valueCode: String?
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    let properties = form.property ?? []
    code = form.code
    isAbstract = form.abstract ?? properties.contains { $0.code == "notSelectable" && $0.valueBoolean == true }
    concepts = form.concept ?? []
    others =
      (form.modifierExtension ?? []).filter { $0.url == Self.subsumes }.compactMap(\.valueCode)
      + properties.filter { $0.code == "child" }.compactMap(\.valueCode)
  }
}
