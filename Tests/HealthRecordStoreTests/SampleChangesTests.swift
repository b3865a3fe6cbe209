import Foundation
import HealthRecordStore
import Testing

@Suite("Changes of samples")
struct SampleChangesTests {
  private static let type = ObjectType.quantityType(.heartRate)

  private static func beats(_ value: Double) -> Sample {
    .quantity(.heartRate, value, unit: "count/min", start: Date(timeIntervalSince1970: value))
  }

  private static func values(_ samples: [Sample]) -> [Double] { samples.map(\.startDate.timeIntervalSince1970) }

  @Test func pagesAndDeletions() async throws {
    let store = HealthStore()
    try await store.requestAuthorization(toShare: [Self.type], read: [Self.type])
    let own = (1...3).map { Self.beats(Double($0)) }
    try await store.save(own)
    await store.insert(Self.beats(4), from: "Watch")
    let first = try await store.sampleChanges(ofType: Self.type, limit: 2)
    #expect(Self.values(first.added) == [1, 2])
    try await store.delete(own[0])
    try await store.save(Self.beats(5))
    let second = try await store.sampleChanges(ofType: Self.type, since: first.anchor, limit: 2)
    // The deletion came after these two.
    #expect(Self.values(second.added) == [3, 4])
    #expect(second.deleted.isEmpty)
    let third = try await store.sampleChanges(ofType: Self.type, since: second.anchor)
    #expect(Self.values(third.added) == [5])
    #expect(Self.values(third.deleted) == [1])
    let fourth = try await store.sampleChanges(ofType: Self.type, since: third.anchor)
    #expect(fourth.isEmpty)
    #expect(fourth.anchor == third.anchor)
    let late = QueryPredicate.samples(withStart: Date(timeIntervalSince1970: 4), end: nil)
    let matching = try await store.sampleChanges(ofType: Self.type, matching: late, since: first.anchor)
    #expect(Self.values(matching.added) == [4, 5])
    #expect(matching.deleted.isEmpty)
  }

  @Test func deniedChanges() async throws {
    let store = HealthStore(responder: .byType(share: [Self.type]))
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.sampleChanges(ofType: Self.type) }
    try await store.requestAuthorization(toShare: [Self.type], read: [Self.type])
    await store.insert(Self.beats(1), from: "Watch")
    try await store.save(Self.beats(2))
    let changes = try await store.sampleChanges(ofType: Self.type)
    #expect(Self.values(changes.added) == [2])
    await store.allow(read: [Self.type])
    #expect(try await store.sampleChanges(ofType: Self.type, since: changes.anchor).isEmpty)
    await expectError(.errorInvalidArgument) {
      _ = try await store.sampleChanges(ofType: Self.type, since: QueryAnchor(data: [9, 9, 9, 9, 9, 9, 9, 9]))
    }
  }

  @Test func typesWithoutSamples() async throws {
    let birthday = ObjectType("HKCharacteristicTypeIdentifierDateOfBirth")
    let store = HealthStore()
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [birthday]) == .shouldRequest)
    try await store.requestAuthorization(toShare: [], read: [birthday])
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [birthday]) == .unnecessary)
    #expect(try await store.samples(ofType: birthday).isEmpty)
  }
}
