// The article "Test your HealthKit code without a device" shows what stands between the marks, in this order; a test
// compares, and the tests below run it.

// begin
import ClinicalRecords
import HealthRecordStore

/// The names of the person's allergies, from all institutions.
func allergyNames(in store: any ClinicalRecordStore) async throws -> [String] {
  guard await store.isHealthDataAvailable else { return [] }
  try await store.requestAuthorization(toRead: [.allergyRecord])
  let allergies = try await store.clinicalRecords(
    ofType: .allergyRecord, matching: nil, sortedBy: [QuerySortDescriptor(.identifier)], limit: HealthStore.noLimit)
  return allergies.map(\.displayName)
}
// end

// begin
import Testing

/// A store that two institutions have sent records to.
func makeStore(_ responder: AuthorizationResponder = .grantAll) async -> HealthStore {
  let store = HealthStore(responder: responder)
  let penicillin = #"{"resourceType": "AllergyIntolerance", "id": "2", "substance": {"text": "Penicillin"}}"#
  let latex = #"{"resourceType": "AllergyIntolerance", "id": "2", "substance": {"text": "Latex"}}"#
  await store.load(Array(penicillin.utf8), origin: RecordOrigin(source: "City Clinic", fhirVersion: .primaryDSTU2))
  await store.load(Array(latex.utf8), origin: RecordOrigin(source: "County Hospital", fhirVersion: .primaryDSTU2))
  return store
}

@Test func listsAllergiesOfAllInstitutions() async throws {
  let store = await makeStore()
  // One identifier, two sources: two records.
  #expect(try await allergyNames(in: store) == ["Penicillin", "Latex"])
}
// end

// begin
@Test func showsAnEmptyListToWhoDenies() async throws {
  let store = await makeStore(.denyAll)
  #expect(try await allergyNames(in: store) == [])
}

@Test func reportsThatTheSheetWasClosed() async throws {
  let store = await makeStore(.cancel)
  await #expect(throws: HealthError(.errorUserCanceled)) { try await allergyNames(in: store) }
}

@Test func noticesThatThePersonRevokes() async throws {
  let store = await makeStore()
  _ = try await allergyNames(in: store)
  await store.revoke(read: [.clinicalType(.allergyRecord)])
  #expect(try await allergyNames(in: store) == [])
}
// end

// begin
@Test func needsAUsageDescription() async throws {
  var app = AppConfiguration.complete
  app.infoPlist["NSHealthClinicalHealthRecordsShareUsageDescription"] = nil
  let store = HealthStore(configuration: app)
  do {
    _ = try await allergyNames(in: store)
    Issue.record("HealthKit would have ended the app here")
  } catch let error as HealthError {
    #expect(error.code == .errorInvalidArgument)
    #expect(error.message.contains("NSHealthClinicalHealthRecordsShareUsageDescription must be set"))
  }
}
// end

// begin
@Test func followsUpdates() async throws {
  let store = await makeStore()
  try await store.requestAuthorization(toRead: [.allergyRecord])
  let before = try await store.clinicalRecordChanges(ofType: .allergyRecord)

  let newer = #"{"resourceType": "AllergyIntolerance", "id": "2", "substance": {"text": "Penicillin G"}}"#
  await store.load(Array(newer.utf8), origin: RecordOrigin(source: "City Clinic", fhirVersion: .primaryDSTU2))
  let changes = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: before.anchor)
  #expect(changes.added.map(\.displayName) == ["Penicillin G"])
  #expect(changes.deleted.isEmpty)
}
// end
