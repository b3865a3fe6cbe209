/// A resource or data type, ready to be written: only the elements that it adds to its base.
package struct SchemaStructure: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case type, abstract, resource
  }

  package let kind: Kind
  package let name: String
  /// Nil for `Element` and `Resource`.
  package let base: String?
  /// The binding of the type's values, unless an element states another.
  package let binding: Binding?
  package let elements: [SchemaElement]
}

/// An element of a structure.
package struct SchemaElement: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case types([ElementType])
    /// Reuses the content of another element of the same structure.
    case sameAs(path: String)
  }

  /// The last part of the path, with `[x]` if the element is a choice of types.
  package let name: String
  package let cardinality: Cardinality
  package internal(set) var content: Content
  package internal(set) var binding: Binding?
  /// Whether it is an attribute in XML, which can have neither id nor extensions.
  package let isAttribute: Bool
  /// Whether its definition calls the value an absolute URI.
  package let isAbsolute: Bool
  /// The nested elements, without those that its type already has.
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

/// How often an element may occur: `0..1`, `1..*`, `0..0` for one that a constrained type forbids.
package struct Cardinality: Hashable, Sendable, CustomStringConvertible {
  package let min: Int
  /// Nil for `*`.
  package let max: Int?

  package init(min: Int, max: String, path: String) throws(CompilerError) {
    self.min = min
    if max == "*" {
      self.max = nil
    } else if let number = Int(max), number >= 0 {
      self.max = number
    } else {
      throw CompilerError("\(path): the maximum '\(max)' is neither a number nor *")
    }
    if min < 0 || self.max.map({ $0 < min }) == true {
      throw CompilerError("\(path): the cardinality \(min)..\(max) cannot be met")
    }
  }

  package var description: String { "\(min)..\(max.map(String.init) ?? "*")" }
}
