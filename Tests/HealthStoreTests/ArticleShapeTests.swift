import ClinicalRecords
import Foundation
import HealthStore
import Testing

/// The shapes of code in Apple's articles, with this store in the place of HealthKit's.
@Suite("The articles' code shapes")
struct ArticleShapeTests {
  static func store() async throws -> HealthStore {
    let store = HealthStore()
    await store.insert(contentsOf: [
      try Clinic.allergy("1", text: "Penicillin"), try Clinic.allergy("2", source: "County Hospital"),
      try Clinic.record("MedicationOrder", "3"), try Clinic.record("MedicationStatement", "4"),
      try Clinic.record("MedicationDispense", "5"),
    ])
    return store
  }

  @Test("a request for five sample types")
  func fiveTypes() async throws {
    let store = try await Self.store()
    let allTypes: Set<ObjectType> = [
      .workoutType(), .quantityType(.activeEnergyBurned), .quantityType(.distanceCycling),
      .quantityType(.distanceWalkingRunning), .quantityType(.heartRate),
    ]
    #expect(allTypes.count == 5)
    if await store.isHealthDataAvailable {
      try await store.requestAuthorization(toShare: allTypes, read: allTypes)
    }
    for type in allTypes { #expect(try await store.authorizationStatus(for: type) == .sharingAuthorized) }
  }

  @Test("a request to read allergies and medications")
  func clinicalTypes() async throws {
    let store = try await Self.store()
    try await store.requestAuthorization(
      toShare: [], read: [.clinicalType(.allergyRecord), .clinicalType(.medicationRecord)])
    #expect(try await store.identifiers().count == 2)
  }

  @Test("a query of all allergy records, and the JSON of one")
  func allergies() async throws {
    let store = try await Self.store()
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.allergyRecord)])
    let allergies = try await store.clinicalRecords(ofType: .allergyRecord)
    #expect(allergies.map(\.identifier) == ["1", "2"])
    let allergy = try #require(allergies.first)
    let json = try JSONSerialization.jsonObject(with: Data(allergy.json)) as? [String: Any]
    #expect(json?["id"] as? String == "1")
    #expect((json?["substance"] as? [String: Any])?["text"] as? String == "Penicillin")
  }

  @Test("the predicate by FHIR resource type, on a mixture that it limits")
  func resourceType() async throws {
    let store = try await Self.store()
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.medicationRecord)])
    let mixture = try await store.clinicalRecords(ofType: .medicationRecord)
    #expect(mixture.map(\.resourceType) == [.medicationOrder, .medicationStatement, .medicationDispense])
    let orders = try await store.clinicalRecords(
      ofType: .medicationRecord, matching: .clinicalRecords(withFHIRResourceType: .medicationOrder))
    #expect(orders.map(\.identifier) == ["3"])
  }

  @Test("the predicate by source, resource type and identifier")
  func triple() async throws {
    let store = try await Self.store()
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.allergyRecord)])
    let found = try await store.clinicalRecords(
      ofType: .allergyRecord,
      matching: .clinicalRecords(from: "County Hospital", fhirResourceType: .allergyIntolerance, identifier: "2"))
    #expect(found.map(\.source) == ["County Hospital"])
  }
}
