import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

/// Ten tasks with one store. `HEALTHSTORE_SECONDS` sets the duration; with the thread sanitizer this finds data races,
/// too.
@Suite("Concurrency")
struct ConcurrencyTests {
  static let duration = Duration.seconds(
    Double(ProcessInfo.processInfo.environment["HEALTHSTORE_SECONDS"] ?? "") ?? 0.5)

  /// The least number of steps of each task, however busy the machine is.
  static let leastRounds = 30

  /// The user's decision, with its number.
  actor Decision {
    private var version = 0
    private var isAllowed = true
    private var isChanging = false

    func begin() { isChanging = true }

    func end(isAllowed: Bool) {
      version += 1
      self.isAllowed = isAllowed
      isChanging = false
    }

    /// The version and the decision, `nil` while it changes.
    var now: (version: Int, isAllowed: Bool)? { isChanging ? nil : (version, isAllowed) }
  }

  @Test("requesting, saving, querying, revoking: no record lost, none read of a denied type")
  func tenTasks() async throws {
    let store = HealthStore(responder: .grantAll)
    let types: Set<ObjectType> = [Clinic.allergies, Clinic.conditions]
    await store.insert(try Clinic.allergy("0"))
    try await store.requestAuthorization(toShare: [Clinic.heartRate], read: types)
    let decision = Decision()
    let end = ContinuousClock.now + Self.duration
    let writers = 3
    let counts = try await withThrowingTaskGroup(of: (String, Int).self) { group in
      // Institutions send records repeatedly; each is a new record or an update.
      for writer in 0..<writers {
        group.addTask {
          var sent = 0
          while ContinuousClock.now < end || sent < Self.leastRounds {
            let id = "\(writer)-\(sent)"
            #expect(await store.insert(try Clinic.record("Condition", id, source: "\(writer)")) == .added)
            if sent % 3 == 0 {
              let update = try Clinic.record("Condition", id, source: "\(writer)", members: "\"notes\": \"\(sent)\"")
              #expect(await store.insert(update) == .replaced)
            }
            sent += 1
          }
          return ("records", sent)
        }
      }
      // The app saves samples.
      for _ in 0..<2 {
        group.addTask {
          var saved = 0
          while saved < 500, ContinuousClock.now < end || saved < Self.leastRounds {
            try await store.save(.quantity(.heartRate, Double(saved), unit: "count/min", start: .now))
            saved += 1
          }
          return ("samples", saved)
        }
      }
      // The user changes the decision about allergies, and checks at once whether the store obeys.
      group.addTask {
        var rounds = 0
        while ContinuousClock.now < end || rounds < Self.leastRounds {
          for isAllowed in [false, true] {
            await decision.begin()
            if isAllowed {
              await store.allow(read: [Clinic.allergies])
            } else {
              await store.revoke(read: [Clinic.allergies])
            }
            await decision.end(isAllowed: isAllowed)
            let found = try await store.identifiers()
            #expect(found == (isAllowed ? ["0"] : []))
            for _ in 0..<20 { await Task.yield() }
          }
          rounds += 1
        }
        return ("rounds", rounds)
      }
      // The app reads allergies. The result of a query during one decision must obey it.
      for _ in 0..<2 {
        group.addTask {
          var rounds = 0
          while ContinuousClock.now < end || rounds < Self.leastRounds {
            rounds += 1
            let before = await decision.now
            let found = try await store.identifiers()
            guard let before, let after = await decision.now, before.version == after.version else { continue }
            #expect(found == (before.isAllowed ? ["0"] : []))
          }
          return ("reads", rounds)
        }
      }
      // The app requests authorization repeatedly, and looks for a known record.
      group.addTask {
        var rounds = 0
        while ContinuousClock.now < end || rounds < Self.leastRounds {
          rounds += 1
          try await store.requestAuthorization(toShare: [Clinic.heartRate], read: types)
          _ = try await store.statusForAuthorizationRequest(toShare: [], read: types)
          let known = QueryPredicate.clinicalRecords(from: "0", fhirResourceType: .condition, identifier: "0-0")
          #expect(try await store.identifiers(of: .conditionRecord, matching: known).count <= 1)
        }
        return ("requests", rounds)
      }
      // The app follows the changes: every record must be reported.
      let follower = Task {
        var seen: Set<RecordKey> = []
        for try await changes in store.clinicalRecordUpdates(ofType: .conditionRecord) {
          seen.formUnion(changes.added.compactMap(\.key))
          if changes.added.contains(where: { $0.identifier == "last" }) { break }
        }
        return seen.count - 1
      }
      var counts: [String: Int] = [:]
      for try await (name, count) in group { counts[name, default: 0] += count }
      await store.insert(try Clinic.record("Condition", "last"))
      counts["seen"] = try await follower.value
      await store.deleteRecord(RecordKey(source: Clinic.name, resourceType: .condition, identifier: "last"))
      return counts
    }
    #expect(try await store.identifiers(of: .conditionRecord).count == counts["records"])
    #expect(Set(try await store.identifiers(of: .conditionRecord)).count == counts["records"])
    #expect(try await store.samples(ofType: Clinic.heartRate).count == counts["samples"])
    #expect(counts["seen"] == counts["records"])
    print("concurrency:", counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }
}
