import Foundation
import HealthRecordStore
import Testing

@Suite("Authorization object by object")
struct PerObjectTests {
  static let prescriptions = ObjectType.visionPrescriptionType()

  @Test func onlyPrescriptionsNeedIt() {
    #expect(Self.prescriptions.requiresPerObjectAuthorization)
    for type in [Clinic.allergies, Clinic.heartRate, .workoutType(), .categoryType(.sleepAnalysis)] {
      #expect(!type.requiresPerObjectAuthorization)
    }
  }

  @Test func aRequestForTheWholeTypeIsRefused() async {
    await expectError(
      .errorInvalidArgument,
      "Authorization to read the following types is disallowed: HKVisionPrescriptionTypeIdentifier"
    ) { try await HealthStore().requestAuthorization(toShare: [], read: [Self.prescriptions]) }
    await expectError(.errorInvalidArgument) {
      try await HealthStore().requestPerObjectReadAuthorization(for: Clinic.heartRate)
    }
  }

  @Test func onlyChosenObjectsAreSeen() async throws {
    let first = Sample.visionPrescription(issued: .now)
    let second = Sample.visionPrescription(issued: .now)
    let store = HealthStore(
      responder: .scripted([
        .decide(AuthorizationAnswer.Grants(objects: [second.uuid])),
        .decide(AuthorizationAnswer.Grants(objects: [first.uuid])),
      ]))
    await store.insert(first, from: "Optician")
    await store.insert(second, from: "Optician")
    #expect(try await store.samples(ofType: Self.prescriptions).isEmpty)
    try await store.requestPerObjectReadAuthorization(for: Self.prescriptions)
    #expect(try await store.samples(ofType: Self.prescriptions).map(\.uuid) == [second.uuid])
    // Each request lets the user choose again.
    try await store.requestPerObjectReadAuthorization(for: Self.prescriptions)
    #expect(try await store.samples(ofType: Self.prescriptions).map(\.uuid) == [first.uuid])
    await store.revoke(objects: [first.uuid])
    #expect(try await store.samples(ofType: Self.prescriptions).isEmpty)
  }

  @Test func whatTheAppSavedIsNotOnTheSheet() async throws {
    let log = SheetLog()
    let store = HealthStore(responder: log.responder())
    try await store.requestAuthorization(toShare: [Self.prescriptions], read: [])
    let own = Sample.visionPrescription(issued: .now)
    try await store.save(own)
    try await store.requestPerObjectReadAuthorization(for: Self.prescriptions)
    #expect(await log.sheets.map(\.objects.count) == [0])
    #expect(try await store.samples(ofType: Self.prescriptions).map(\.uuid) == [own.uuid])
  }
}
