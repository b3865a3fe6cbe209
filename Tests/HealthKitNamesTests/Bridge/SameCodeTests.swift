import ClinicalRecords
import Foundation
import HealthKitNames
import HealthRecordStore
import Testing

#if !canImport(HealthKit)
  /// The same code must give the same results with HealthKit's API and with the in-process store.
  @Suite("One protocol over two stores")
  struct SameCodeTests {
    /// Both stores with the same records.
    static func stores() async throws -> [any ClinicalRecordStore] {
      let records = [
        BridgeFixture.record("MedicationOrder", "1", day: 2), BridgeFixture.record("MedicationStatement", "2", day: 1),
        BridgeFixture.record("MedicationOrder", "1", source: "County Hospital", day: 3),
        BridgeFixture.record("AllergyIntolerance", "4"),
      ]
      let ours = HealthStore()
      await ours.insert(contentsOf: records.compactMap { $0 })
      let (theirs, _) = await BridgeFixture.healthKit(records)
      return [HealthKitRecordStore(theirs), ours]
    }

    static func label(_ record: ClinicalRecord) -> String {
      "\(record.identifier ?? "")\(record.source == "City Clinic" ? "" : "'")"
    }

    @Test func queries() async throws {
      let order = QueryPredicate.clinicalRecords(withFHIRResourceType: .medicationOrder)
      let county = QueryPredicate.clinicalRecords(
        from: "County Hospital", fhirResourceType: .medicationOrder, identifier: "1")
      let secondDay = QueryPredicate.samples(
        withStart: Date(timeIntervalSince1970: 1_546_300_800 + 86400 * 2), end: nil)
      let cases: [(QueryPredicate?, [QuerySortDescriptor], Int, [String])] = [
        (nil, [], 0, ["1", "2", "1'"]), (order, [], 0, ["1", "1'"]), (!order, [], 0, ["2"]), (county, [], 0, ["1'"]),
        (county || !order, [], 0, ["2", "1'"]), (.objects(from: "City Clinic"), [], 0, ["1", "2"]),
        (.objects(from: "Elsewhere"), [], 0, []), (.objects(from: nil), [], 0, []), (secondDay, [], 0, ["1", "1'"]),
        (secondDay && county, [], 0, ["1'"]), (nil, [QuerySortDescriptor(.startDate)], 2, ["2", "1"]),
        (nil, [QuerySortDescriptor(.endDate, order: .reverse)], 0, ["1'", "1", "2"]),
        (nil, [QuerySortDescriptor(.identifier, order: .reverse)], 1, ["2"]),
      ]
      for store in try await Self.stores() {
        #expect(await store.isHealthDataAvailable)
        #expect(try await store.supportsHealthRecords())
        try await store.requestAuthorization(toRead: [.medicationRecord])
        for (predicate, order, limit, expected) in cases {
          let found = try await store.clinicalRecords(
            ofType: .medicationRecord, matching: predicate, sortedBy: order, limit: limit)
          #expect(found.map(Self.label) == expected)
        }
      }
    }

    @Test func errorsAndStatuses() async throws {
      for store in try await Self.stores() {
        await #expect(throws: HealthError.self) {
          _ = try await store.clinicalRecords(ofType: .medicationRecord, matching: nil, sortedBy: [], limit: 0)
        }
        await #expect(throws: HealthError.self) {
          _ = try await store.clinicalRecordChanges(ofType: .medicationRecord, matching: nil, since: nil, limit: 0)
        }
        let types: Set<ClinicalTypeIdentifier> = [.medicationRecord]
        #expect(try await store.statusForAuthorizationRequest(toRead: types) == .shouldRequest)
        try await store.requestAuthorization(toRead: types)
        #expect(try await store.statusForAuthorizationRequest(toRead: types) == .unnecessary)
        await #expect(throws: HealthError.self) {
          _ = try await store.clinicalRecordChanges(
            ofType: .medicationRecord, matching: nil, since: QueryAnchor(data: [1, 2]), limit: 0)
        }
      }
    }

    @Test func healthKitErrorsBecomeOurs() async throws {
      let (store, device) = await BridgeFixture.healthKit([])
      await device.store.changeDevice { $0.availability = .restricted }
      do {
        try await HealthKitRecordStore(store).requestAuthorization(toRead: [.allergyRecord])
        Issue.record("nothing was thrown")
      } catch let error as HealthError {
        #expect(error.code == .errorHealthDataRestricted)
      }
    }
  }

  @Suite("Changes over HealthKit's API")
  struct BridgeChangesTests {
    @Test func changesSinceAnAnchor() async throws {
      let (store, device) = await BridgeFixture.healthKit([
        BridgeFixture.record("AllergyIntolerance", "1"), BridgeFixture.record("AllergyIntolerance", "2"),
      ])
      let bridge = HealthKitRecordStore(store)
      try await bridge.requestAuthorization(toRead: [.allergyRecord])
      let all = try await bridge.clinicalRecordChanges(ofType: .allergyRecord, matching: nil, since: nil, limit: 0)
      #expect(all.added.map(\.identifier) == ["1", "2"])
      await device.store.insert(
        try #require(BridgeFixture.record("AllergyIntolerance", "1", members: #", "onset": "2018""#)))
      await device.store.insert(try #require(BridgeFixture.record("AllergyIntolerance", "3")))
      let second = try #require(all.added.last?.key)
      await device.store.deleteRecord(second)
      let anchor = try JSONDecoder().decode(QueryAnchor.self, from: JSONEncoder().encode(all.anchor))
      let changes = try await bridge.clinicalRecordChanges(
        ofType: .allergyRecord, matching: nil, since: anchor, limit: 0)
      #expect(changes.added.map(\.identifier) == ["1", "3"])
      #expect(changes.deleted.map(\.key) == [second])
      // Another process has not seen the records of the UUIDs.
      let other = try await HealthKitRecordStore(store).clinicalRecordChanges(
        ofType: .allergyRecord, matching: nil, since: anchor, limit: 0)
      #expect(other.deleted.map(\.uuid) == changes.deleted.map(\.uuid))
      #expect(other.deleted.map(\.key) == [nil])
    }

    @Test(.timeLimit(.minutes(5))) func updatesUntilCancelled() async throws {
      let (store, device) = await BridgeFixture.healthKit([BridgeFixture.record("AllergyIntolerance", "1")])
      let bridge = HealthKitRecordStore(store)
      try await bridge.requestAuthorization(toRead: [.allergyRecord])
      let (told, tell) = AsyncStream.makeStream(of: [String].self)
      let observer = Task {
        let updates = bridge.clinicalRecordUpdates(ofType: .allergyRecord, matching: nil, since: nil)
        for try await changes in updates { tell.yield(changes.added.compactMap(\.identifier)) }
        tell.yield(["end"])
      }
      var iterator = told.makeAsyncIterator()
      #expect(await iterator.next() == ["1"])
      await device.store.insert(try #require(BridgeFixture.record("AllergyIntolerance", "2")))
      #expect(await iterator.next() == ["2"])
      observer.cancel()
      #expect(await iterator.next() == ["end"])
      try await observer.value
    }
  }
#endif
