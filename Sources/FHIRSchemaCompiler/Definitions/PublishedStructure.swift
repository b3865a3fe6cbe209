/// A `StructureDefinition` as published: only the members that the schema is made from.
package struct PublishedStructure: Decodable, Sendable {
  package let id: String
  package let fhirVersion: String?
  package let kind: String
  package let abstract: Bool
  package let base: String?
  package let snapshot: Snapshot

  package struct Snapshot: Decodable, Sendable {
    package let element: [PublishedElement]
  }

  /// The name of the structure this one is derived from.
  ///
  /// In DSTU2 a constrained type such as `Age` names the type it constrains here too.
  package var baseName: String? { base.map(lastPathComponent) }

  /// The first part of all element paths: not the id for `Age`, whose paths start with `Quantity`.
  package var rootPath: String { snapshot.element.first?.path ?? id }
}

/// One element of a snapshot.
package struct PublishedElement: Decodable, Sendable {
  package let path: String
  /// How the element is written, where not as an element: `xmlAttr`.
  package let representation: [String]?
  package let name: String?
  package let nameReference: String?
  package let min: Int
  package let max: String
  package let type: [PublishedType]?
  package let binding: PublishedBinding?
  package let constraint: [PublishedConstraint]?
}

/// One of the types of an element; DSTU2 repeats the type for each profile.
package struct PublishedType: Decodable, Sendable {
  package let code: String?
  package let profile: [String]?
  package let `extension`: [PublishedExtension]?
  package let codeSibling: Sibling?

  package struct Sibling: Decodable, Sendable {
    package let `extension`: [PublishedExtension]?
  }

  private enum CodingKeys: String, CodingKey {
    case code, profile, `extension`
    case codeSibling = "_code"
  }
}

/// An extension with a simple value.
package struct PublishedExtension: Decodable, Sendable {
  package let url: String
  package let valueString: String?
  package let valueCode: String?
}

/// A binding to a value set; one without a value set only describes the codes in words.
package struct PublishedBinding: Decodable, Sendable {
  package let strength: String
  package let valueSetUri: String?
  package let valueSetReference: Reference?

  package struct Reference: Decodable, Sendable {
    package let reference: String?
  }
}

/// An invariant.
package struct PublishedConstraint: Decodable, Sendable {
  package let key: String
  package let severity: String
  package let xpath: String
}

/// The part of a URL or path after the last slash.
func lastPathComponent(_ url: String) -> String {
  url.lastIndex(of: "/").map { String(url[url.index(after: $0)...]) } ?? url
}
