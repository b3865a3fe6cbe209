// The article "Test your app off Apple's platforms" shows what stands between the marks, in this order; a test compares,
// and the tests at the end run it. HealthKitNames' first page shows the beginning too.

// begin
#if canImport(HealthKit)
  import HealthKit
#else
  import HealthKitNames
#endif
// end

// begin
/// Lists the person's allergies, from all institutions.
final class AllergyList: Sendable {
  private let store = HKHealthStore()

  func load(_ completion: @escaping @Sendable ([String]?, (any Error)?) -> Void) {
    guard HKHealthStore.isHealthDataAvailable(),
      let allergies = HKObjectType.clinicalType(forIdentifier: .allergyRecord)
    else { return completion([], nil) }
    store.requestAuthorization(toShare: nil, read: [allergies]) { success, error in
      guard success else { return completion(nil, error) }
      let byDate = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
      let query = HKSampleQuery(
        sampleType: allergies, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: [byDate]
      ) { _, samples, error in
        let records = samples as? [HKClinicalRecord]
        completion(records?.map(\.displayName), error)
      }
      self.store.execute(query)
    }
  }
}
// end

#if !canImport(HealthKit)
  import HealthRecordStore

  // begin
  import ClinicalRecords
  import Testing

  /// A device that two institutions have sent records to.
  func makeDevice(
    _ responder: AuthorizationResponder = .grantAll, exceptions: SimulatedDevice.Exceptions = .trap
  ) async -> SimulatedDevice {
    let device = SimulatedDevice(HealthStore(responder: responder), exceptions: exceptions)
    for (name, source) in [("Penicillin", "City Clinic"), ("Latex", "County Hospital")] {
      let allergy = #"{"resourceType": "AllergyIntolerance", "id": "2", "substance": {"text": "\#(name)"}}"#
      let origin = RecordOrigin(source: source, fhirVersion: .primaryDSTU2)
      await device.store.load(Array(allergy.utf8), origin: origin)
    }
    return device
  }

  /// What the app shows on a device.
  func shown(on device: SimulatedDevice) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      device.sync {
        AllergyList().load { names, error in
          continuation.resume(with: names.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
        }
      }
    }
  }

  @Test func showsTheAllergiesOfAllInstitutions() async throws {
    // One identifier, two sources: two records.
    #expect(try await shown(on: makeDevice()) == ["Penicillin", "Latex"])
  }
  // end

  // begin
  @Test func showsNothingToWhoDenies() async throws {
    #expect(try await shown(on: makeDevice(.denyAll)) == [])
  }

  @Test func tellsThatTheSheetWasClosed() async throws {
    await #expect(throws: HKError.self) { try await shown(on: makeDevice(.cancel)) }
  }

  @Test func aGuestSeesWhatWasAllowedBefore() async throws {
    let device = await makeDevice()
    _ = try await shown(on: device)
    await device.store.changeDevice { $0.isGuestUserSession = true }
    #expect(try await shown(on: device).count == 2)
  }
  // end

  // begin
  @Test func allergiesCannotBeShared() async throws {
    let device = await makeDevice(exceptions: .error)
    await device.run {
      do {
        let types: Set = [HKClinicalType(.allergyRecord)]
        try await HKHealthStore().requestAuthorization(toShare: types, read: types)
        Issue.record("HealthKit would have ended the app here")
      } catch let error as HKError {
        #expect(error.code == .errorInvalidArgument)
        #expect(error.localizedDescription.contains("Authorization to share the following types is disallowed"))
      } catch {
        Issue.record(error)
      }
    }
  }
  // end

  // begin
  @Test func aUnitThatIsNone() throws {
    let device = SimulatedDevice(exceptions: .error)
    #expect(throws: HKError.self) { try device.throwingExceptions { HKUnit(from: "beats per minute") } }
    #expect(device.raised.map(\.localizedDescription) == ["Unable to parse factorization string beats per minute"])
  }
  // end

  func runsOnADevice() async throws -> [String] {
    // begin
    let device = SimulatedDevice(HealthStore(responder: .grantAll))
    let names = try await device.run { try await AllergyNames().all() }
    // end
    return names
  }

  @Test func theFirstPageRuns() async throws {
    #expect(try await runsOnADevice() == [])
    #expect(try await makeDevice().run { try await AllergyNames().all() } == ["Penicillin", "Latex"])
  }
#endif

/// The same list with a task that waits.
struct AllergyNames {
  func all() async throws -> [String] {
    // begin
    let store = HKHealthStore()
    let allergies = HKClinicalType(.allergyRecord)
    try await store.requestAuthorization(toShare: [], read: [allergies])
    let query = HKSampleQueryDescriptor(
      predicates: [.clinicalRecord(type: allergies)], sortDescriptors: [SortDescriptor(\.startDate)])
    return try await query.result(for: store).map(\.displayName)
    // end
  }
}
