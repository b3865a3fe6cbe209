import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports a record of a release whose definitions are not at hand.
  package static let otherRelease = Rule(
    "structure/other-release", .warning, .notSupported,
    summary: "the record is of another release and was not judged",
    explanation: Explanation(
      checks: """
        The record is of DSTU2. Its release is the one that came with it, from the stub of an export or from \
        `--fhir-version`. Where nobody says, a record is of another release if its resource type or a profile of its \
        own says so, or if two or more of its elements are those of R4 or STU3, one of them perhaps nested, and none is \
        one that R4 no longer has. One foreign element alone is taken for a fault of a DSTU2 record.
        """,
      matters: """
        A sound R4 record breaks many rules of DSTU2, and judged by them it would look worthless. It is counted, and \
        it is compared with other records, but nobody has checked it.
        """,
      bad: """
        {
          "resourceType": "MedicationRequest",
          "id": "a",
          "status": "active",
          "intent": "order",
          "medicationCodeableConcept": { "text": "Aspirin 81 mg" },
          "subject": { "reference": "Patient/a" }
        }
        """,
      good: """
        {
          "resourceType": "MedicationOrder",
          "id": "a",
          "status": "active",
          "medicationCodeableConcept": { "text": "Aspirin 81 mg" },
          "patient": { "reference": "Patient/a" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/resource.html#meta"))
}

extension Walker {
  @inline(never)
  mutating func reportOtherRelease(_ type: Int, _ evidence: ReleaseEvidence) {
    let release = evidence.release == .unknown ? "another release" : evidence.release.rawValue
    let found = evidence.reason.map { "of \(release): \($0)" } ?? "that is said to be of \(release)"
    report(
      .otherRelease, at: tape.range(type), path: .element,
      "expected a record of \(schema.release.rawValue), found one \(found); it was not judged")
  }
}
