/// How the value of a member is judged: the grammars of primitive types, and the few forms that need special treatment.
///
/// The definitions name the grammar of each primitive type: see ``init(grammar:)``.
@frozen
@usableFromInline
package enum ValueKind: UInt8, Sendable, CaseIterable {
  /// An object whose members its type defines.
  case complex
  /// An object that names its type in `resourceType`: contained resources, a Bundle entry's resource.
  case resource
  /// `resourceType` itself.
  case resourceType
  /// Comments, if a release allows them in every element.
  case comments
  case boolean
  case integer
  case unsignedInt
  case positiveInt
  case decimal
  /// A decimal that may have an exponent.
  case scientificDecimal
  case string
  case markdown
  case xhtml
  case uri
  case canonical
  case oid
  /// An OID of at least two numbers.
  case branchedOID
  case uuid
  case id
  case code
  case base64Binary
  /// A date, date and time, or instant whose year may have a minus sign.
  case signedDate
  case signedDateTime
  case signedInstant
  case time
  /// The same without a sign; a time may have a leap second.
  case date
  case dateTime
  case instant
  case leapTime
  /// The same with both.
  case signedLeapDateTime
  /// `Reference.reference`, which is a string in the definitions but has the meaning of a reference.
  case reference
  /// `SampledData.data`, which is a string in the definitions, with a pattern in the published XML schema.
  case sampledData
  /// The `id` of an element, if the definitions call it a string: the specification's text allows no space.
  case elementID

  /// Whether the value is a single JSON string, number or boolean, with a `_` sibling for its id and extensions.
  @inlinable
  package var isPrimitive: Bool { rawValue >= ValueKind.boolean.rawValue }

  /// Whether the JSON form is a number.
  @inlinable
  package var isNumber: Bool {
    rawValue >= ValueKind.integer.rawValue && rawValue <= ValueKind.scientificDecimal.rawValue
  }
}
