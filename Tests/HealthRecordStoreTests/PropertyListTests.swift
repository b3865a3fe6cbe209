import ClinicalRecords
import HealthRecordStore
import Testing

@Suite("Facts 3: Info.plist and entitlements")
struct PropertyListTests {
  /// The keys of Info.plist that a request of one kind needs.
  @Test("NSHealthShareUsageDescription: needed to request reading, and not for clinical records or writing")
  func shareUsage() async throws {
    let app = Clinic.app { $0.infoPlist[InfoPlistKey.shareUsage] = nil }
    let store = HealthStore(configuration: app)
    await expectError(.errorInvalidArgument) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.heartRate])
    }
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
  }

  @Test("NSHealthUpdateUsageDescription: needed to request writing, and not for reading")
  func updateUsage() async throws {
    let app = Clinic.app { $0.infoPlist[InfoPlistKey.updateUsage] = nil }
    let store = HealthStore(configuration: app)
    await expectError(.errorInvalidArgument) {
      try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [])
    }
    try await store.requestAuthorization(toShare: [], read: [Clinic.heartRate, Clinic.allergies])
  }

  @Test("NSHealthClinicalHealthRecordsShareUsageDescription: needed to read clinical records, and for nothing else")
  func clinicalUsage() async throws {
    let app = Clinic.app { $0.infoPlist[InfoPlistKey.clinicalUsage] = nil }
    let store = HealthStore(configuration: app)
    await expectError(.errorInvalidArgument) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    }
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.heartRate])
  }

  @Test("NSHealthRequiredReadAuthorizationTypeIdentifiers: full raw values; the shorthand is refused")
  func requiredTypes() async {
    let app = Clinic.requiring([
      "allergyRecord", "HKClinicalTypeIdentifierMedicationRecord", "HKClinicalTypeIdentifierConditionRecord",
    ])
    await expectError(
      .errorInvalidArgument,
      "The string \"allergyRecord\" is an invalid value for the key NSHealthRequiredReadAuthorizationTypeIdentifiers"
    ) {
      try await HealthStore(configuration: app).requestAuthorization(toShare: [], read: [Clinic.allergies])
    }
  }

  @Test("UIRequiredDeviceCapabilities: no request depends on it")
  func capabilities() async throws {
    let app = Clinic.app { $0.infoPlist["UIRequiredDeviceCapabilities"] = ["healthkit"] }
    try await HealthStore(configuration: app).requestAuthorization(toShare: [], read: [Clinic.allergies])
  }

  @Test("com.apple.developer.healthkit: a boolean without which every request is refused", arguments: [nil, false])
  func healthKit(value: PropertyValue?) async throws {
    let store = HealthStore(configuration: Clinic.app { $0.entitlements[EntitlementKey.healthKit] = value })
    let sentence = "Missing com.apple.developer.healthkit entitlement."
    await expectError(.errorAuthorizationDenied, sentence) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.heartRate])
    }
    await expectError(.errorAuthorizationDenied, sentence) {
      try await store.requestPerObjectReadAuthorization(for: .visionPrescriptionType())
    }
  }

  @Test(
    "com.apple.developer.healthkit.access: an array with health-records, for clinical records only",
    arguments: [nil, [], ["health-record"], "health-records"] as [PropertyValue?])
  func access(value: PropertyValue?) async throws {
    let store = HealthStore(configuration: Clinic.app { $0.entitlements[EntitlementKey.access] = value })
    await expectError(
      .errorInvalidArgument,
      "Authorization to read the following types is disallowed: HKClinicalTypeIdentifierAllergyRecord"
    ) { try await store.requestAuthorization(toShare: [], read: [Clinic.allergies]) }
    try await store.requestAuthorization(toShare: [], read: [Clinic.heartRate])
  }

  @Test("com.apple.developer.healthkit.background-delivery: no request depends on it")
  func backgroundDelivery() async throws {
    let app = Clinic.app { $0.entitlements[EntitlementKey.backgroundDelivery] = true }
    try await HealthStore(configuration: app).requestAuthorization(toShare: [], read: [Clinic.allergies])
  }
}
