package import FHIRFindings
import FHIRTape
import FHIRTerminology

extension Rule {
  package static let retiredCode = Rule(
    "code/retired-code", .warning, .codeInvalid, summary: "the system has retired the code",
    checks: """
      Where a terminology pack has the system of a Coding (`--terminology`), the code is active. If the pack names \
      codes that replace a retired one, the message names them.
      """,
    matters: """
      A retired code was found to be unclear, wrong or a duplicate, so its records are missed by those who search for \
      the code of today. In a record of the past it may be right: it is a warning.
      """,
    form: .packed, bad: #""code": "B""#, good: #""code": "A""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportRetired(_ value: TapeIndex, _ concept: TerminologyPack.Concept, _ system: PackedSystem) {
    if drops(.retiredCode) { return }
    let others = concept.replacements.isEmpty ? "" : "; \(concept.replacements.alternatives) replaces it"
    report(
      .retiredCode, at: tape.range(value), path: .child("code"),
      "expected an active code of \(system.edition), found \(tape.excerpt(value))\(others)")
  }
}
