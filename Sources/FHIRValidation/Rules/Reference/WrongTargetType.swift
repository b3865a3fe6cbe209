package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a reference to a type that the element does not allow.
  package static let wrongTargetType = Rule(
    "reference/wrong-target-type", .error, .invariant,
    summary: "a reference points to a type that is not allowed here",
    explanation: Explanation(
      checks: """
        The resource type that a reference shows, relative or at the end of a URL, or that a contained resource has, is one \
        that the element allows. References whose target type cannot be seen, a `urn:` for instance, pass. In R4 the \
        `type` of a reference is one of these, too, and the same that the reference shows.
        """,
      matters: """
        A condition whose patient is a practitioner belongs to nobody. Typed readers look for the target among \
        resources of the allowed types and do not find it.
        """,
      bad: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Practitioner/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed"
        }
        """,
      good: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/references.html"))
}

extension Walker {
  /// Judges the resource type that a reference shows against those that the element allows.
  ///
  /// Those are a fact of the element that holds the Reference, the last of the path.
  @inline(__always)
  mutating func checkTarget(_ type: Int, of value: Int, _ member: Int) {
    let targets = Int(members[path.last].targets)
    if rows.isTarget(type, of: targets) { return }
    reportWrongTarget(type, value, member, targets: targets)
  }

  @inline(never)
  private mutating func reportWrongTarget(_ type: Int, _ value: Int, _ member: Int, targets: Int) {
    if drops(.wrongTargetType) { return }
    report(
      .wrongTargetType, at: tape.range(value), path: .member(member),
      """
      expected a reference to \(schema.targets[targets].alternatives), found one to \(schema.typeNames[type]), \
      \(tape.uriExcerpt(value))
      """)
  }

  /// As above, for a reference that was resolved at the end of its Bundle.
  mutating func reportWrongTarget(_ type: Int, _ reference: PendingReference, path: FindingPath) {
    if drops(.wrongTargetType) { return }
    report(
      .wrongTargetType, inInput: reference.range, path: path,
      "expected a reference to \(schema.targets[reference.targets].alternatives), found one to "
        + "\(schema.typeNames[type]), which the entry of this Bundle is", label: label(of: reference))
  }
}
