import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

/// Undocumented behaviour of HealthKit: each test is a choice that the article `choices` states.
@Suite("Facts, U: choices")
struct ChoiceTests {
  // MARK: - Choices that the documentation leaves open

  @Test("1.5: a DiagnosticReport is a clinical note, of laboratory tests too")
  func laboratoryReport() async throws {
    let store = HealthStore()
    let report = try Clinic.record(
      "DiagnosticReport", "1",
      members: "\"category\": {\"coding\": [{\"system\": \"http://hl7.org/fhir/v2/0074\", \"code\": \"LAB\"}]}")
    #expect(await store.insert(report) == .added)
    try await store.requestAuthorization(
      toShare: [], read: [.clinicalType(.clinicalNoteRecord), .clinicalType(.labResultRecord)])
    #expect(try await store.identifiers(of: .clinicalNoteRecord) == ["1"])
    #expect(try await store.identifiers(of: .labResultRecord) == [])
  }

  @Test("1.6: Observations without a clinical type are not kept, and the reason is returned")
  func otherObservations() async throws {
    let store = HealthStore()
    #expect(
      await store.insert(try Clinic.observation("1", category: "social-history"))
        == .withoutClinicalType(.socialHistory))
    #expect(
      await store.insert(try Clinic.record("Observation", "2")) == .withoutClinicalType(.observationWithoutCategory))
    #expect(await store.insert(try Clinic.observation("3", category: "survey")) == .withoutClinicalType(.survey))
    #expect(await store.recordCount == 0)
  }

  @Test("1.6: an Observation in two categories is kept once, as a vital sign before a lab result")
  func twoCategories() async throws {
    let store = HealthStore()
    let both = try Clinic.record(
      "Observation", "1",
      members: "\"category\": {\"coding\": [{\"code\": \"laboratory\"}, {\"code\": \"vital-signs\"}]}")
    #expect(await store.insert(both) == .added)
    try await store.requestAuthorization(
      toShare: [], read: [.clinicalType(.vitalSignRecord), .clinicalType(.labResultRecord)])
    #expect(try await store.identifiers(of: .vitalSignRecord) == ["1"])
    #expect(try await store.identifiers(of: .labResultRecord) == [])
  }

  @Test("1.3: a record without a FHIR version has that of the release that it or its surroundings show")
  func versions() async throws {
    let order = #"{"resourceType":"MedicationOrder","id":"1"}"#
    let request = #"{"resourceType":"MedicationRequest","id":"2"}"#
    let open = #"{"resourceType":"MedicationStatement","id":"3"}"#
    func versions(of text: String, version: FHIRVersion? = nil) async throws -> [FHIRVersion?] {
      let store = HealthStore()
      await store.load(Array(text.utf8), origin: RecordOrigin(source: Clinic.name, fhirVersion: version))
      try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
      return try await store.clinicalRecords(ofType: .medicationRecord).sorted {
        $0.identifier ?? "" < $1.identifier ?? ""
      }
      .map(\.fhirVersion)
    }
    #expect(try await versions(of: order) == [.primaryDSTU2])
    #expect(try await versions(of: request) == [.primaryR4])
    // Without evidence there is no version: no release is assumed.
    #expect(try await versions(of: open) == [nil])
    // Its file, in any order, and its Bundle.
    #expect(try await versions(of: "\(open)\n\(request)\n") == [.primaryR4, .primaryR4])
    #expect(try await versions(of: "\(order)\n\(open)\n") == [.primaryDSTU2, .primaryDSTU2])
    #expect(
      try await versions(of: #"{"resourceType":"Bundle","entry":[{"resource":\#(open)},{"resource":\#(request)}]}"#)
        == [.primaryR4, .primaryR4])
    // The version of the origin has precedence.
    #expect(try await versions(of: "\(open)\n\(request)\n", version: .primaryDSTU2) == [.primaryDSTU2])

    let store = HealthStore()
    let origin = RecordOrigin(source: Clinic.name)
    for json in [request, open] {
      #expect(await store.insert(try #require(ClinicalRecord(json: Array(json.utf8), origin: origin))) == .added)
    }
    try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
    #expect(Set(try await store.clinicalRecords(ofType: .medicationRecord).map(\.fhirVersion)) == [.primaryR4, nil])
  }

  @Test(
    "2.2: fewer than three required types: the request is refused",
    arguments: [
      [], ["HKClinicalTypeIdentifierAllergyRecord"],
      [
        "HKClinicalTypeIdentifierAllergyRecord", "HKClinicalTypeIdentifierMedicationRecord",
        "HKClinicalTypeIdentifierAllergyRecord",
      ],
    ] as [PropertyValue])
  func fewRequiredTypes(types: PropertyValue) async throws {
    let store = HealthStore(configuration: Clinic.requiring(types))
    await expectError(
      .errorInvalidArgument,
      "NSHealthRequiredReadAuthorizationTypeIdentifiers must name three or more clinical types"
    ) { try await store.requestAuthorization(toShare: [], read: [Clinic.allergies]) }
    // Requests without clinical types are not affected.
    try await store.requestAuthorization(toShare: [], read: [Clinic.heartRate])
  }

  @Test("2.2: required ids of other kinds, and other kinds of value: the request is refused")
  func otherRequiredTypes() async throws {
    let key = InfoPlistKey.requiredTypes
    let names: PropertyValue = [
      "HKClinicalTypeIdentifierAllergyRecord", "HKClinicalTypeIdentifierMedicationRecord",
      "HKQuantityTypeIdentifierHeartRate",
    ]
    for (value, sentence) in [
      (names, "The string \"HKQuantityTypeIdentifierHeartRate\" is an invalid value for the key \(key)"),
      ("HKClinicalTypeIdentifierAllergyRecord", nil), ([1, 2, 3], "The array is an invalid value for the key \(key)"),
    ] as [(PropertyValue, String?)] {
      await expectError(.errorInvalidArgument, sentence) {
        try await HealthStore(configuration: Clinic.requiring(value)).requestAuthorization(
          toShare: [], read: [Clinic.allergies])
      }
    }
  }

  // MARK: - Further choices

  @Test("only required types of the request count, and a later denial fails the next request without a sheet")
  func requiredTypesLater() async throws {
    let log = SheetLog()
    let store = HealthStore(configuration: Clinic.requiring(RequestTests.required), responder: log.responder())
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies, Clinic.medications])
    await store.revoke(read: [Clinic.allergies])
    try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
    await expectError(.errorRequiredAuthorizationDenied) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    }
    #expect(await log.sheets.count == 1)
  }

  @Test("a request that a required type failed has decided what stood on its sheet")
  func requiredTypesDecided() async throws {
    let store = HealthStore(
      configuration: Clinic.requiring(RequestTests.required), responder: .byType(read: [Clinic.medications]))
    await store.insert(try Clinic.record("MedicationOrder", "1"))
    await expectError(.errorRequiredAuthorizationDenied) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.allergies, Clinic.medications])
    }
    #expect(try await store.identifiers(of: .medicationRecord) == ["1"])
    #expect(try await store.identifiers() == [])
  }

  @Test("the order in which faults are reported")
  func order() async {
    var app = AppConfiguration(infoPlist: [:], entitlements: [:])
    let steps: [(String, (inout AppConfiguration) -> Void)] = [
      ("Missing com.apple.developer.healthkit", { $0.entitlements[EntitlementKey.healthKit] = true }),
      ("Authorization to read", { $0.entitlements[EntitlementKey.access] = ["health-records"] }),
      (InfoPlistKey.clinicalUsage, { $0.infoPlist[InfoPlistKey.clinicalUsage] = "Lists your records." }),
      (InfoPlistKey.shareUsage, { $0.infoPlist[InfoPlistKey.shareUsage] = "Shows your heart rate." }),
      (InfoPlistKey.updateUsage, { $0.infoPlist[InfoPlistKey.updateUsage] = "Saves your heart rate." }),
    ]
    for (beginning, repair) in steps {
      do {
        try await HealthStore(configuration: app).requestAuthorization(
          toShare: [Clinic.heartRate], read: [Clinic.heartRate, Clinic.allergies])
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.message.hasPrefix(beginning))
      }
      repair(&app)
    }
  }

  @Test("restricted health data are available, and the calls fail")
  func restrictedIsAvailable() async {
    #expect(await HealthStore(device: Device(availability: .restricted)).isHealthDataAvailable)
  }

  @Test("without support for health records, requests work and clinical types look empty")
  func noHealthRecords() async throws {
    let store = HealthStore(device: Device(supportsHealthRecords: false))
    await store.insert(try Clinic.allergy("1"))
    #expect(try await store.supportsHealthRecords() == false)
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    #expect(try await store.identifiers() == [])
    #expect(try await store.clinicalRecordChanges(ofType: .allergyRecord).isEmpty)
  }

  @Test("a user who is asked about new records and declines keeps sharing the earlier ones")
  func declining() async throws {
    let store = HealthStore(
      responder: .scripted([
        .decide(AuthorizationAnswer.Grants(currentRecords: [Clinic.allergies])),
        .decide(AuthorizationAnswer.Grants()),
      ]))
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    await store.insert(try Clinic.allergy("2"))
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    #expect(try await store.identifiers() == ["1"])
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [Clinic.allergies]) == .unnecessary)
  }

  @Test("an update of a shared record is new data")
  func updateIsNew() async throws {
    let store = HealthStore(responder: .byType(currentRecords: [Clinic.allergies]))
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    await store.insert(try Clinic.allergy("1", text: "Penicillin"))
    #expect(try await store.identifiers() == [])
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [Clinic.allergies]) == .shouldRequest)
  }

  @Test("Settings lists only types that a sheet has shown")
  func settings() async throws {
    let store = HealthStore()
    await store.allow(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    await store.revoke(toShare: [.workoutType()], read: [Clinic.medications])
    for type in [Clinic.heartRate, .workoutType()] {
      #expect(try await store.authorizationStatus(for: type) == .notDetermined)
    }
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers(of: .medicationRecord) }
  }

  @Test("a guest who takes over while the sheet is up decides nothing")
  func guestAtTheSheet() async throws {
    let gate = SheetGate()
    let store = HealthStore(responder: gate.responder)
    let request = Task { try await store.requestAuthorization(toShare: [], read: [Clinic.allergies]) }
    await gate.waitForSheet()
    await store.changeDevice { $0.isGuestUserSession = true }
    await gate.open()
    try await request.value
    await store.changeDevice { $0.isGuestUserSession = false }
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
  }

  @Test("a record without an identifier is not kept")
  func withoutIdentifier() async throws {
    let store = HealthStore()
    #expect(await store.insert(try Clinic.record("Condition", nil)) == .withoutIdentifier)
    #expect(await store.recordCount == 0)
  }

  @Test("deleting a sample of another app is refused")
  func deletingOthers() async throws {
    let store = HealthStore()
    let other = Sample.quantity(.heartRate, 60, unit: "count/min", start: .now)
    await store.insert(other, from: "Watch")
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.heartRate])
    await expectError(.errorInvalidArgument) { try await store.delete(other) }
    #expect(try await store.samples(ofType: Clinic.heartRate).count == 1)
  }
}

/// A user who takes time to answer.
private actor SheetGate {
  private var answer: CheckedContinuation<Void, Never>?
  private var arrival: CheckedContinuation<Void, Never>?

  nonisolated var responder: AuthorizationResponder {
    AuthorizationResponder { sheet in
      await self.stand()
      return await AuthorizationResponder.grantAll.respond(to: sheet)
    }
  }

  private func stand() async {
    await withCheckedContinuation { continuation in
      answer = continuation
      arrival?.resume()
      arrival = nil
    }
  }

  func waitForSheet() async {
    if answer == nil { await withCheckedContinuation { arrival = $0 } }
  }

  func open() {
    answer?.resume()
    answer = nil
  }
}
