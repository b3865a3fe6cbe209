package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidLoinc = Rule(
    "code/invalid-loinc", .warning, .codeInvalid, summary: "the code cannot be a LOINC code",
    checks: """
      A code of the system http://loinc.org is a number of up to seven digits, a hyphen and the check digit of the \
      number (modulus 10). Codes of answers, parts, groups and lists begin with LA, LP, LG or LL; of these only the \
      form is checked. Whether LOINC has the code is not known offline.
      """,
    matters: "A wrong check digit is a sign of a typing error: the code does not exist or means another test.",
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "coding": [{ "system": "http://loinc.org", "code": ~ }] },
      "valueString": "tall"
      """,
    bad: #""8302-3""#, good: #""8302-2""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkLOINC(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let p = code.bytes
    let digits = code.count - 2
    let isLettered = digits > 2 && p[0] == UInt8(ascii: "L") && Self.isKindOfLOINC(p[1])
    let start = isLettered ? 2 : 0
    guard digits > start, digits - start <= 7, p[digits] == UInt8(ascii: "-"),
      areDigits(p + start, digits - start), areDigits(p + digits + 1, 1)
    else { return cursor.reportCode(.invalidLoinc, value, "a code of LOINC, such as '8302-2'") }
    if isLettered { return }
    let checkDigit = CheckDigit.modulus10(UnsafeBufferPointer(start: p, count: digits))
    if p[digits + 1] == checkDigit { return }
    let number = String(decoding: UnsafeBufferPointer(start: p, count: digits), as: UTF8.self)
    cursor.reportCode(.invalidLoinc, value, "the check digit \(checkDigit - 0x30) behind \(number)")
  }

  /// Whether the letter after an L stands for answers, parts, groups or lists.
  private static func isKindOfLOINC(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "P"), UInt8(ascii: "G"), UInt8(ascii: "L"): true
    default: false
    }
  }

  func areDigits(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for place in 0..<count where p[place] &- UInt8(ascii: "0") > 9 { return false }
    return true
  }
}
