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
  case boolean, integer, unsignedInt, positiveInt, decimal, scientificDecimal
  case string, markdown, xhtml, uri, canonical, oid
  /// An OID of at least two numbers.
  case branchedOID
  case uuid, id, code, base64Binary
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
  @inlinable package var isPrimitive: Bool { rawValue >= ValueKind.boolean.rawValue }

  @inlinable
  package var isNumber: Bool {
    rawValue >= ValueKind.integer.rawValue && rawValue <= ValueKind.scientificDecimal.rawValue
  }

  /// The grammars that `Schemas/RELEASE/primitives.txt` may name.
  ///
  /// A new grammar needs a case, a line here, and a line in the walk that calls its checker.
  private static let grammars: [String: ValueKind] = [
    "boolean": .boolean, "integer": .integer, "unsigned-integer": .unsignedInt, "positive-integer": .positiveInt,
    "decimal": .decimal, "scientific-decimal": .scientificDecimal, "string": .string, "markdown": .markdown,
    "xhtml": .xhtml, "uri": .uri, "canonical": .canonical, "oid": .oid, "branched-oid": .branchedOID, "uuid": .uuid,
    "id": .id, "code": .code, "base64": .base64Binary, "signed-date": .signedDate, "signed-date-time": .signedDateTime,
    "signed-instant": .signedInstant, "time": .time, "date": .date, "date-time": .dateTime, "instant": .instant,
    "leap-time": .leapTime, "signed-leap-date-time": .signedLeapDateTime,
  ]

  package init?(grammar name: String) {
    guard let kind = Self.grammars[name] else { return nil }
    self = kind
  }

  /// The JSON type of a primitive, in the words of the definitions.
  package var jsonKind: String { self == .boolean ? "boolean" : isNumber ? "number" : "string" }
}
