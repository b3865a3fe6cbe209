package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidRxnorm = Rule(
    "code/invalid-rxnorm", .warning, .codeInvalid, summary: "the code cannot be an RxNorm code",
    checks: """
      A code of the system http://www.nlm.nih.gov/research/umls/rxnorm is a concept identifier of RxNorm: a number of \
      up to eight digits without a leading zero. Whether RxNorm has it is not known offline.
      """,
    matters: """
      RxNorm has identifiers that are not codes, such as those of atoms and of the UMLS (C0004057); readers do not \
      find them in this system.
      """,
    form: .resource("Medication"),
    bad: #""code": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "C0004057" }] }"#,
    good: #""code": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "1191" }] }"#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkRxNorm(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    if (1...8).contains(code.count), areDigits(code.bytes, code.count), code.bytes[0] != UInt8(ascii: "0") { return }
    cursor.reportCode(.invalidRxnorm, value, "a concept identifier of RxNorm, a number of up to eight digits")
  }
}
