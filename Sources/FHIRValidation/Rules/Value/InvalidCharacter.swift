package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let invalidCharacter = Rule(
    "value/invalid-character", .error, .value, summary: "a string holds a character that XML does not allow",
    checks: """
      The published type of strings is `xs:string`, whose characters are those of XML 1.0. So none is U+FFFE, U+FFFF \
      or a control character from U+0000 to U+001F other than tab, line feed and carriage return, escaped or not. The \
      rule is for all primitive types that are written as strings; in XHTML such a character is reported as \
      `narrative/not-well-formed`.
      """,
    matters: """
      XML has no escape for these characters, so the record cannot be converted to XML, and readers in C and databases \
      end the text at U+0000. They come from binary fields and truncated buffers.
      """,
    form: .resource("Patient"), bad: #""name": [{ "text": "Peter\u0000Chalmers" }]"#,
    good: #""name": [{ "text": "Peter\tChalmers" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#string")
}

extension RecordCursor {
  @inline(never) mutating func reportInvalidCharacter(
    _ character: IllegalCharacter, _ value: TapeIndex, _ member: MemberID, index: Int
  ) {
    let digits = String(character.code, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    report(
      .invalidCharacter, at: character.range, path: .member(member, index: index),
      "expected only characters that XML allows, found U+\(code)")
  }
}
