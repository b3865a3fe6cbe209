/// A `StructureDefinition`: only the parts that the schema is made from, in a form common to all releases.
package struct PublishedStructure: Sendable {
  package let id, fhirVersion: String
  /// `resource`, or one of the words that releases have for data types.
  package let kind: String
  package let abstract: Bool
  /// The name of the structure that this is derived from, or that a constrained type such as `Age` constrains.
  package let baseName: String?
  /// The form of the value as stated here, for a primitive type.
  package internal(set) var primitive: SchemaPrimitive?
  /// The root first.
  package internal(set) var elements: [PublishedElement]

  /// The first part of all element paths: not the id for DSTU2's `Age`, whose paths start with `Quantity`.
  package var rootPath: String { elements.first?.path ?? id }
}

package struct PublishedElement: Sendable {
  package let path: String
  /// The path of the element that this one is inherited from; its own path if it is not inherited.
  package let origin: String
  package let isAttribute, isAbsolute: Bool
  package let min: Int
  package let max: String
  package var types: [ElementType]
  /// The path of the element whose content this one reuses.
  package let contentPath: String?
  package let binding: Binding?
  package let constraints: [PublishedInvariant]
  /// What it says of the element in words: its definition, comment and requirements.
  package let text: String
}

func unversioned(_ canonical: String) -> String { String(canonical.prefix { $0 != "|" }) }

func lastPathComponent(_ url: String) -> String {
  url.lastIndex(of: "/").map { String(url[url.index(after: $0)...]) } ?? url
}
