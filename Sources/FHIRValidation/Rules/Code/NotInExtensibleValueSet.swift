package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let notInExtensibleValueSet = Rule(
    "code/not-in-extensible-value-set", .warning, .codeInvalid,
    summary: "the code is not in the extensible value set, which has all codes of its system",
    checks: """
      Where the record's release binds an element to a value set as extensible, and the set has all codes of a system, \
      a code from that system is one of them. Other codes are valid if the set lacks the concept, which only a person \
      can decide: codes of another system, and codes of a system of which the set has only a part, such as SS among \
      the types of identifiers. Those are counted as not checked, by the URL of the set.
      """,
    matters: """
      The code is probably misspelt or from another version of the system. This cannot be proved offline in every \
      case, so it is a warning.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "text": "Body weight" },
      "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": ~ }] }
      """,
    bad: #""HIGH""#, good: #""H""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies.html#extensible")
}

extension RecordCursor {
  @inline(never)
  mutating func reportNotInExtensibleValueSet(_ value: TapeIndex, _ set: ValueSetRow, path: FindingPath) {
    if drops(.notInExtensibleValueSet) { return }
    report(
      .notInExtensibleValueSet, at: tape.range(value), path: path,
      "expected a code of this system, all of which the value set \(set.name) has, found \(tape.excerpt(value))")
  }
}
