package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let identifierSystem = Rule(
    "value/identifier-system", .warning, .value,
    summary: "an identifier that is a URI has another system than that of URIs, or one of that system is no URI",
    checks: """
      If the value of an Identifier is a full URI, its system SHALL be `urn:ietf:rfc:3986`, by the comment on \
      `Identifier.value` in both releases. The rule is for values that begin with `http://`, `https://`, `urn:uuid:` \
      or `urn:oid:`; the UIDs of DICOM are written as `urn:oid:` with the system `urn:dicom:uid`, which passes. It is \
      a warning, because a published example of R4 has a web address without a system. A value of the system \
      `urn:ietf:rfc:3986` has a scheme: a UUID is written as `urn:uuid:`, an object identifier as `urn:oid:`.
      """,
    matters: """
      A URI identifies its subject by itself. With another system, readers that compare system and value do not \
      recognise the same subject.
      """,
    form: .resource("Patient"), example: #""identifier": [{ "system": ~, "value": "urn:oid:1.2.40.0.34.4" }]"#,
    bad: #""http://example.org/ids""#, good: #""urn:ietf:rfc:3986""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes-definitions.html#Identifier.value")
}

extension StructureJudge {
  @inline(__always)
  mutating func checkIdentifier(_ object: TapeIndex, seen: UInt64, _ cursor: inout RecordCursor) {
    guard let value = cursor.roles.identifierValue, seen & value.bit != 0 else { return }
    checkSystem(of: object, value.member, &cursor)
  }

  @inline(never)
  private mutating func checkSystem(of object: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) {
    guard let value = cursor.value(of: member, in: object), cursor.isText(value) else { return }
    let (text, system) = (cursor.text(value), cursor.tape.member("system", of: object))
    // Another rule reports a system that is no text.
    if let system, !cursor.isText(system) { return }
    guard let scheme = URIScheme(text) else {
      guard !text.hasScheme, let system, cursor.tape.string(system, equals: URIScheme.ofURIs),
        !cursor.drops(.identifierSystem)
      else { return }
      return cursor.report(
        .identifierSystem, at: cursor.tape.range(value), path: .member(member),
        "expected a URI, as the system is 'urn:ietf:rfc:3986', found \(cursor.tape.excerpt(value))")
    }
    if let system, scheme.isUsual(with: cursor.text(system)) { return }
    if cursor.drops(.identifierSystem) { return }
    let found = system.map { "\(cursor.tape.uriExcerpt($0))" } ?? "none"
    cursor.report(
      .identifierSystem, at: cursor.tape.range(system ?? value),
      path: system == nil ? .member(member) : .child("system"),
      "expected the system 'urn:ietf:rfc:3986' for an identifier that is a URI, found \(found)")
  }
}

private enum URIScheme {
  case http, uuid, oid

  static let ofURIs: StaticString = "urn:ietf:rfc:3986"

  init?(_ text: TextBytes) {
    // A URI has no white space.
    if text.buffer.contains(where: Bytes.isWhitespace) { return nil }
    if text.begins("http://") || text.begins("https://") {
      self = .http
    } else if text.begins("urn:uuid:") {
      self = .uuid
    } else if text.begins("urn:oid:") {
      self = .oid
    } else {
      return nil
    }
  }

  func isUsual(with system: TextBytes) -> Bool {
    let images: StaticString = "urn:dicom:uid"
    return system.begins(Self.ofURIs) && system.count == Self.ofURIs.utf8CodeUnitCount
      || self == .oid && system.begins(images) && system.count == images.utf8CodeUnitCount
  }
}
