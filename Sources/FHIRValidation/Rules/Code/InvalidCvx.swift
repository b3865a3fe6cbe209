package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidCvx = Rule(
    "code/invalid-cvx", .warning, .codeInvalid, summary: "the code cannot be a CVX code",
    checks: """
      A code of the system http://hl7.org/fhir/sid/cvx is two or three digits; codes below ten have a leading zero. \
      Whether CVX has the code is not checked, as this needs the list of vaccines.
      """,
    matters: """
      Codes are compared as text: `3` is not `03`, the vaccine against measles, mumps and rubella, and a registry does \
      not count the dose.
      """,
    form: .resource("Immunization"),
    example: """
      "status": "completed",
      "patient": { "reference": "Patient/12" },
      "vaccineCode": { "coding": [{ "system": "http://hl7.org/fhir/sid/cvx", "code": ~ }] },
      "wasNotGiven": false,
      "reported": false
      """,
    bad: #""3""#, good: #""03""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkCVX(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    if (2...3).contains(code.count), areDigits(code.bytes, code.count) { return }
    let hint = code.count == 1 && areDigits(code.bytes, 1) ? ", such as '0\(code.bytes[0] - 0x30)'" : ""
    cursor.reportCode(.invalidCvx, value, "a code of CVX, two or three digits\(hint)")
  }
}
