import FHIRRecognition
package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a record of a release without definitions.
  package static let otherRelease = Rule(
    "structure/other-release", .warning, .notSupported,
    summary: "the record is of another release and was not judged",
    explanation: Explanation(
      checks: """
        The record is of a release that the validator has definitions of: DSTU2, STU3, R4 or R4B. Its release is given by \
        `--fhir-version` or by the stub of an export. Otherwise the record itself decides, by what only one release \
        has: a profile in `meta.profile`, the resource type, or a lead of two elements, which count by name or by form \
        (a list in one release, one object in another). A record that shows less is of the release that the others in \
        its Bundle, its file or its source show; if those show none, a lead of one element decides, then a code that \
        only one release allows, then, for a record alone in its input, a required element that it lacks. Without any \
        evidence the record is treated as DSTU2.
        """,
      matters: """
        A valid record breaks many rules of another release, so judging it by them would give misleading findings. The \
        record is counted and compared with other records, but it was not checked.
        """,
      bad: """
        {
          "resourceType": "MedicationRequest",
          "meta": { "profile": ["http://hl7.org/fhir/5.0/StructureDefinition/MedicationRequest"] },
          "id": "a",
          "status": "active",
          "intent": "order",
          "medication": { "concept": { "text": "Aspirin 81 mg" } },
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
  mutating func reportOtherRelease(_ type: TapeIndex, _ found: RecognisedRelease, at target: FindingPath) {
    if cursor.drops(.otherRelease) { return }
    let release = releases.release(found.number)
    let name = release == .unknown ? "another release" : release.rawValue
    let words =
      switch found.reason {
      case .caller, .stub, .chosen, .assumed: "that is said to be of \(name)"
      case .bundle: "of \(name), as its Bundle is"
      case .file: "of \(name), as its file is"
      case .source: "of \(name), as its source is"
      case .profile, .type, .elements, .codes, .requirements:
        "of \(name): \(releases.recogniser?.words(cursor.tape, cursor.record, for: found) ?? "")"
      }
    cursor.report(
      .otherRelease, at: cursor.tape.range(type), path: target,
      "expected a record of \(releases.names), found one \(words); it was not judged")
  }
}
