package import FHIRDiagnostics
import FHIRPrimitives
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a reference whose form FHIR does not define.
  package static let invalidReference = Rule(
    "reference/invalid-reference", .error, .value,
    summary: "a reference does not have a form that FHIR defines",
    explanation: Explanation(
      checks: """
        A reference is an absolute URL, a `urn:`, `Type/id` or `Type/id/_history/version` with a resource type of \
        DSTU2 and a well-formed id, or `#id` for a contained resource. Its target need not be in the input.
        """,
      matters: """
        A reference of another form, such as a bare id, cannot be resolved, as its resource type is unknown. If only a \
        name is known, use `display` without a reference.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "patient 12" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/references.html"))
}

extension Walker {
  /// Checks the text of `Reference.reference`: its form, then as much of its target as the text shows.
  mutating func checkReference(_ text: TextBytes, _ value: Int, _ member: Int) {
    if text.count > FHIRString.limit { return reportValue(.stringTooLong, value, member, index: -1) }
    let form = ReferenceForm(text.bytes, text.count, rows: rows)
    switch form {
    case .resource(let type), .absolute(let type, _):
      findings.references &+= 1
      if type >= 0 { checkTarget(type, of: value, member) }
      if case .absolute(_, let fault) = form, !fault.isNone {
        return reportValue(fault, value, member, index: -1)
      }
      // A relative reference depends on the address of the entry.
      if !form.isAbsolute { dependences &+= 1 }
      if bundle.isActive {
        noteReference(text, value, member, isRelative: !form.isAbsolute, shown: type)
      }
    case .local:
      dependences &+= 1
      checkLocalReference(text, value, member)
    case .badVersion:
      reportInvalidVersion(value, member)
    case .empty:
      reportValue(.empty, value, member, index: -1)
    case .malformed:
      report(
        .invalidReference, at: tape.range(value), path: .member(member),
        """
        expected [type]/[id] with a \(schema.release.rawValue) resource type, an absolute URL, a URN or #[id], found \
        \(tape.uriExcerpt(value))
        """)
    }
  }
}
