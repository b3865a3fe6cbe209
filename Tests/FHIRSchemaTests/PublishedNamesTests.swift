@testable import FHIRSchema
import Testing

/// What the published releases have in common and what they do not.
@Suite struct PublishedNamesTests {
  private let names = ReleaseNames.published

  @Test func theReleasesThatAreToldAreThese() throws {
    #expect(names.releases.map(\.name) == ["dstu2", "stu3", "r4", "r4b", "r5", "dstu1", "r6"])
    #expect(names.all.count == 5)
    // The newest that HealthKit has comes first, then the other one.
    #expect(names.ranks.map { names.releases[Int($0.rawValue)] }.prefix(2) == [.r4, .dstu2])
    #expect(names.bundleTypes == ["Bundle"])
  }

  @Test(arguments: [
    ("MedicationOrder", "dstu2"), ("ProcedureRequest", "dstu2 stu3"), ("ImagingManifest", "stu3"),
    ("ServiceRequest", "r4 r4b r5"), ("MedicationRequest", "stu3 r4 r4b r5"), ("Patient", "dstu2 stu3 r4 r4b r5"),
    ("SubscriptionTopic", "r4b r5"), ("ActorDefinition", "r5"), ("EffectEvidenceSynthesis", "r4"), ("Pateint", ""),
    ("HumanName", ""),
  ])
  func aTypeHasItsReleases(type: String, releases: String) {
    #expect(text(names.releases(having: type)) == releases)
  }

  /// The versions that HL7 has published; a draft is of the release that it led to.
  @Test(arguments: [
    ("0.0.81", "dstu1"), ("0.0.82", "dstu1"), ("0.4.0", "dstu2"), ("0.5.0", "dstu2"), ("1.0.0", "dstu2"),
    ("1.0.2", "dstu2"), ("1.1.0", "stu3"), ("1.4.0", "stu3"), ("1.6.0", "stu3"), ("1.8.0", "stu3"), ("3.0.0", "stu3"),
    ("3.0.1", "stu3"), ("3.0.2", "stu3"), ("3.2.0", "r4"), ("3.3.0", "r4"), ("3.5.0", "r4"), ("3.5a.0", "r4"),
    ("4.0.0", "r4"), ("4.0.1", "r4"), ("4.1.0", "r4b"), ("4.3.0-snapshot1", "r4b"), ("4.3.0-cibuild", "r4b"),
    ("4.3.0", "r4b"), ("4.2.0", "r5"), ("4.4.0", "r5"), ("4.5.0", "r5"), ("4.6.0", "r5"), ("5.0.0-snapshot1", "r5"),
    ("5.0.0-ballot", "r5"), ("5.0.0", "r5"), ("6.0.0-ballot1", "r6"), ("6.0.0-cibuild", "r6"), ("4.0", "r4"),
    ("1.0", "dstu2"),
  ])
  func aVersionHasItsRelease(version: String, release: String) {
    #expect(names.release(ofVersion: version).map { names.releases[Int($0.rawValue)].name } == release)
  }

  @Test(arguments: [
    "", "4", "R4", "four.zero", "x.0.1", "7.0.0", "99.1", "-1.0", ".", "4.", "http://hl7.org/fhir|4.0.1",
  ])
  func otherTextsAreNoVersions(version: String) { #expect(names.release(ofVersion: version) == nil) }

  @Test(arguments: [
    ("Patient.animal", "{}", "dstu2 stu3"), ("Patient.contact.name.family", "[\"\"]", "dstu2"),
    ("Patient.contact.name.family", "\"\"", "stu3 r4 r4b r5"), ("Observation.category", "{}", "dstu2"),
    ("Observation.comment", "\"\"", "stu3"), ("Observation.valueAttachment", "{}", "dstu2 stu3 r5"),
    ("Observation.component.referenceRange.appliesTo", "[{}]", "stu3 r4 r4b r5"),
    ("Patient.meta.source", "\"\"", "r4 r4b r5"), ("Patient.managingOrganization.identifier", "{}", "stu3 r4 r4b r5"),
    ("Condition.clinicalStatus", "\"\"", "dstu2 stu3"), ("Condition.clinicalStatus", "{}", "r4 r4b r5"),
    ("Questionnaire.item.item.item.options", "{}", "stu3"), ("Questionnaire.item.answerValueSet", "\"\"", "r4 r4b r5"),
    ("Encounter.class", "\"\"", "dstu2"), ("Encounter.class", "{}", "stu3 r4 r4b"), ("Encounter.class", "[{}]", "r5"),
    ("ImplementationGuide.fhirVersion", "[\"\"]", "r4 r4b r5"),
    ("ImplementationGuide.fhirVersion", "\"\"", "dstu2 stu3"),
    ("Patient.gender", "\"\"", ""), ("Patient.gender", "{}", ""),
  ])
  func aMemberHasItsReleases(path: String, value: String, releases: String) throws {
    let forms: [String: MemberForm] = ["{}": .object, "\"\"": .string, "[{}]": .objects, "[\"\"]": .strings]
    let parts = path.split(separator: ".").map(String.init)
    var type = try #require(names.type(named: parts[0]))
    for name in parts.dropFirst().dropLast() {
      let content = type.pointee.published(name)?.content
      type = try #require(content, "\(name)")
      names.prepare(type)
    }
    // A member that all releases have in one form is left out.
    let member = type.pointee.published(parts[parts.count - 1])
    let form = try #require(forms[value])
    #expect(text(member?.releases(having: form) ?? []) == releases)
  }

  @Test func releasesOfOneMajorVersionAreNear() throws {
    let set = { (some: [FHIRRelease]) in ReleaseSet(some.compactMap { names.number(of: $0) }.map { ReleaseSet($0) }) }
    #expect(
      names.areNear(set([.r4, .r4b])) && !names.areNear(set([.dstu2, .r4])) && !names.areNear(set([.stu3, .r4])))
  }

  /// Types are the same in whatever order and by however many threads at once they are read.
  @Test func allTypesAreRead() async throws {
    let text = GeneratedSchema.names
    let fresh = ReleaseNames(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    let types = GeneratedSchema.releases.flatMap { release in
      let table = release.table
      return table.typeNames.indices.filter { table.types[$0].category == .resource }.map { table.typeNames[$0] }
    }
    await withTaskGroup(of: Void.self) { group in
      for start in 0..<4 {
        group.addTask {
          for place in types.indices { _ = fresh.type(named: types[(place &* 7 &+ start &* 31) % types.count]) }
        }
      }
    }
    for name in types {
      let (one, other) = (try #require(fresh.type(named: name)), try #require(names.type(named: name)))
      #expect(one.pointee.releases == other.pointee.releases && !one.pointee.releases.isEmpty, "\(name)")
      #expect(one.pointee.signs == other.pointee.signs && one.pointee.steps == other.pointee.steps, "\(name)")
    }
  }

  private func text(_ releases: ReleaseSet) -> String {
    names.releases.indices.filter { releases.contains(ReleaseNumber($0)) }.map { names.releases[$0].name }
      .joined(separator: " ")
  }
}

extension JointType {
  fileprivate func published(_ name: String) -> Member? {
    Array(name.utf8 + [UInt8](repeating: 0, count: 8)).withUnsafeBufferPointer {
      $0.baseAddress.flatMap { member($0, name.utf8.count) }?.pointee
    }
  }
}
