import ClinicalRecords
import Foundation
import HealthRecordStore

func listAllergies(_ records: [ClinicalRecord]) async throws -> [ClinicalRecord] {
  // begin
  let store = HealthStore(responder: .grantAll)
  await store.insert(contentsOf: records)
  try await store.requestAuthorization(toShare: [], read: [.clinicalType(.allergyRecord)])
  let allergies = try await store.clinicalRecords(ofType: .allergyRecord)
  // end
  return allergies
}

func saveHeartRate(in store: HealthStore) async throws {
  // begin
  try await store.save(.quantity(.heartRate, 72, unit: "count/min", start: .now))
  // end
}

struct TypesExample {
  // begin
  let types: Set<ObjectType> = [.workoutType(), .quantityType(.heartRate), .clinicalType(.allergyRecord)]
  // end
}

func appWithoutAUsageDescription() -> AppConfiguration {
  // begin
  var app = AppConfiguration.complete
  app.infoPlist["NSHealthClinicalHealthRecordsShareUsageDescription"] = nil
  // end
  return app
}

struct InfoExample {
  // begin
  let info: [String: PropertyValue] = ["CFBundleName": "Allergies", "UIRequiredDeviceCapabilities": ["healthkit"]]
  // end
}

func recentOrders(since yesterday: Date) -> QueryPredicate {
  // begin
  let orders = QueryPredicate.clinicalRecords(withFHIRResourceType: .medicationOrder)
  let old = QueryPredicate.samples(withStart: nil, end: yesterday)
  let query = orders && !old
  // end
  return query
}

func storeOfAPersonWhoGrantsAllergies() -> HealthStore {
  // begin
  let responder = AuthorizationResponder.byType(read: [.clinicalType(.allergyRecord)])
  let store = HealthStore(responder: responder)
  // end
  return store
}

func recordCount(of store: HealthStore) -> Int {
  // begin
  let count = store.sync { $0.recordCount }
  // end
  return count
}

func askableWithoutSamples() -> ObjectType {
  // begin
  let birthday = ObjectType("HKCharacteristicTypeIdentifierDateOfBirth")
  // end
  return birthday
}
