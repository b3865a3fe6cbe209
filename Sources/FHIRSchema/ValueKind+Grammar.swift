extension ValueKind {
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

  /// The kind of a primitive type with a grammar of this name.
  package init?(grammar name: String) {
    guard let kind = Self.grammars[name] else { return nil }
    self = kind
  }

  /// The JSON type of a primitive, in the words of the definitions.
  package var jsonKind: String { self == .boolean ? "boolean" : isNumber ? "number" : "string" }
}
