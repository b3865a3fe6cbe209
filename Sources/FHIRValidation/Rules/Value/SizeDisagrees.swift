package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

extension Rule {
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

extension StructureJudge {
  /// Judges the size and the hash of an Attachment that holds its data.
  @inline(__always)
  mutating func checkAttachment(_ object: TapeIndex, seen: UInt64, _ cursor: inout RecordCursor) {
    guard let data = cursor.roles.attachmentData, seen & data.bit != 0 else { return countFile(of: object, &cursor) }
    if let size = cursor.roles.attachmentSize, seen & size.bit != 0 {
      compareSize(of: object, data.member, size.member, &cursor)
    }
    if let hash = cursor.roles.attachmentHash, seen & hash.bit != 0 {
      compareHash(of: object, data.member, hash.member, &cursor)
    }
  }

  /// Counts an attachment whose file is elsewhere, so that nothing of it can be compared.
  @inline(never)
  private func countFile(of object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.tape.member("url", of: object) != nil else { return }
    cursor.counts.countUnjudged("type, size and hash of files that attachments name")
  }

  @inline(never)
  private mutating func compareSize(
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
