import ClinicalRecords
import FHIRSchema
import Testing

/// One case for each branch of the classification, written as the members of an Observation that decide.
@Suite struct ClassifierTests {
  static let dstu2 = "http://hl7.org/fhir/observation-category"
  static let r4 = "http://terminology.hl7.org/CodeSystem/observation-category"

  struct Case: CustomTestStringConvertible, Sendable {
    var json: String
    var type: ClinicalTypeIdentifier?
    var reason: Classification.Reason?
    var basis: Classification.Basis
    var isAmbiguous = false
    var testDescription: String { json }

    init(_ json: String, _ type: ClinicalTypeIdentifier, _ basis: Classification.Basis, isAmbiguous: Bool = false) {
      (self.json, self.type, self.basis, self.isAmbiguous) = (json, type, basis, isAmbiguous)
    }

    init(_ json: String, _ reason: Classification.Reason, _ basis: Classification.Basis, isAmbiguous: Bool = false) {
      (self.json, self.reason, self.basis, self.isAmbiguous) = (json, reason, basis, isAmbiguous)
    }
  }

  private func check(_ json: String, _ expected: Case, release: FHIRRelease = .unknown) {
    let found = Classifier().classify(Array(json.utf8), release: release)
    #expect(found.clinicalType == expected.type)
    #expect(found.reason == expected.reason)
    #expect(found.basis == expected.basis)
    #expect(found.isAmbiguous == expected.isAmbiguous)
    #expect((found.clinicalType == nil) != (found.reason == nil))
  }

  // MARK: - Resource types

  static let resources: [Case] = [
    Case("AllergyIntolerance", .allergyRecord, .resourceType), Case("Condition", .conditionRecord, .resourceType),
    Case("Immunization", .immunizationRecord, .resourceType), Case("Procedure", .procedureRecord, .resourceType),
    Case("MedicationOrder", .medicationRecord, .resourceType), Case("Coverage", .coverageRecord, .resourceType),
    Case("MedicationStatement", .medicationRecord, .resourceType),
    Case("MedicationDispense", .medicationRecord, .resourceType),
    Case("MedicationRequest", .medicationRecord, .resourceType),
    Case("DocumentReference", .clinicalNoteRecord, .resourceType),
    Case("DiagnosticReport", .clinicalNoteRecord, .resourceType),
    Case("Medication", .medication, .resourceType),
    Case("MedicationAdministration", .medicationAdministration, .resourceType),
    Case("Patient", .resourceType, .resourceType), Case("Bundle", .resourceType, .resourceType),
    Case("condition", .resourceType, .resourceType), Case("Nonsense1", .resourceType, .resourceType),
    Case("", .resourceType, .resourceType),
  ]

  @Test(arguments: resources)
  func resourceTypeDecides(_ expected: Case) {
    check(#"{"resourceType": "\#(expected.json)", "id": "1"}"#, expected)
    check(#"{"id": "1", "category": {"text": "lab"}, "resourceType": "\#(expected.json)"}"#, expected)
  }

  @Test func escapesMakeNoDifference() {
    check(
      #"{"resource\u0054ype": "Cond\u0069tion"}"#, Case("", .conditionRecord, .resourceType))
    check(
      #"""
      {"resourceType": "Observation", "c\u0061tegory": {"coding": [
        {"system": "http:\/\/hl7.org\/fhir\/observation-category", "code": "labor\u0061tory"}]}}
      """#, Case("", .labResultRecord, .categoryCoding(.exact)))
  }

  @Test(arguments: [
    ("Coverage", FHIRRelease.dstu2, nil), ("Coverage", .r4, ClinicalTypeIdentifier.coverageRecord),
    ("MedicationRequest", .dstu2, nil), ("MedicationRequest", .r4, .medicationRecord),
    ("MedicationOrder", .dstu2, .medicationRecord), ("MedicationOrder", .r4, nil),
    ("Condition", .dstu2, .conditionRecord), ("Condition", .r4, .conditionRecord),
  ])
  func aTypeMayBeARecordInOneReleaseOnly(_ type: String, _ release: FHIRRelease, _ expected: ClinicalTypeIdentifier?) {
    let found = Classifier().classify(Array(#"{"resourceType": "\#(type)"}"#.utf8), release: release)
    #expect(found.clinicalType == expected)
    #expect(found.reason == (expected == nil ? .release : nil))
  }

  @Test(arguments: [
    "", " ", "{", "[]", "null", "\"Observation\"", "{}", #"{"resourceType": 1}"#, #"{"resourceType": null}"#,
    #"{"resourceType": "Condition"} x"#, #"{"resourceType": "Condition"}{}"#, #"[{"resourceType": "Condition"}]"#,
  ])
  func nonResourcesHaveNoClinicalType(_ json: String) {
    check(json, Case("", .notAResource, .nothing))
  }

  // MARK: - Categories

  /// The forms of a category in DSTU2 and R4, and their mixtures.
  static func shapes(_ system: String, _ code: String) -> [String] {
    let coding = #"{"system": "\#(system)", "code": "\#(code)"}"#
    return [
      #""category": {"coding": [\#(coding)]}"#, #""category": [{"coding": [\#(coding)]}]"#,
      #""category": {"coding": \#(coding)}"#,
      #""category": [{"text": "x"}, {"coding": [{"system": "urn:x", "code": "x"}, \#(coding)], "text": "Survey"}]"#,
    ]
  }

  @Test(arguments: [dstu2, r4], ObservationCategory.allCases)
  func everyCategoryInEveryShape(_ system: String, _ category: ObservationCategory) {
    let expected: (ClinicalTypeIdentifier?, Classification.Reason?) =
      switch category {
      case .laboratory: (.labResultRecord, nil)
      case .vitalSigns: (.vitalSignRecord, nil)
      case .socialHistory: (nil, .socialHistory)
      case .imaging: (nil, .imaging)
      case .procedure: (nil, .procedure)
      case .survey: (nil, .survey)
      case .exam: (nil, .exam)
      case .therapy: (nil, .therapy)
      case .activity: (nil, .activity)
      }
    for (suffix, match) in [("", Classification.SystemMatch.exact), ("/", .trailingSlash)] {
      for shape in Self.shapes(system + suffix, category.rawValue) {
        // A vital sign by its code, but the category has precedence.
        let json = #"{"resourceType": "Observation", \#(shape), \#(Self.loinc("8867-4"))}"#
        let found = Classifier().classify(Array(json.utf8))
        #expect(found.clinicalType == expected.0, "\(json)")
        #expect(found.reason == expected.1, "\(json)")
        #expect(found.basis == .categoryCoding(match), "\(json)")
        #expect(found.categories == [category] && !found.isAmbiguous, "\(json)")
      }
    }
  }

  static func loinc(_ code: String) -> String {
    #""code": {"coding": [{"system": "http://loinc.org", "code": "\#(code)"}]}"#
  }

  private static func coded(_ codings: String...) -> String {
    #""category": {"coding": [\#(codings.joined(separator: ", "))]}"#
  }

  private static func coding(_ system: String?, _ code: String) -> String {
    system.map { #"{"system": "\#($0)", "code": "\#(code)"}"# } ?? #"{"code": "\#(code)"}"#
  }

  static let observations: [Case] = [
    // Systems.
    Case(coded(coding("urn:oid:1.2.3", "laboratory")), .labResultRecord, .categoryCoding(.otherSystem)),
    Case(coded(coding(nil, "vital-signs")), .vitalSignRecord, .categoryCoding(.noSystem)),
    Case(coded(#"{"system": null, "code": "exam"}"#), .exam, .categoryCoding(.noSystem)),
    Case(coded(#"{"system": 5, "code": "exam"}"#), .exam, .categoryCoding(.otherSystem)),
    // A published system has precedence over another, in any order.
    Case(coded(coding("urn:x", "vital-signs"), coding(dstu2, "exam")), .exam, .categoryCoding(.exact)),
    Case(
      coded(coding("urn:x", "vital-signs"), coding(r4, "laboratory")), .labResultRecord, .categoryCoding(.exact)),
    Case(
      #""category": [{"coding": [\#(coding(dstu2 + "/", "laboratory"))]}, {"text": "Vital Signs"}]"#, .labResultRecord,
      .categoryCoding(.trailingSlash)),
    // Words, when no code is known.
    Case(#""category": {"text": "Laboratory"}"#, .labResultRecord, .categoryText),
    Case(#""category": [{"text": "VITAL SIGNS"}]"#, .vitalSignRecord, .categoryText),
    Case(#""category": {"text": "vital sign"}"#, .vitalSignRecord, .categoryText),
    Case(#""category": "Lab""#, .labResultRecord, .categoryText),
    Case(coded(#"{"display": "Social History"}"#), .socialHistory, .categoryText),
    Case(coded(coding("urn:oid:1.2.3", "Lab")), .labResultRecord, .categoryText),
    Case(coded(coding(dstu2, "Vital-Signs")), .vitalSignRecord, .categoryText),
    Case(coded(coding("urn:x", "LAB1")), .unknownCategory, .nothing),
    Case(#""category": {"text": "Labor und Vitalwerte der Station drei, alle"}"#, .unknownCategory, .nothing),
    // Several categories.
    Case(
      coded(coding(dstu2, "laboratory"), coding(dstu2, "vital-signs")), .vitalSignRecord, .categoryCoding(.exact),
      isAmbiguous: true),
    Case(
      coded(coding(dstu2, "vital-signs"), coding(r4 + "/", "social-history")), .socialHistory,
      .categoryCoding(.trailingSlash), isAmbiguous: true),
    Case(
      #""category": [{"coding": [\#(coding(r4, "laboratory"))]}, {"coding": [\#(coding(r4, "social-history"))]}]"#,
      .socialHistory, .categoryCoding(.exact), isAmbiguous: true),
    Case(coded(coding(dstu2, "exam"), coding(dstu2, "vital-signs")), .vitalSignRecord, .categoryCoding(.exact)),
    Case(coded(coding(dstu2, "procedure"), coding(dstu2, "laboratory")), .labResultRecord, .categoryCoding(.exact)),
    Case(coded(coding(dstu2, "exam"), coding(dstu2, "imaging")), .imaging, .categoryCoding(.exact)),
    Case(coded(coding(dstu2, "laboratory"), coding(r4, "laboratory")), .labResultRecord, .categoryCoding(.exact)),
    Case(
      coded(coding("urn:x", "laboratory"), coding(nil, "vital-signs")), .vitalSignRecord, .categoryCoding(.noSystem),
      isAmbiguous: true),
    Case(
      #""category": [{"text": "Lab"}, {"text": "Vital Signs"}]"#, .vitalSignRecord, .categoryText, isAmbiguous: true),
    // A category without evidence.
    Case(coded(#"{"system": "\#(dstu2)"}"#), .unknownCategory, .nothing),
    Case(#""category": {}"#, .unknownCategory, .nothing), Case(#""category": []"#, .unknownCategory, .nothing),
    Case(#""category": {"coding": null}"#, .unknownCategory, .nothing),
    Case(#""category": [[\#(coding(dstu2, "laboratory"))]]"#, .unknownCategory, .nothing),
    Case(#""category": {"coding": [null, 1, "laboratory"]}"#, .unknownCategory, .nothing),
    Case(coded(#"{"system": "\#(dstu2)", "code": ["laboratory"]}"#), .unknownCategory, .nothing),
    // No category.
    Case(#""category": null"#, .observationWithoutCategory, .nothing),
    Case(#""status": "final""#, .observationWithoutCategory, .nothing),
    Case(loinc("718-7"), .observationWithoutCategory, .nothing),
    // LOINC codes, without a category or with one that gives no evidence.
    Case(loinc("85354-9"), .vitalSignRecord, .vitalSignCode),
    Case(loinc("8310-5") + #", "category": {}"#, .vitalSignRecord, .vitalSignCode),
    Case(coded(#"{"system": "\#(dstu2)"}"#) + ", " + loinc("55284-4"), .vitalSignRecord, .vitalSignCode),
    Case(loinc("72166-2"), .socialHistory, .smokingStatusCode),
    Case(
      #""code": {"coding": [{"code": "BT"}, {"system": "http://loinc.org/", "code": "8310-5"}]}"#, .vitalSignRecord,
      .vitalSignCode),
    Case(
      #""code": {"coding": [{"system": "urn:oid:2.16.840.1.113883.6.1", "code": "8867-4"}]}"#, .vitalSignRecord,
      .vitalSignCode),
    Case(#""code": {"coding": [{"code": "8867-4"}]}"#, .observationWithoutCategory, .nothing),
    Case(
      #""code": {"coding": [{"system": "urn:x", "code": "8867-4"}]}"#, .observationWithoutCategory, .nothing),
    Case(loinc("8867-40000"), .observationWithoutCategory, .nothing),
    // Components: every one must be a vital sign.
    Case(
      #""code": {"text": "BP"}, "component": [{\#(loinc("8480-6"))}, {\#(loinc("8462-4"))}]"#, .vitalSignRecord,
      .vitalSignComponents),
    Case(
      #""component": [{\#(loinc("8310-5"))}, {\#(loinc("2744-1"))}]"#, .observationWithoutCategory, .nothing),
    Case(#""component": []"#, .observationWithoutCategory, .nothing),
    Case(#""component": [null]"#, .observationWithoutCategory, .nothing),
    Case(#""component": {\#(loinc("8310-5"))}"#, .observationWithoutCategory, .nothing),
  ]

  @Test(arguments: observations)
  func anObservation(_ expected: Case) {
    check(#"{"resourceType": "Observation", \#(expected.json)}"#, expected)
    check(#"{\#(expected.json), "id": "x", "resourceType": "Observation"}"#, expected)
  }

  @Test(arguments: [
    "85353-1", "9279-1", "8867-4", "2708-6", "8310-5", "8302-2", "9843-4", "29463-7", "39156-5", "85354-9", "8480-6",
    "8462-4", "8716-3", "59408-5", "8306-3", "8287-5", "55284-4",
  ])
  func vitalSignsAreKnownByTheirCodes(_ code: String) {
    let bytes = Array(#"{"resourceType": "Observation", \#(Self.loinc(code))}"#.utf8)
    let found = Classifier().classify(bytes)
    #expect(found.clinicalType == .vitalSignRecord && found.isInferred)
    let strict = Classifier(infersFromLOINC: false).classify(bytes)
    #expect(strict.clinicalType == nil && strict.reason == .observationWithoutCategory && !strict.isInferred)
  }

  @Test func inferenceOfSmokingStatusCanBeSwitchedOff() {
    let bytes = Array(#"{"resourceType": "Observation", \#(Self.loinc("72166-2"))}"#.utf8)
    #expect(Classifier(infersFromLOINC: false).classify(bytes).reason == .observationWithoutCategory)
  }

  @Test func reasonsHavePermanentNames() {
    #expect(
      Classification.Reason.allCases.map(\.rawValue) == [
        "observation-social-history", "observation-imaging", "observation-procedure", "observation-survey",
        "observation-exam", "observation-therapy", "observation-activity", "observation-without-category",
        "observation-unknown-category", "medication", "medication-administration", "resource-type",
        "resource-type-of-other-release", "not-a-resource",
      ])
  }
}
