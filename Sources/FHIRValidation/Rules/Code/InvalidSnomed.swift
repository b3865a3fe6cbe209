package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidSnomed = Rule(
    "code/invalid-snomed", .warning, .codeInvalid, summary: "the code cannot be a concept of SNOMED CT",
    checks: """
      A code of the system http://snomed.info/sct is an identifier of 6 to 18 digits, the last of them its check digit \
      (Verhoeff). The two digits before it say what is identified: 00 and 10 a concept; 01, 02, 11 and 12 a \
      description or a relationship, which are not codes. Identifiers with 10 hold seven digits for a namespace. \
      Expressions are not judged. Whether SNOMED CT has the concept is not known offline.
      """,
    matters: """
      A wrong check digit is a sign of a typing error, or of a spreadsheet that rounded the identifier to fifteen \
      digits.
      """,
    form: .resource("Condition"),
    example: """
      "patient": { "reference": "Patient/12" },
      "code": { "coding": [{ "system": "http://snomed.info/sct", "code": ~ }] },
      "verificationStatus": "confirmed"
      """,
    bad: #""195967002""#, good: #""195967001""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkSNOMED(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let p = code.bytes
    let count = code.count
    guard areDigits(p, count) else {
      let signs = Array(":|+=<{(".utf8)
      if UnsafeBufferPointer(start: p, count: count).contains(where: signs.contains) { return }
      return cursor.reportCode(.invalidSnomed, value, "an identifier of SNOMED CT, digits only")
    }
    guard (6...18).contains(count), p[0] != UInt8(ascii: "0") else {
      return cursor.reportCode(
        .invalidSnomed, value, "an identifier of SNOMED CT, 6 to 18 digits without a zero in front")
    }
    let checkDigit = CheckDigit.verhoeff(UnsafeBufferPointer(start: p, count: count - 1))
    guard p[count - 1] == checkDigit else {
      let number = String(decoding: UnsafeBufferPointer(start: p, count: count - 1), as: UTF8.self)
      return cursor.reportCode(.invalidSnomed, value, "the check digit \(checkDigit - 0x30) behind \(number)")
    }
    let isLong = p[count - 3] == UInt8(ascii: "1")
    switch p[count - 2] {
    case UInt8(ascii: "0") where isLong && count < 11:
      cursor.reportCode(.invalidSnomed, value, "a namespace of seven digits before the 10 that says so")
    case UInt8(ascii: "0") where isLong || p[count - 3] == UInt8(ascii: "0"):
      break
    case UInt8(ascii: "1"), UInt8(ascii: "2"):
      let thing = p[count - 2] == UInt8(ascii: "1") ? "description" : "relationship"
      cursor.reportCode(.invalidSnomed, value, "the identifier of a concept and not that of a \(thing)")
    default:
      cursor.reportCode(.invalidSnomed, value, "00 or 10 before the check digit, as concepts have it")
    }
  }
}
