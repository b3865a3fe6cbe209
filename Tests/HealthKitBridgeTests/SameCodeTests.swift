import ClinicalRecords
import Foundation
import HealthKitBridge
import HealthRecordStore
import Testing

#if HEALTHKIT_STAND_IN
  import HealthKitStandIn

  /// The same code over HealthKit's API and over our store has to give the same.
  @Suite("One protocol over two stores")
  struct SameCodeTests {
    /// Both stores with the same records.
    static func stores() async throws -> [any ClinicalRecordStore] {
      let records = [
        try BridgeFixture.record("MedicationOrder", "1", clinicalType: .medicationRecord, day: 2),
        try BridgeFixture.record("MedicationStatement", "2", clinicalType: .medicationRecord, day: 1),
        try BridgeFixture.record(
          "MedicationOrder", "1", clinicalType: .medicationRecord, source: BridgeFixture.county, day: 3),
        try BridgeFixture.record("AllergyIntolerance", "4"),
      ]
      let theirs = HKHealthStore()
      let ours = HealthStore()
      for record in records {
        theirs.add(record)
        await ours.insert(try #require(ClinicalRecord(record)))
      }
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
      let store = HKHealthStore()
      store.failRequests(with: HKError(.errorRequiredAuthorizationDenied))
      do {
        try await HealthKitRecordStore(store).requestAuthorization(toRead: [.allergyRecord])
        Issue.record("nothing was thrown")
      } catch let error as HealthError {
        #expect(error.code == .errorRequiredAuthorizationDenied)
      }
    }
  }

  @Suite("Changes over HealthKit's API")
  struct BridgeChangesTests {
    @Test func changesSinceAnAnchor() async throws {
      let store = HKHealthStore()
      let bridge = HealthKitRecordStore(store)
      let first = try BridgeFixture.record("AllergyIntolerance", "1")
      let second = try BridgeFixture.record("AllergyIntolerance", "2")
      store.add(first)
      store.add(second)
      try await bridge.requestAuthorization(toRead: [.allergyRecord])
      let all = try await bridge.clinicalRecordChanges(ofType: .allergyRecord, matching: nil, since: nil, limit: 0)
      #expect(all.added.map(\.identifier) == ["1", "2"])
      // An update is told as a deletion and an addition, and comes as an addition.
      store.remove(first)
      store.add(try BridgeFixture.record("AllergyIntolerance", "1"))
      store.remove(second)
      let anchor = try JSONDecoder().decode(QueryAnchor.self, from: JSONEncoder().encode(all.anchor))
      let changes = try await bridge.clinicalRecordChanges(
        ofType: .allergyRecord, matching: nil, since: anchor, limit: 0)
      #expect(changes.added.map(\.identifier) == ["1"])
      #expect(changes.deleted.map(\.key?.identifier) == ["2"])
      #expect(changes.deleted.map(\.uuid) == [second.uuid])
      // Another process has not seen what the UUIDs stand for.
      let other = try await HealthKitRecordStore(store).clinicalRecordChanges(
        ofType: .allergyRecord, matching: nil, since: anchor, limit: 0)
      #expect(other.deleted.map(\.uuid).contains(second.uuid))
      #expect(other.deleted.allSatisfy { $0.uuid != second.uuid || $0.key == nil })
    }

    @Test(.timeLimit(.minutes(5))) func updatesUntilCancelled() async throws {
      let store = HKHealthStore()
      let bridge = HealthKitRecordStore(store)
      store.add(try BridgeFixture.record("AllergyIntolerance", "1"))
      try await bridge.requestAuthorization(toRead: [.allergyRecord])
      let (told, tell) = AsyncStream.makeStream(of: [String].self)
      let observer = Task {
        let updates = bridge.clinicalRecordUpdates(ofType: .allergyRecord, matching: nil, since: nil)
        for try await changes in updates { tell.yield(changes.added.compactMap(\.identifier)) }
        tell.yield(["end"])
      }
      var iterator = told.makeAsyncIterator()
      #expect(await iterator.next() == ["1"])
      store.add(try BridgeFixture.record("AllergyIntolerance", "2"))
      #expect(await iterator.next() == ["2"])
      observer.cancel()
      #expect(await iterator.next() == ["end"])
      try await observer.value
      #expect(store.runningQueries == 0)
    }
  }
#endif
