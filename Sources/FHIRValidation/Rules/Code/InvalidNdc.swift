package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidNdc = Rule(
    "code/invalid-ndc", .warning, .codeInvalid, summary: "the code cannot be a National Drug Code",
    checks: """
      A code of the system http://hl7.org/fhir/sid/ndc is labeler, product and package with hyphens between them, with \
      4-4-2, 5-3-2, 5-4-1 or 5-4-2 digits; or the same without the package; or eleven digits without hyphens. Whether \
      the code is assigned is not known offline.
      """,
    matters: "Ten digits without hyphens can be split in three ways, which may be three different drugs.",
    form: .resource("Medication"),
    example: #""code": { "coding": [{ "system": "http://hl7.org/fhir/sid/ndc", "code": ~ }] }"#,
    bad: #""0173068220""#, good: #""0173-0682-20""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkNDC(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    // The lengths of up to three runs of digits, as decimal digits of one number.
    var runs = areDigits(code.bytes, 1) ? 0 : 99
    var length = 0
    for place in 0..<min(code.count, 14) {
      if code.bytes[place] == UInt8(ascii: "-") {
        runs = (runs + length) * 100
        length = 0
      } else {
        length += areDigits(code.bytes + place, 1) ? 1 : 50
      }
    }
    switch runs + length {
    case 4_04_02, 5_03_02, 5_04_01, 5_04_02, 4_04, 5_03, 5_04, 11: return
    default:
      cursor.reportCode(
        .invalidNdc, value,
        "digits with hyphens by 4-4-2, 5-3-2, 5-4-1 or 5-4-2, or eleven digits, as a National Drug Code has them")
    }
  }
}
