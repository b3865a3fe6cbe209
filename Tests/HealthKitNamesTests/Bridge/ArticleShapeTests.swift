import ClinicalRecords
import Foundation
import HealthKitNames
import HealthRecordStore
import Testing

/// The code of Apple's articles, with the in-process store and with HealthKit's API.
@Suite("The articles' code shapes")
struct ArticleShapeTests {
  /// A store with records of two institutions, in-process or through the bridge.
  enum Store: CaseIterable {
    case ours
    #if !canImport(HealthKit)
      case theirs
    #endif

    func make() async throws -> any ClinicalRecordStore {
      let records: [(type: FHIRResourceType, id: String, source: String)] = [
        (.allergyIntolerance, "1", "City Clinic"), (.allergyIntolerance, "2", "County Hospital"),
        (.medicationOrder, "3", "City Clinic"), (.medicationStatement, "4", "City Clinic"),
        (.medicationDispense, "5", "City Clinic"),
      ]
      func json(_ type: FHIRResourceType, _ id: String) -> [UInt8] {
        Array("{\"resourceType\": \"\(type.rawValue)\", \"id\": \"\(id)\", \"text\": {\"div\": \"Rash\"}}".utf8)
      }
      let store = HealthStore()
      for (type, id, source) in records {
        await store.load(json(type, id), origin: RecordOrigin(source: source, fhirVersion: .primaryDSTU2))
      }
      switch self {
      case .ours: return store
      #if !canImport(HealthKit)
        case .theirs: return HealthKitRecordStore(SimulatedDevice(store).sync { HKHealthStore() })
      #endif
      }
    }
  }

  @Test("a request for five sample types", arguments: Store.allCases)
  func fiveTypes(_ which: Store) async throws {
    let store = try await which.make()
    let allTypes: Set<ObjectType> = [
      .workoutType(), .quantityType(.activeEnergyBurned), .quantityType(.distanceCycling),
      .quantityType(.distanceWalkingRunning), .quantityType(.heartRate),
    ]
    #expect(allTypes.count == 5)
    #expect(try await store.statusForAuthorizationRequest(toShare: allTypes, read: allTypes) == .shouldRequest)
    if await store.isHealthDataAvailable {
      try await store.requestAuthorization(toShare: allTypes, read: allTypes)
    }
    #expect(try await store.statusForAuthorizationRequest(toShare: allTypes, read: allTypes) == .unnecessary)
    for type in allTypes { #expect(try await store.authorizationStatus(for: type) == .sharingAuthorized) }
  }

  @Test("a request to read allergies and medications", arguments: Store.allCases)
  func clinicalTypes(_ which: Store) async throws {
    let store = try await which.make()
    try await store.requestAuthorization(
      toShare: [], read: [.clinicalType(.allergyRecord), .clinicalType(.medicationRecord)])
    #expect(try await store.clinicalRecords(ofType: .allergyRecord).count == 2)
    #expect(try await store.clinicalRecords(ofType: .medicationRecord).count == 3)
    await #expect(throws: HealthError.self) { try await store.clinicalRecords(ofType: .conditionRecord) }
  }

  @Test("a query of all allergy records, and the JSON of one", arguments: Store.allCases)
  func allergies(_ which: Store) async throws {
    let store = try await which.make()
    try await store.requestAuthorization(toRead: [.allergyRecord])
    let allergies = try await store.clinicalRecords(ofType: .allergyRecord)
    #expect(allergies.map(\.identifier) == ["1", "2"])
    let allergy = try #require(allergies.first)
    let json = try JSONSerialization.jsonObject(with: Data(allergy.json)) as? [String: Any]
    #expect(json?["id"] as? String == "1")
    #expect((json?["text"] as? [String: Any])?["div"] as? String == "Rash")
  }

  @Test("the predicate by FHIR resource type, on a mixture that it limits", arguments: Store.allCases)
  func resourceType(_ which: Store) async throws {
    let store = try await which.make()
    try await store.requestAuthorization(toRead: [.medicationRecord])
    let mixture = try await store.clinicalRecords(ofType: .medicationRecord)
    #expect(mixture.map(\.resourceType) == [.medicationOrder, .medicationStatement, .medicationDispense])
    let orders = try await store.clinicalRecords(
      ofType: .medicationRecord, matching: .clinicalRecords(withFHIRResourceType: .medicationOrder))
    #expect(orders.map(\.identifier) == ["3"])
  }

  @Test("the predicate by source, resource type and identifier", arguments: Store.allCases)
  func triple(_ which: Store) async throws {
    let store = try await which.make()
    try await store.requestAuthorization(toRead: [.allergyRecord])
    let found = try await store.clinicalRecords(
      ofType: .allergyRecord,
      matching: .clinicalRecords(from: "County Hospital", fhirResourceType: .allergyIntolerance, identifier: "2"))
    #expect(found.map(\.source) == ["County Hospital"])
  }
}
