package import FHIRFindings
import FHIRTape
import FHIRTerminology

extension Rule {
  /// Reports a display that is none of the names of its code.
  package static let wrongDisplay = Rule(
    "code/wrong-display", .warning, .codeInvalid,
    summary: "the display is none of the names that the system has for the code",
    checks: """
      Where a terminology pack has the system of a Coding (`--terminology`), its `display` is a name of the code \
      there: in any language, preferred or not, whatever the case of its letters and its white space.
      """,
    matters: """
      A person reads the display, and software the code. If they disagree, one of both is wrong. Names differ among \
      the versions and languages of a system: it is a warning.
      """,
    form: .packed, bad: #""code": "A", "display": "Beta""#, good: #""code": "A", "display": "alpha""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#Coding")
}

extension RecordCursor {
  @inline(never)
  mutating func reportDisplay(_ value: TapeIndex, _ concept: TerminologyPack.Concept, _ system: PackedSystem) {
    if drops(.wrongDisplay) { return }
    report(
      .wrongDisplay, at: tape.range(value), path: .child("display"),
      """
      expected a name of \(concept.code) in \(system.edition), such as '\(concept.display ?? "")', found \
      \(tape.excerpt(value))
      """)
  }
}
