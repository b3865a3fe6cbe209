import ClinicalRecords
import FHIRSchema
import Testing

@Suite struct VocabularyTests {
  @Test func clinicalTypesAreHealthKits() {
    let names = ClinicalTypeIdentifier.allCases.map(\.rawValue)
    #expect(
      names
        == [
          "Allergy", "ClinicalNote", "Condition", "Coverage", "Immunization", "LabResult", "Medication", "Procedure",
          "VitalSign",
        ].map { "HKClinicalTypeIdentifier\($0)Record" })
    // The raw value equals the constant's name.
    for type in ClinicalTypeIdentifier.allCases {
      let name = "\(type)"
      #expect(type.rawValue == "HKClinicalTypeIdentifier" + name.prefix(1).uppercased() + name.dropFirst())
    }
    #expect(
      ClinicalTypeIdentifier.allCases.map(\.displayName) == [
        "Allergies", "Clinical Notes", "Conditions", "Insurance", "Immunizations", "Lab Results", "Medications",
        "Procedures", "Clinical Vitals",
      ])
    #expect(ClinicalTypeIdentifier(rawValue: "allergyRecord") == nil)
  }

  @Test func resourceTypesAreHealthKits() {
    #expect(
      FHIRResourceType.allCases.map(\.rawValue) == [
        "AllergyIntolerance", "Condition", "Coverage", "DiagnosticReport", "DocumentReference", "Immunization",
        "MedicationDispense", "MedicationOrder", "MedicationRequest", "MedicationStatement", "Observation",
        "Procedure",
      ])
    #expect(FHIRResourceType(rawValue: "Medication") == nil)
    #expect(FHIRResourceType(rawValue: "MedicationAdministration") == nil)
    // Every clinical type but those that an Observation's content decides has a resource type.
    let reached = Set(FHIRResourceType.allCases.compactMap(\.clinicalType))
    #expect(Set(ClinicalTypeIdentifier.allCases).subtracting(reached) == [.labResultRecord, .vitalSignRecord])
  }

  @Test(arguments: [
    ("1.0.2", FHIRRelease.dstu2), ("1.0.0", .dstu2), ("1.0.1", .dstu2), ("4.0.1", .r4), ("4.0.0", .r4),
    ("0.0.82", .unknown), ("0.5.0", .unknown), ("1.1.0", .unknown), ("3.0.2", .stu3),
    ("3.0.0", .stu3), ("3.2.0", .unknown),
    ("4.1.0", .unknown), ("4.3.0", .r4b), ("5.0.0", .unknown), ("999999999.0.0", .unknown),
  ])
  func versionsBelongToReleases(_ text: String, _ release: FHIRRelease) throws {
    let version = try #require(FHIRVersion(text))
    #expect(version.release == release)
    #expect(version.description == text)
  }

  @Test(arguments: [
    "", "1", "1.0", "1.0.2.3", "1..2", ".0.2", "1.0.", "v1.0.2", "+1.0.2", "-1.0.2", "1.0.2 ", " 1.0.2", "01.0.2",
    "1.0.02", "1.0.2-ballot", "٤.٠.١", "99999999999999999999.0.0", "DSTU2",
  ])
  func otherTextIsNotAVersion(_ text: String) {
    #expect(FHIRVersion(text) == nil)
  }

  @Test func primaryVersions() {
    #expect(FHIRVersion.primaryDSTU2.description == FHIRRelease.dstu2.version)
    #expect(FHIRVersion.primaryR4.description == FHIRRelease.r4.version)
    #expect(FHIRVersion(major: 4, minor: 0, patch: 1) == .primaryR4)
    #expect(FHIRVersion(major: 4, minor: -1, patch: 1) == nil)
  }

  @Test func releasesHaveHealthKitsRawValues() {
    let releases: [FHIRRelease] = [.dstu2, .r4, .unknown]
    #expect(releases.map(\.rawValue) == ["DSTU2", "R4", "unknown"])
    #expect(releases.map(\.name) == ["dstu2", "r4", "unknown"])
    #expect(releases.allSatisfy { FHIRRelease(rawValue: $0.rawValue) == $0 })
    #expect(FHIRRelease(rawValue: "dstu2") == nil)
    #expect(Set(releases).count == 3)
  }

  @Test(
    arguments: [
      ("1970-01-01 00:00:00 +0000", 0), ("2019-06-11 18:05:32 +0200", 1_560_269_132),
      ("2019-06-11T18:05:32+02:00", 1_560_269_132), ("2019-06-11T16:05:32.999Z", 1_560_269_132),
      ("2020-02-29 23:59:59 -0530", 1_583_040_599), ("1969-12-31 23:59:59 +0000", -1),
      ("0001-01-01 00:00:00 +0000", -62_135_596_800), ("2019-06-11 18:05:32", nil), ("2019-06-11", nil), ("", nil),
      ("2019-02-29 18:05:32 +0200", nil), ("2019-06-11 25:05:32 +0200", nil), ("2019-06-11 18:05:32 +1500", nil),
      ("2019-06-11 18:05:32 +02", nil), ("2019-06-11 18:05:32 +0200x", nil), ("2019-06-11 18:05:32  ", nil),
      ("yesterday, about five", nil),
    ] as [(String, Int?)])
  func receivedDatesKeepTheirText(_ text: String, _ seconds: Int?) {
    #expect(ReceivedDate(text).text == text)
    #expect(ReceivedDate(text).secondsSince1970 == seconds)
  }
}
