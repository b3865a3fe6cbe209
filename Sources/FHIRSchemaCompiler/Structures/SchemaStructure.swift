/// A resource or data type, ready to be written: only what it adds to its base.
package struct SchemaStructure: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case type, abstract, resource
  }

  package let kind: Kind
  package let name: String
  /// Nil for `Element` and `Resource`.
  package let base: String?
  /// Which codes a value of the type takes, where an element does not say otherwise.
  package let binding: Binding?
  package let elements: [SchemaElement]
}

/// An element of a structure.
package struct SchemaElement: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case types([ElementType])
    /// The content of another element of the same structure.
    case sameAs(path: String)
  }

  /// The last part of the path, with `[x]` when the element is a choice of types.
  package let name: String
  package let cardinality: Cardinality
  package let content: Content
  package let binding: Binding?
  /// Whether XML has it as an attribute, which can have neither id nor extensions.
  package let isAttribute: Bool
  /// What is nested in the element, without what its type has anyway.
  package let children: [SchemaElement]
}

/// A primitive type: a JSON value and the regular expression published for it.
package struct SchemaPrimitive: Hashable, Sendable {
  package enum JSONKind: String, Sendable {
    case string, number, boolean
  }

  package let name: String
  package let base: String
  package let kind: JSONKind
  package let regex: String?
}
