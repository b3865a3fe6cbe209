import ClinicalRecords
import HealthRecordStore
import Testing

@Suite("Facts 2.2: cases in which HealthKit raises an exception")
struct ExceptionTests {
  @Test("clinical type in the share set")
  func clinicalShare() async {
    await expectError(
      .errorInvalidArgument,
      "Authorization to share the following types is disallowed: HKClinicalTypeIdentifierAllergyRecord,"
        + " HKClinicalTypeIdentifierMedicationRecord"
    ) {
      try await HealthStore().requestAuthorization(
        toShare: [Clinic.medications, Clinic.heartRate, Clinic.allergies], read: [])
    }
  }

  @Test("clinical read without the health-records entitlement")
  func noHealthRecords() async {
    let app = Clinic.app { $0.entitlements[EntitlementKey.access] = nil }
    await expectError(
      .errorInvalidArgument,
      "Authorization to read the following types is disallowed: HKClinicalTypeIdentifierAllergyRecord"
    ) {
      try await HealthStore(configuration: app).requestAuthorization(
        toShare: [], read: [Clinic.allergies, Clinic.heartRate])
    }
  }

  @Test("both sets empty")
  func nothing() async {
    let sentence = "Must request authorization for at least one data type"
    await expectError(.errorInvalidArgument, sentence) {
      try await HealthStore().requestAuthorization(toShare: [], read: [])
    }
    await expectError(.errorInvalidArgument, sentence) {
      _ = try await HealthStore().statusForAuthorizationRequest(toShare: [], read: [])
    }
  }

  static let descriptions = [
    (InfoPlistKey.clinicalUsage, "read", Clinic.allergies),
    (InfoPlistKey.shareUsage, "read", Clinic.heartRate),
    (InfoPlistKey.updateUsage, "write", Clinic.heartRate),
  ]

  static func request(_ access: String, _ type: ObjectType, _ app: AppConfiguration) async throws {
    let types: Set = [type]
    try await HealthStore(configuration: app).requestAuthorization(
      toShare: access == "write" ? types : [], read: access == "read" ? types : [])
  }

  @Test("usage description missing", arguments: descriptions)
  func missing(key: String, access: String, type: ObjectType) async {
    let app = Clinic.app { $0.infoPlist[key] = nil }
    await expectError(
      .errorInvalidArgument,
      "\(key) must be set in the app's Info.plist in order to request \(access) authorization for the following types:"
        + " \(type.identifier)"
    ) { try await Self.request(access, type, app) }
  }

  @Test("empty purpose string", arguments: descriptions)
  func empty(key: String, access: String, type: ObjectType) async {
    for blank in ["", " \t"] {
      let app = Clinic.app { $0.infoPlist[key] = .string(blank) }
      await expectError(.errorInvalidArgument, "The string \"\(blank)\" is an invalid value for the key \(key)") {
        try await Self.request(access, type, app)
      }
    }
  }

  @Test("purpose string of one word", arguments: descriptions)
  func oneWord(key: String, access: String, type: ObjectType) async throws {
    let app = Clinic.app { $0.infoPlist[key] = "Health" }
    await expectError(.errorInvalidArgument, "The string \"Health\" is an invalid value for the key \(key)") {
      try await Self.request(access, type, app)
    }
    // A sentence in a script without spaces.
    try await Self.request(access, type, Clinic.app { $0.infoPlist[key] = "健康記録を一覧表示します" })
  }

  @Test("purpose value not a string", arguments: descriptions)
  func notAString(key: String, access: String, type: ObjectType) async {
    let app = Clinic.app { $0.infoPlist[key] = true }
    await expectError(.errorInvalidArgument, "The boolean true is an invalid value for the key \(key)") {
      try await Self.request(access, type, app)
    }
  }

  @Test("a refused request shows no sheet and decides nothing")
  func nothingDecided() async throws {
    let log = SheetLog()
    let store = HealthStore(responder: log.responder())
    await expectError(.errorInvalidArgument) {
      try await store.requestAuthorization(toShare: [Clinic.allergies], read: [Clinic.allergies])
    }
    #expect(await log.sheets.isEmpty)
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
  }
}
