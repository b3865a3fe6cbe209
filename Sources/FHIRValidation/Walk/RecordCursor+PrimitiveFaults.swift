import FHIRDiagnostics
import FHIRPrimitives
import FHIRSchema
import FHIRRecognition
import FHIRTape

/// The rule that a faulty primitive value breaks: one for each type, and two for strings of any type.
extension Rule {
  static func value(_ fault: PrimitiveFault, of kind: ValueKind) -> Rule {
    switch fault {
    case .empty: return .emptyString
    case .blank: return .blankString
    case .stringTooLong: return .stringTooLong
    case .oidPrefix, .oidArc, .oidRoot: return .invalidOid
    case .uuidPrefix, .uuidMalformed, .uuidUpperCase: return .invalidUuid
    default: break
    }
    switch kind {
    case .date, .signedDate: return .invalidDate
    case .dateTime, .signedDateTime, .signedLeapDateTime: return .invalidDateTime
    case .instant, .signedInstant: return .invalidInstant
    case .time, .leapTime: return .invalidTime
    case .decimal, .scientificDecimal: return .invalidDecimal
    case .integer: return .invalidInteger
    case .unsignedInt: return .invalidUnsignedInt
    case .positiveInt: return .invalidPositiveInt
    case .id, .elementID: return .invalidId
    case .oid, .branchedOID: return .invalidOid
    case .uuid: return .invalidUuid
    case .uri, .canonical: return .invalidUri
    case .code: return .invalidCode
    case .base64Binary: return .invalidBase64
    case .reference: return .invalidReference
    case .sampledData: return .invalidSampledData
    case .string, .markdown, .xhtml, .complex, .resource, .resourceType, .comments, .boolean: return .stringTooLong
    }
  }
}

extension RecordCursor {
  /// Reports a primitive value of the right JSON type that its FHIR type does not allow.
  @inline(never)
  mutating func reportValue(_ fault: PrimitiveFault, _ value: TapeIndex, _ member: MemberID, index: Int) {
    let kind = members[member].kind
    let rule = Rule.value(fault, of: kind)
    // The text of `uri` asks for lower case, as that of `uuid` does; published examples have upper case in a uri.
    let severity = fault == .uuidUpperCase && kind != .uuid ? .warning : rule.severity
    if drops(rule.id, severity) { return }
    if let part = faultyPart(of: value, fault) {
      return report(
        rule.id, severity, at: part.range, path: .member(member, index: index),
        "expected \(fault.expectation), found \(part.words)")
    }
    let found = [.uri, .canonical, .reference].contains(kind) ? tape.uriExcerpt(value) : tape.excerpt(value)
    report(
      rule.id, severity, at: tape.range(value), path: .member(member, index: index),
      "expected \(fault.expectation), found \(found)")
  }

  /// What is at fault in a long text, of which an excerpt shows only the beginning, and where it is.
  private mutating func faultyPart(
    of value: TapeIndex, _ fault: PrimitiveFault
  ) -> (words: String, range: Range<Int>)? {
    let text = text(value)
    let part: (name: String, number: Int, bytes: Range<Int>)
    switch fault {
    case .dataPoint:
      guard let item = SampledDataGrammar.faultyItem(text.bytes, text.count) else { return nil }
      part = ("item", item.number, item.bytes)
    case .base64Character:
      guard text.count > 60, let place = Base64Grammar.strangeByte(text.bytes, text.count) else { return nil }
      var end = place + 1
      while end < text.count, text.bytes[end] & 0xC0 == 0x80 { end += 1 }
      part = ("byte", place + 1, place..<end)
    default: return nil
    }
    let bytes = UnsafeBufferPointer(start: text.bytes + part.bytes.lowerBound, count: part.bytes.count)
    let name = bytes.isEmpty ? "nothing" : "'\(Excerpt.text(bytes, limit: 60))'"
    let words = "\(name) as \(part.name) \(part.number)"
    // In a text with escapes, the bytes have other places.
    guard tape.tag(value) == .string, !part.bytes.isEmpty else { return (words, tape.range(value)) }
    let start = tape.offset(value)
    return (words, start + part.bytes.lowerBound..<start + part.bytes.upperBound)
  }
}
