import FHIRRecognition
package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let otherRelease = Rule(
    "structure/other-release", .warning, .notSupported, summary: "the record is of another release and was not judged",
    checks: """
      The record is of a release that the validator has definitions of. Its release is given by `--fhir-version` or by \
      the stub of an export. Otherwise the record itself decides: by the version that it states, a profile in \
      `meta.profile`, or its members, each of which narrows the releases to those that have it by its name and form (a \
      list in one release, one object in another). A record that shows nothing, or another release by a single member \
      only, is of the release that the others in its Bundle or its file show. The article on limits has the whole order.
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
    specification: "https://hl7.org/fhir/DSTU2/resource.html#meta")
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
      case .version, .profile, .type, .elements, .errors: "of \(name): \(words(for: found))"
      }
    cursor.report(
      .otherRelease, at: cursor.tape.range(type), path: target,
      "expected a record of \(releases.names), found one \(words); it was not judged")
  }

  /// Describes what in the current record shows its release.
  private func words(for found: RecognisedRelease) -> String {
    let tape = cursor.tape
    let members = ResourceMembers(tape, cursor.record)
    let evidence = RecordEvidence(releases.recogniser, tape, members, cursor.record)
    let title = releases.release(found.number).rawValue
    switch evidence.reason {
    case .version: return "it states the version '\(tape.string(evidence.claimed).clipped)'"
    case .profile: return "its profile is '\(tape.string(evidence.claimed).clipped)'"
    case .type: return "the type '\(tape.string(members.type).clipped)' is one of \(title)"
    default:
      let elements = RecordEvidence.elements(of: found.number, releases.recogniser, tape, members, cursor.record)
        .prefix(4).map { "'\($0.clipped)'" }
      if elements.isEmpty { return "the version that is stated for it says so" }
      if elements.count == 1 { return "its element \(elements[0]) is of \(title)" }
      return "its elements \(elements.joined(separator: ", ")) are of \(title)"
    }
  }
}
