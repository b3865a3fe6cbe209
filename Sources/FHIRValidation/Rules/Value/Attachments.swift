package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

/// The rules of attachments whose data is there.
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

  package static let sizeDisagrees = Rule(
    "value/size-disagrees", .error, .value, summary: "an attachment has not as many bytes as it says",
    checks: """
      If an Attachment has both `data` and `size`, the size is the number of bytes of the data before base64 encoding. \
      A size beside a `url` is not checked; such attachments are counted.
      """,
    matters: "Readers allocate memory by the size, or treat the document as truncated if it has fewer bytes.",
    form: .resource("Patient"), bad: #""photo": [{ "contentType": "image/png", "data": "iVBORw==", "size": 8 }]"#,
    good: #""photo": [{ "contentType": "image/png", "data": "iVBORw==", "size": 4 }]"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#attachment")
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

extension StructureJudge {
  /// Judges the hash of an Attachment: see ``checkAttachment(_:seen:_:)``.
  @inline(never) mutating func compareHash(
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

  /// Judges the size and the hash of an Attachment that holds its data.
  @inline(__always) mutating func checkAttachment(_ object: TapeIndex, seen: UInt64, _ cursor: inout RecordCursor) {
    guard let data = cursor.roles.attachmentData, seen & data.bit != 0 else { return countFile(of: object, &cursor) }
    if let size = cursor.roles.attachmentSize, seen & size.bit != 0 {
      compareSize(of: object, data.member, size.member, &cursor)
    }
    if let hash = cursor.roles.attachmentHash, seen & hash.bit != 0 {
      compareHash(of: object, data.member, hash.member, &cursor)
    }
  }

  /// Counts an attachment whose file is elsewhere, so that nothing of it can be compared.
  @inline(never) private func countFile(of object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.tape.member("url", of: object) != nil else { return }
    cursor.counts.countUnjudged("type, size and hash of files that attachments name")
  }

  @inline(never) private mutating func compareSize(
    of object: TapeIndex, _ dataMember: MemberID, _ sizeMember: MemberID, _ cursor: inout RecordCursor
  ) {
    guard let data = cursor.value(of: dataMember, in: object), let size = cursor.value(of: sizeMember, in: object),
      // Another rule reports an invalid size or invalid data.
      cursor.tape.tag(size) == .integer, let stated = Int(cursor.tape.string(size)), stated >= 0,
      let characters = cursor.base64(
        data, { $0.reduce(into: 0) { count, byte in if Base64Grammar.value(byte) < 64 { count += 1 } } })
    else { return }
    let found = characters * 3 / 4
    guard stated != found else { return }
    cursor.report(
      .sizeDisagrees, at: cursor.tape.range(size), path: .member(sizeMember),
      "expected \(found), the number of bytes in the data, found \(stated)")
  }
}
