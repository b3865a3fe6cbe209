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
    guard text.isFullURI else {
      guard !text.hasScheme, let system, cursor.tape.string(system, equals: "urn:ietf:rfc:3986"),
        !cursor.drops(.identifierSystem)
      else { return }
      return cursor.report(
        .identifierSystem, at: cursor.tape.range(value), path: .member(member),
        "expected a URI, as the system is 'urn:ietf:rfc:3986', found \(cursor.tape.excerpt(value))")
    }
    if let system {
      if cursor.tape.string(system, equals: "urn:ietf:rfc:3986") { return }
      if text.begins("urn:oid:"), cursor.tape.string(system, equals: "urn:dicom:uid") { return }
    }
    if cursor.drops(.identifierSystem) { return }
    let found = system.map { "\(cursor.tape.uriExcerpt($0))" } ?? "none"
    cursor.report(
      .identifierSystem, at: cursor.tape.range(system ?? value),
      path: system == nil ? .member(member) : .child("system"),
      "expected the system 'urn:ietf:rfc:3986' for an identifier that is a URI, found \(found)")
  }
}

extension TextBytes {
  /// Whether it begins as a full URI does; a URI has no white space.
  fileprivate var isFullURI: Bool {
    (begins("http://") || begins("https://") || begins("urn:uuid:") || begins("urn:oid:"))
      && !buffer.contains(where: Bytes.isWhitespace)
  }
}
