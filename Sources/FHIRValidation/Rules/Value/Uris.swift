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

  package static let relativeURI = Rule(
    "value/relative-uri", .warning, .value, summary: "a uri is relative where its definition calls it absolute",
    checks: """
      The definitions of some elements call their value an absolute URI, such as the canonical URL of a ValueSet and \
      the system of its codes. Such a value begins with a scheme and a colon: `http:`, `urn:`. A canonical URL may \
      also be `#` and the id of a contained resource. It is a warning, because the definitions of R4 describe the value \
      and do not say SHALL. Those of DSTU2 and STU3 say it of some urls, which are judged alike: a published example of \
      DSTU2 has a relative one.
      """,
    matters:
      "The URI identifies its subject wherever it is copied to. A relative one means something else on each server.",
    form: .resource("ValueSet"),
    example: """
      "url": ~,
      "status": "active",
      "compose": { "include": [{ "system": "http://example.org/codes" }] }
      """,
    bad: #""ValueSet/yes-no""#, good: #""http://example.org/fhir/ValueSet/yes-no""#,
    specification: "https://hl7.org/fhir/DSTU2/valueset-definitions.html#ValueSet.url")
}

extension StructureJudge {
  @inline(__always) mutating func checkIdentifier(_ object: TapeIndex, seen: UInt64, _ cursor: inout RecordCursor) {
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
      guard !text.hasScheme, let system, cursor.tape.string(system, equals: "urn:ietf:rfc:3986") else { return }
      return cursor.report(
        .identifierSystem, at: value, path: .member(member), expected: "a URI, as the system is 'urn:ietf:rfc:3986'")
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

  /// Whether it begins with the scheme of a URI: a letter, then letters, digits, `+`, `-` and `.`, then a colon.
  var hasScheme: Bool {
    guard count > 1, (bytes[0] | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
    var end = 1
    while end < count, Self.isInScheme(bytes[end]) { end += 1 }
    return end < count && bytes[end] == UInt8(ascii: ":")
  }

  private static func isInScheme(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

extension RecordCursor {
  @inline(never) mutating func checkAbsolute(_ text: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int) {
    let isLocal = members[member].kind == .canonical && text.count > 1 && text.bytes[0] == UInt8(ascii: "#")
    if isLocal || text.hasScheme { return }
    report(.relativeURI, at: tape.range(value), path: .member(member, index: index)) {
      "expected an absolute URI, found \($0.tape.uriExcerpt(value))"
    }
  }
}
