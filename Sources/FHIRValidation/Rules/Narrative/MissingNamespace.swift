package import FHIRFindings
import FHIRPath
import FHIRTape

extension Rule {
  package static let missingNamespace = Rule(
    "narrative/missing-namespace", .information, .structure,
    summary: "a narrative does not name the namespace of XHTML",
    checks: """
      The root `div` has `xmlns="http://www.w3.org/1999/xhtml"`. Nearly all examples published with DSTU2 lack it, so \
      this is information, and only the first such narrative of an input is reported.
      """,
    matters: """
      Without the namespace an XML reader does not recognise the elements as XHTML, and a page made from them stays \
      blank. Converted to XML, the narrative gets FHIR's own namespace.
      """,
    form: .narrative, example: "~Blood pressure: 120/80</div>", bad: "<div>",
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMissingNamespace(_ fault: NarrativeFault, in place: NarrativePlace) {
    guard !findings.hasNamespaceFinding, mayBeSaidOnce(of: place) else { return }
    findings.hasNamespaceFinding = true
    if drops(.missingNamespace) { return }
    report(
      .missingNamespace, fault, in: place,
      "expected 'xmlns=\"http://www.w3.org/1999/xhtml\"' on the root, found no namespace")
  }

  /// Whether a finding that is reported once per input may be reported for a narrative: in NDJSON, whose parts may be
  /// read at the same time, only in the beginning that is always part of the first.
  private func mayBeSaidOnce(of narrative: NarrativePlace) -> Bool {
    place.role != .line || place.inputOffset(tape.offset(narrative.value)) < 4 << 20
  }
}
