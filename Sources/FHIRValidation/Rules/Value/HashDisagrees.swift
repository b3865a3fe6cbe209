package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

extension Rule {
  package static let hashDisagrees = Rule(
    "value/hash-disagrees", .warning, .value, summary: "the hash of an attachment is not that of its data",
    checks: """
      If an Attachment has both `data` and `hash`, the hash is the SHA-1 digest of the data before base64 encoding, \
      itself in base64. A hash beside a `url` is not checked.

      This is a warning, because the specification defines the hash without a SHALL, and one of its own examples has \
      another form.
      """,
    matters: "Receivers recognise by the hash whether a document is complete and unchanged, and reject this one.",
    form: .resource("Patient"), example: #""photo": [{ "contentType": "image/png", "data": "iVBORw==", "hash": ~ }]"#,
    bad: #""2jmj7l5rSw0yVb/vlWAYkK/YBwk=""#, good: #""Tv/aEsJhHi5P628NNC/raFzNgls=""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#attachment")
}

extension StructureJudge {
  /// Judges the hash of an Attachment: see ``checkAttachment(_:seen:_:)``.
  @inline(never)
  mutating func compareHash(
    of object: TapeIndex, _ dataMember: MemberID, _ hashMember: MemberID, _ cursor: inout RecordCursor
  ) {
    guard let data = cursor.value(of: dataMember, in: object), let hash = cursor.value(of: hashMember, in: object),
      !cursor.isOff(Rule.hashDisagrees.id), let bytes = cursor.base64(data, Base64Grammar.bytes),
      let found = cursor.base64(hash, Base64Grammar.bytes)
    else { return }
    let expected = SHA1.digest(of: bytes)
    guard found != expected else { return }
    cursor.report(
      .hashDisagrees, at: cursor.tape.range(hash), path: .member(hashMember),
      "expected the SHA-1 digest of the data, \(Base64Grammar.text(of: expected)), found \(cursor.tape.excerpt(hash))")
  }
}

extension RecordCursor {
  /// What is made of the characters of a base64 value; `nil` for an invalid one, which another rule reports.
  func base64<Result>(_ value: TapeIndex, _ make: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    func result(_ text: UnsafeBufferPointer<UInt8>) -> Result? {
      guard let start = text.baseAddress, Base64Grammar.check(start, text.count).isNone else { return nil }
      return make(text)
    }
    switch tape.tag(value) {
    case .string: return result(UnsafeBufferPointer(start: tape.lexeme(value), count: tape.length(value)))
    // Many writers escape each slash.
    case .escapedString:
      var text = tape.string(value)
      return text.withUTF8(result)
    default: return nil
    }
  }
}
