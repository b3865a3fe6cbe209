import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

@Suite("Facts 2.2: requests")
struct RequestTests {
  @Test("a request that succeeds was processed, not granted")
  func processed() async throws {
    let store = HealthStore(responder: .denyAll)
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .sharingDenied)
    #expect(try await store.identifiers() == [])
  }

  @Test("no sheet where every type is decided; only the new types appear")
  func onlyNewTypes() async throws {
    let log = SheetLog()
    let store = HealthStore(responder: log.responder(.denyAll))
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    #expect(await log.sheets.count == 1)
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies, Clinic.medications])
    let sheets = await log.sheets
    #expect(sheets.count == 2)
    #expect(sheets.last?.read == [Clinic.medications])
    #expect(sheets.last?.share == [Clinic.heartRate])
  }

  @Test("reading and writing one type are decided separately")
  func readAndShare() async throws {
    let store = HealthStore(responder: .byType(share: [Clinic.heartRate]))
    let other = Sample.quantity(.heartRate, 60, unit: "count/min", start: .now)
    await store.insert(other, from: "Watch")
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.heartRate])
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .sharingAuthorized)
    #expect(try await store.samples(ofType: Clinic.heartRate).isEmpty)
  }

  @Test("request status: whether a sheet would appear, not what was granted")
  func status() async throws {
    let store = HealthStore(responder: .denyAll)
    let types: Set = [Clinic.allergies]
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .shouldRequest)
    try await store.requestAuthorization(toShare: [], read: types)
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .unnecessary)
    #expect(
      try await store.statusForAuthorizationRequest(toShare: [], read: types.union([Clinic.medications]))
        == .shouldRequest)
  }

  @Test("request status: should request again when new clinical data arrive, if the person chose to be asked")
  func statusOfNewData() async throws {
    let log = SheetLog()
    let store = HealthStore(
      responder: log.responder(
        .scripted([
          .decide(AuthorizationAnswer.Grants(currentRecords: [Clinic.allergies])),
          .decide(AuthorizationAnswer.Grants(read: [Clinic.allergies])),
        ])))
    let types: Set = [Clinic.allergies]
    await store.insert(try Clinic.allergy("1"))
    try await store.requestAuthorization(toShare: [], read: types)
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .unnecessary)
    await store.insert(try Clinic.record("Condition", "1"))
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .unnecessary)
    await store.insert(try Clinic.allergy("2"))
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .shouldRequest)
    #expect(try await store.identifiers() == ["1"])
    try await store.requestAuthorization(toShare: [], read: types)
    #expect(await log.sheets.map(\.read) == [[Clinic.allergies], [Clinic.allergies]])
    #expect(try await store.identifiers() == ["1", "2"])
    await store.insert(try Clinic.allergy("3"))
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: types) == .unnecessary)
    #expect(try await store.identifiers() == ["1", "2", "3"])
  }

  static let required: PropertyValue = [
    "HKClinicalTypeIdentifierAllergyRecord", "HKClinicalTypeIdentifierMedicationRecord",
    "HKClinicalTypeIdentifierConditionRecord",
  ]

  @Test("required types: any one denied fails the whole request with 10, without naming it")
  func requiredTypes() async throws {
    let types: Set = [Clinic.allergies, Clinic.medications, Clinic.conditions]
    var messages: Set<String> = []
    for denied in types {
      let log = SheetLog()
      let store = HealthStore(
        configuration: Clinic.requiring(Self.required),
        responder: log.responder(.byType(read: types.subtracting([denied]))))
      do {
        try await store.requestAuthorization(toShare: [], read: types)
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.code == .errorRequiredAuthorizationDenied)
        messages.insert(error.message)
      }
      #expect(await log.sheets.map { Set($0.required) } == [types])
    }
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { message in types.allSatisfy { !message.contains($0.identifier) } })
    let granting = HealthStore(configuration: Clinic.requiring(Self.required), responder: .byType(read: types))
    try await granting.requestAuthorization(toShare: [], read: types.union([.clinicalType(.coverageRecord)]))
  }

  @Test("the person closes the sheet: 7, and nothing is decided")
  func cancel() async throws {
    let store = HealthStore(responder: .cancel)
    await expectError(.errorUserCanceled) {
      try await store.requestAuthorization(toShare: [Clinic.heartRate], read: [Clinic.allergies])
    }
    #expect(try await store.authorizationStatus(for: Clinic.heartRate) == .notDetermined)
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.identifiers() }
  }

  @Test("a script answers sheet by sheet, and closes later sheets")
  func script() async throws {
    let store = HealthStore(
      responder: .scripted([.cancel, .decide(AuthorizationAnswer.Grants(read: [Clinic.allergies]))]))
    await expectError(.errorUserCanceled) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    }
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    await expectError(.errorUserCanceled) {
      try await store.requestAuthorization(toShare: [], read: [Clinic.medications])
    }
  }

  @Test("two requests at a time show one sheet after the other, and decided types not again")
  func oneSheetAtATime() async throws {
    let log = SheetLog()
    let store = HealthStore(
      responder: log.responder(
        AuthorizationResponder { sheet in
          await Task.yield()
          return await AuthorizationResponder.grantAll.respond(to: sheet)
        }))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { try? await store.requestAuthorization(toShare: [], read: [Clinic.allergies]) }
      }
    }
    #expect(await log.sheets.count == 1)
  }
}
