/// An element as the definitions state it, for messages, dumps and models; the walk uses ``MemberRow``.
package struct SchemaElement: Sendable {
  /// The name in its type, `value[x]` for a choice.
  package var name: String
  package var minimum: Int
  /// `nil` if the definitions state `*`.
  package var maximum: Int?
  package var types: [SchemaTypeUse]
  package var binding: SchemaBinding?
  /// Whether it is an attribute in XML.
  package var isAttribute = false
  /// Whether its definition calls the value an absolute URI.
  package var isAbsolute = false

  /// The cardinality in the notation of the definitions.
  package var cardinality: String {
    switch (minimum, maximum) {
    case (1, 1): "1..1"
    case (1, nil): "1..*"
    case (0, 1): "0..1"
    case (0, nil): "0..*"
    default: "\(minimum)..\(maximum.map(String.init) ?? "*")"
    }
  }
  /// Whether the element is a choice of types.
  package var isChoice: Bool { name.utf8.last == UInt8(ascii: "]") }
  /// The name without the suffix of a choice.
  package var baseName: String { isChoice ? String(name.dropLast(3)) : name }
}

/// A type that an element may have, with the profile or the targets that the definitions add.
package struct SchemaTypeUse: Sendable, Hashable {
  /// The type's name, or the path of an element whose content is reused.
  package var name: String
  /// For `Reference` the allowed resource types, empty for any; for `Quantity` the constrained type.
  package var arguments: [String]

  /// The name as it follows the element's name in a choice: `String` for `string`.
  var capitalizedName: String {
    var bytes = Array(name.utf8)
    if let first = bytes.first, first &- UInt8(ascii: "a") < 26 { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The binding of an element to a value set.
package struct SchemaBinding: Sendable, Hashable {
  package enum Strength: String, Sendable, CaseIterable {
    case required, extensible, preferred, example
  }

  package var strength: Strength
  /// The short name within the release, or a URL.
  package var valueSet: String
  /// The value set that all codes must be in, including codes outside the first set.
  package var maximum: String? = nil

  /// The binding that is judged: `nil` if the value set only suggests codes and has no maximum.
  ///
  /// A maximum includes all codes of an extensible value set, so it is judged instead, if the form of its codes is known.
  /// The other maxima, units of time and of length, are judged by the invariants of their types.
  func judged(_ forms: [String: CodeForm]) -> SchemaBinding? {
    switch strength {
    case .required: self
    case .extensible: required(maximum.flatMap { forms[$0] == nil ? nil : $0 }) ?? self
    case .preferred, .example: required(maximum)
    }
  }

  private func required(_ valueSet: String?) -> SchemaBinding? {
    valueSet.map { SchemaBinding(strength: .required, valueSet: $0) }
  }
}
