import FHIRDiagnostics
import FHIRPrimitives
import FHIRSchema
import FHIRView
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
    if drops(.value(fault, of: kind)) { return }
    let found = [.uri, .canonical, .reference].contains(kind) ? tape.uriExcerpt(value) : tape.excerpt(value)
    report(
      .value(fault, of: kind), at: tape.range(value), path: .member(member, index: index),
      "expected \(fault.expectation), found \(found)")
  }
}
