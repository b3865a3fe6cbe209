import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

@Suite("Facts 2.2: reading and saving")
struct ReadingTests {
  @Test("query before any request: 5")
  func neverAsked() async throws {
    let store = HealthStore()
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
    await expectError(.errorAuthorizationNotDetermined) {
      _ = try await store.clinicalRecordChanges(ofType: .allergyRecord)
    }
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.samples(ofType: Clinic.heartRate) }
    await expectError(.errorAuthorizationNotDetermined) {
      for try await _ in store.clinicalRecordUpdates(ofType: .allergyRecord) { break }
    }
    try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
  }

  @Test("read denied: no error, only the app's own samples, so no clinical records")
  func denied() async throws {
    let store = HealthStore(responder: .byType(share: [Clinic.heartRate], read: [Clinic.medications]))
    await store.insert(try Clinic.allergy("1"))
    await store.insert(try Clinic.record("MedicationOrder", "1"))
    await store.insert(.quantity(.heartRate, 60, unit: "count/min", start: .now), from: "Watch")
    try await store.requestAuthorization(
      toShare: [Clinic.heartRate], read: [Clinic.allergies, Clinic.medications, Clinic.heartRate])
    let own = Sample.quantity(.heartRate, 72, unit: "count/min", start: .now)
    try await store.save(own)
    #expect(try await store.identifiers() == [])
    #expect(try await store.identifiers(of: .medicationRecord) == ["1"])
    #expect(try await store.clinicalRecordChanges(ofType: .allergyRecord).isEmpty)
    #expect(try await store.samples(ofType: Clinic.heartRate).map(\.uuid) == [own.uuid])
  }

  @Test("saved samples are read back without permission to read")
  func readBack() async throws {
    let store = HealthStore()
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [])
    let own = Sample.quantity(.heartRate, 72, unit: "count/min", start: .now)
    try await store.save(own)
    let read = try await store.samples(ofType: Clinic.heartRate)
    #expect(read.map(\.uuid) == [own.uuid])
    #expect(read.first?.source == "App")
    try await store.delete(own)
    #expect(try await store.samples(ofType: Clinic.heartRate).isEmpty)
  }

  @Test("save without having asked: 5; after denial: 4")
  func saving() async throws {
    let store = HealthStore(responder: .denyAll)
    let sample = Sample.quantity(.heartRate, 72, unit: "count/min", start: .now)
    await expectError(.errorAuthorizationNotDetermined) { try await store.save(sample) }
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.heartRate])
    await expectError(.errorAuthorizationDenied) { try await store.save(sample) }
    #expect(try await store.samples(ofType: Clinic.heartRate).isEmpty)
  }

  @Test("clinical records are never saved")
  func savingRecords() async throws {
    let store = HealthStore()
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    let record = try Clinic.allergy("1")
    await expectError(
      .errorInvalidArgument,
      "Authorization to share the following types is disallowed: HKClinicalTypeIdentifierAllergyRecord"
    ) { try await store.save(record) }
    #expect(await store.recordCount == 0)
  }

  @Test("several samples are saved all or none")
  func allOrNone() async throws {
    let store = HealthStore(responder: .byType(share: [Clinic.heartRate]))
    try await store.requestAuthorization(toShare: [Clinic.heartRate, .workoutType()], read: [])
    await expectError(.errorAuthorizationDenied) {
      try await store.save([
        .quantity(.heartRate, 72, unit: "count/min", start: .now), .workout(activity: "cycling", start: .now),
      ])
    }
    #expect(try await store.samples(ofType: Clinic.heartRate).isEmpty)
  }

  @Test("the person revokes and allows at any time")
  func revoking() async throws {
    let store = HealthStore()
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    #expect(try await store.identifiers() == ["1"])
    await store.revoke(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    #expect(try await store.identifiers() == [])
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .sharingDenied)
    await store.allow(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    #expect(try await store.identifiers() == ["1"])
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .sharingAuthorized)
    await store.resetAuthorization()
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
  }
}

@Suite("Facts 2.2: the device")
struct DeviceTests {
  /// Every call of an app that can fail.
  static func calls(_ store: HealthStore) throws -> [(String, () async throws -> Void)] {
    let sample = Sample.quantity(.heartRate, 72, unit: "count/min", start: .now)
    let record = try Clinic.allergy("1")
    return [
      ("supportsHealthRecords", { _ = try await store.supportsHealthRecords() }),
      ("request", { try await store.requestAuthorization(toShare: [], read: [Clinic.allergies]) }),
      ("empty request", { try await store.requestAuthorization(toShare: [], read: []) }),
      ("object request", { try await store.requestPerObjectReadAuthorization(for: .visionPrescriptionType()) }),
      (
        "request status",
        { _ = try await store.statusForAuthorizationRequest(toShare: [], read: [Clinic.allergies]) }
      ),
      ("status", { _ = try await store.authorizationStatus(for: Clinic.heartRate) }),
      ("query", { _ = try await store.identifiers() }),
      ("changes", { _ = try await store.clinicalRecordChanges(ofType: .allergyRecord) }),
      ("updates", { for try await _ in store.clinicalRecordUpdates(ofType: .allergyRecord) { break } }),
      ("samples", { _ = try await store.samples(ofType: Clinic.heartRate) }),
      ("save", { try await store.save(sample) }),
      ("save a record", { try await store.save(record) }),
      ("delete", { try await store.delete(sample) }),
    ]
  }

  @Test("data unavailable: 1 from every other call")
  func unavailable() async throws {
    let store = HealthStore(device: Device(availability: .unavailable))
    #expect(await store.isHealthDataAvailable == false)
    for (_, call) in try Self.calls(store) { await expectError(.errorHealthDataUnavailable, body: call) }
  }

  @Test("data restricted: 2 from every other call")
  func restricted() async throws {
    let store = HealthStore(device: Device(availability: .restricted))
    for (_, call) in try Self.calls(store) { await expectError(.errorHealthDataRestricted, body: call) }
  }

  @Test("device locked: queries fail with 6")
  func locked() async throws {
    let store = HealthStore()
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    await store.changeDevice { $0.isLocked = true }
    await expectError(.errorDatabaseInaccessible) { _ = try await store.identifiers() }
    await expectError(.errorDatabaseInaccessible) { _ = try await store.samples(ofType: Clinic.heartRate) }
    try await store.save(.quantity(.heartRate, 72, unit: "count/min", start: .now))
    await store.changeDevice { $0.isLocked = false }
    #expect(try await store.identifiers() == ["1"])
    #expect(try await store.samples(ofType: Clinic.heartRate).count == 1)
  }

  @Test("Guest User session: authorized reads work, requests fail silently without a sheet, statuses do not change")
  func guest() async throws {
    let log = SheetLog()
    let store = HealthStore(responder: log.responder())
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    await store.changeDevice { $0.isGuestUserSession = true }
    #expect(try await store.identifiers() == ["1"])
    try await store.requestAuthorization(toShare: [.workoutType()], read: [Clinic.medications])
    try await store.requestPerObjectReadAuthorization(for: .visionPrescriptionType())
    #expect(await log.sheets.count == 1)
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .sharingAuthorized)
    #expect(try await store.authorizationStatus(for: .workoutType()) == .notDetermined)
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [Clinic.medications]) == .shouldRequest)
    await expectError(.errorAuthorizationNotDetermined) {
      _ = try await store.identifiers(of: .medicationRecord)
    }
    await store.changeDevice { $0.isGuestUserSession = false }
    try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
    #expect(await log.sheets.count == 2)
  }

  @Test("Guest User session: any save fails with 15, with 2 in an app built for iOS 17")
  func guestSaves() async throws {
    for (system, code) in [
      (AppConfiguration.System.current, HealthError.Code.errorNotPermissibleForGuestUserMode),
      (.iOS17, .errorHealthDataRestricted),
    ] {
      let store = HealthStore(configuration: Clinic.app { $0.builtFor = system })
      let sample = Sample.quantity(.heartRate, 72, unit: "count/min", start: .now)
      try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [])
      await store.changeDevice { $0.isGuestUserSession = true }
      await expectError(code) { try await store.save(sample) }
      await expectError(code) { try await store.save(.workout(activity: "cycling", start: .now)) }
      await store.changeDevice { $0.isGuestUserSession = false }
      try await store.save(sample)
    }
  }
}
