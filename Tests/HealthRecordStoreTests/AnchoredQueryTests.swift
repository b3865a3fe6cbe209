import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

@Suite("Anchored queries and observation")
struct AnchoredQueryTests {
  static func key(_ id: String) -> RecordKey {
    RecordKey(source: Clinic.name, resourceType: .allergyIntolerance, identifier: id)
  }

  static func store(_ ids: String...) async throws -> HealthStore {
    let store = HealthStore()
    for id in ids { await store.insert(try Clinic.allergy(id)) }
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies, .clinicalType(.labResultRecord)])
    return store
  }

  @Test("new and deleted since an anchor")
  func changes() async throws {
    let store = try await Self.store("1", "2")
    let first = try await store.clinicalRecordChanges(ofType: .allergyRecord)
    #expect(first.added.map(\.identifier) == ["1", "2"])
    #expect(first.deleted.isEmpty)
    #expect(try await store.clinicalRecordChanges(ofType: .allergyRecord, since: first.anchor).isEmpty)

    await store.insert(try Clinic.allergy("3"))
    await store.insert(try Clinic.record("Condition", "4"))
    #expect(await store.deleteRecord(Self.key("1")))
    #expect(await store.deleteRecord(Self.key("1")) == false)
    let second = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: first.anchor)
    #expect(second.added.map(\.identifier) == ["3"])
    #expect(second.deleted.map(\.key) == [Self.key("1")])
    #expect(try await store.clinicalRecordChanges(ofType: .allergyRecord, since: second.anchor).isEmpty)
    #expect(try await store.identifiers() == ["2", "3"])
  }

  @Test("an update is an addition under the same key; a record that is added again is not deleted")
  func updates() async throws {
    let store = try await Self.store("1", "2")
    let anchor = try await store.clinicalRecordChanges(ofType: .allergyRecord).anchor
    await store.insert(try Clinic.allergy("1", text: "Latex"))
    await store.deleteRecord(Self.key("2"))
    await store.insert(try Clinic.allergy("2"))
    let changes = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: anchor)
    #expect(changes.added.map(\.identifier) == ["1", "2"])
    #expect(changes.added.first?.displayName == "Latex")
    #expect(changes.deleted.isEmpty)
  }

  @Test("a record that an update moves to another type is deleted in the first")
  func movesBetweenTypes() async throws {
    let store = HealthStore()
    try await store.requestAuthorization(
      toShare: [], read: [.clinicalType(.labResultRecord), .clinicalType(.vitalSignRecord)])
    await store.insert(try Clinic.observation("1", category: "laboratory"))
    let labs = try await store.clinicalRecordChanges(ofType: .labResultRecord).anchor
    await store.insert(try Clinic.observation("1", category: "vital-signs"))
    let changes = try await store.clinicalRecordChanges(ofType: .labResultRecord, since: labs)
    #expect(changes.added.isEmpty)
    #expect(changes.deleted.map(\.key?.identifier) == ["1"])
    #expect(try await store.identifiers(of: .vitalSignRecord) == ["1"])
  }

  @Test("with a limit, the pages contain every record exactly once")
  func pages() async throws {
    let store = try await Self.store()
    for number in 0..<25 { await store.insert(try Clinic.allergy("\(number)")) }
    await store.deleteRecord(Self.key("7"))
    var anchor: QueryAnchor?
    var found: [String] = []
    while true {
      let page = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: anchor, limit: 4)
      if page.isEmpty { break }
      #expect(page.added.count <= 4)
      found += page.added.compactMap(\.identifier)
      anchor = page.anchor
    }
    #expect(found == (0..<25).filter { $0 != 7 }.map(String.init))
  }

  @Test("a predicate holds for new and for deleted records")
  func predicates() async throws {
    let store = try await Self.store("1", "2")
    let one = QueryPredicate.clinicalRecords(
      from: Clinic.name, fhirResourceType: .allergyIntolerance, identifier: "1")
    let anchor = try await store.clinicalRecordChanges(ofType: .allergyRecord, matching: one).anchor
    await store.deleteRecord(Self.key("2"))
    #expect(try await store.clinicalRecordChanges(ofType: .allergyRecord, matching: one, since: anchor).isEmpty)
    await store.deleteRecord(Self.key("1"))
    let changes = try await store.clinicalRecordChanges(ofType: .allergyRecord, matching: one, since: anchor)
    #expect(changes.deleted.map(\.key) == [Self.key("1")])
  }

  @Test("while the type is denied the anchor does not move, and nothing is missed afterwards")
  func denial() async throws {
    let store = try await Self.store("1")
    let anchor = try await store.clinicalRecordChanges(ofType: .allergyRecord).anchor
    await store.revoke(read: [Clinic.allergies])
    await store.insert(try Clinic.allergy("2"))
    let denied = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: anchor)
    #expect(denied.isEmpty)
    #expect(denied.anchor == anchor)
    await store.allow(read: [Clinic.allergies])
    let allowed = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: denied.anchor)
    #expect(allowed.added.map(\.identifier) == ["2"])
  }

  @Test("an empty type and a denied one have the same anchor")
  func anchorTellsNothing() async throws {
    let granted = HealthStore()
    let denied = HealthStore(responder: .denyAll)
    for store in [granted, denied] {
      await store.insert(try Clinic.record("Condition", "1"))
      try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    }
    #expect(
      try await granted.clinicalRecordChanges(ofType: .allergyRecord)
        == denied.clinicalRecordChanges(ofType: .allergyRecord))
  }

  @Test("an anchor can be saved as bytes; one of another store is refused")
  func keeping() async throws {
    let store = try await Self.store("1")
    let anchor = try await store.clinicalRecordChanges(ofType: .allergyRecord).anchor
    let kept = try JSONDecoder().decode(QueryAnchor.self, from: JSONEncoder().encode(anchor))
    #expect(kept == anchor)
    for other in [[], [1], Array(repeating: 255, count: 8)] as [[UInt8]] {
      await expectError(.errorInvalidArgument) {
        _ = try await store.clinicalRecordChanges(ofType: .allergyRecord, since: QueryAnchor(data: other))
      }
    }
  }

  @Test("observation: existing records, then each change, until the task is cancelled", .timeLimit(.minutes(5)))
  func observation() async throws {
    let store = try await Self.store("1")
    let (told, tell) = AsyncStream.makeStream(of: [String].self)
    let observer = Task {
      for try await changes in store.clinicalRecordUpdates(ofType: .allergyRecord) {
        tell.yield(
          changes.added.compactMap(\.identifier) + changes.deleted.compactMap { "-\($0.key?.identifier ?? "")" })
      }
      tell.yield(["end"])
    }
    var iterator = told.makeAsyncIterator()
    #expect(await iterator.next() == ["1"])
    await store.insert(try Clinic.allergy("2"))
    #expect(await iterator.next() == ["2"])
    await store.insert(try Clinic.record("Condition", "3"))
    await store.deleteRecord(Self.key("1"))
    #expect(await iterator.next() == ["-1"])
    await store.revoke(read: [Clinic.allergies])
    await store.insert(try Clinic.allergy("4"))
    await store.insert(try Clinic.allergy("5"))
    await store.allow(read: [Clinic.allergies])
    #expect(await iterator.next() == ["4", "5"])
    observer.cancel()
    #expect(await iterator.next() == ["end"])
    try await observer.value
  }

  @Test("observation of an empty type begins with an empty result", .timeLimit(.minutes(5)))
  func observationOfNothing() async throws {
    let store = try await Self.store()
    for try await changes in store.clinicalRecordUpdates(ofType: .allergyRecord) {
      #expect(changes.isEmpty)
      break
    }
  }
}
