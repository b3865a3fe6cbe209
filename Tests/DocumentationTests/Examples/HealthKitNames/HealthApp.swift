// An app's code in the shapes that HealthKit's documentation gives it; only the import depends on the platform.
#if canImport(HealthKit)
  import HealthKit
#else
  import HealthKitNames
#endif

final class HealthApp: Sendable {
  let store = HKHealthStore()

  func authorizeWorkouts(_ done: @escaping @Sendable (Bool) -> Void) {
    let types = Set([
      HKObjectType.workoutType(), HKObjectType.quantityType(forIdentifier: .activeEnergyBurned)!,
      HKObjectType.quantityType(forIdentifier: .distanceWalkingRunning)!,
      HKObjectType.quantityType(forIdentifier: .stepCount)!, HKObjectType.quantityType(forIdentifier: .heartRate)!,
    ])
    store.requestAuthorization(toShare: types, read: types) { (success, error) in
      if let error { print("no authorization: \(error.localizedDescription)") }
      done(success)
    }
  }

  func authorizeWorkouts() async throws {
    let types: Set = [
      HKQuantityType.workoutType(), HKQuantityType(.activeEnergyBurned), HKQuantityType(.distanceWalkingRunning),
      HKQuantityType(.stepCount), HKQuantityType(.heartRate),
    ]
    guard try await store.statusForAuthorizationRequest(toShare: types, read: types) == .shouldRequest else { return }
    try await store.requestAuthorization(toShare: types, read: types)
  }

  func authorizeRecords(_ done: @escaping @Sendable (HKAuthorizationRequestStatus) -> Void) {
    guard let allergies = HKObjectType.clinicalType(forIdentifier: .allergyRecord),
      let medications = HKObjectType.clinicalType(forIdentifier: .medicationRecord)
    else { fatalError("HealthKit does not know its own types") }
    let types: [HKSampleType] = [allergies, medications]
    store.requestAuthorization(toShare: nil, read: Set(types)) { success, error in
      guard success else { fatalError("no authorization: \(error?.localizedDescription ?? "no reason")") }
      self.store.getRequestStatusForAuthorization(toShare: Set(), read: Set(types)) { status, _ in
        DispatchQueue.global().async { done(status) }
      }
    }
  }

  func records(
    _ identifier: HKClinicalTypeIdentifier, _ predicate: NSPredicate?,
    _ done: @escaping @Sendable ([HKClinicalRecord]) -> Void
  ) {
    guard let type = HKObjectType.clinicalType(forIdentifier: identifier) else { return done([]) }
    let newestFirst = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
    let query = HKSampleQuery(
      sampleType: type, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: [newestFirst]
    ) { (query, samples, error) in
      guard let samples = samples as? [HKClinicalRecord] else {
        if let error = error as? HKError, error.code == .errorAuthorizationNotDetermined { return done([]) }
        fatalError("no records: \(error?.localizedDescription ?? "no reason")")
      }
      done(samples)
    }
    store.execute(query)
  }

  static func json(of record: HKClinicalRecord) throws -> [String: Any]? {
    guard let resource = record.fhirResource else { return nil }
    return try JSONSerialization.jsonObject(with: resource.data, options: []) as? [String: Any]
  }

  static func predicate(for record: HKClinicalRecord) -> NSPredicate? {
    record.fhirResource.map { resource in
      HKQuery.predicateForClinicalRecords(
        from: record.sourceRevision.source, fhirResourceType: resource.resourceType, identifier: resource.identifier)
    }
  }

  func save(heartRate: Double) async throws -> HKAuthorizationStatus {
    let type = HKQuantityType(.heartRate)
    let quantity = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: heartRate)
    try await store.save(HKQuantitySample(type: type, quantity: quantity, start: .now, end: .now))
    return store.authorizationStatus(for: type)
  }
}

#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthRecordStore
  import Testing

  @Suite("An app with HealthKit's names")
  struct HealthAppTests {
    private func app() async -> HealthApp {
      let store = HealthStore()
      for (type, id, source) in [
        ("AllergyIntolerance", "2", "City Clinic"), ("AllergyIntolerance", "2", "County Hospital"),
        ("MedicationOrder", "3", "City Clinic"), ("MedicationStatement", "4", "City Clinic"),
      ] {
        let json = #"{"resourceType": "\#(type)", "id": "\#(id)"}"#
        await store.load(Array(json.utf8), origin: RecordOrigin(source: source, fhirVersion: .primaryDSTU2))
      }
      return SimulatedDevice(store).sync { HealthApp() }
    }

    private func records(_ app: HealthApp, _ type: HKClinicalTypeIdentifier, _ predicate: NSPredicate?) async
      -> [HKClinicalRecord]
    {
      await withCheckedContinuation { continuation in
        app.records(type, predicate) { continuation.resume(returning: $0) }
      }
    }

    @Test func recordsAreFound() async throws {
      let app = await app()
      #expect(await records(app, .allergyRecord, nil).isEmpty)
      let status = await withCheckedContinuation { continuation in
        app.authorizeRecords { continuation.resume(returning: $0) }
      }
      #expect(status == .unnecessary)
      let allergies = await records(app, .allergyRecord, nil)
      #expect(Set(allergies.map(\.sourceRevision.source.name)) == ["City Clinic", "County Hospital"])
      let first = try #require(allergies.first)
      #expect(try HealthApp.json(of: first)?["id"] as? String == "2")
      #expect(await records(app, .allergyRecord, HealthApp.predicate(for: first)) == [first])
      let orders = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationOrder)
      #expect(await records(app, .medicationRecord, orders).map(\.fhirResource?.identifier) == ["3"])
    }

    @Test func workoutsAreAuthorized() async throws {
      let app = await app()
      #expect(await withCheckedContinuation { done in app.authorizeWorkouts { done.resume(returning: $0) } })
      try await app.authorizeWorkouts()
      #expect(try await app.save(heartRate: 72) == .sharingAuthorized)
    }
  }
#endif
