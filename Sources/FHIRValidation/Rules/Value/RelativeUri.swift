package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let relativeURI = Rule(
    "value/relative-uri", .warning, .value, summary: "a uri is relative where its definition calls it absolute",
    checks: """
      The definitions of some elements call their value an absolute URI, such as the canonical URL of a ValueSet and \
      the system of its codes. Such a value begins with a scheme and a colon: `http:`, `urn:`. A canonical URL may \
      also be `#` and the id of a contained resource. It is a warning, because the definitions of R4 describe the value \
      and do not say SHALL. Those of DSTU2 and STU3 say it of some urls, which are judged alike: a published example of \
      DSTU2 has a relative one.
      """,
    matters: """
      The URI identifies its subject wherever it is copied to. A relative one means something else on each server.
      """,
    form: .resource("ValueSet"),
    example: """
      "url": ~,
      "status": "active",
      "compose": { "include": [{ "system": "http://example.org/codes" }] }
      """,
    bad: #""ValueSet/yes-no""#, good: #""http://example.org/fhir/ValueSet/yes-no""#,
    specification: "https://hl7.org/fhir/DSTU2/valueset-definitions.html#ValueSet.url")
}

extension TextBytes {
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
  @inline(never)
  mutating func checkAbsolute(_ text: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int) {
    let isLocal = members[member].kind == .canonical && text.count > 1 && text.bytes[0] == UInt8(ascii: "#")
    if isLocal || text.hasScheme || drops(.relativeURI) { return }
    report(
      .relativeURI, at: tape.range(value), path: .member(member, index: index),
      "expected an absolute URI, found \(tape.uriExcerpt(value))")
  }
}
