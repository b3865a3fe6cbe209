import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

/// Many records. `HEALTHSTORE_RECORDS` sets the number; the figures are printed, and the test checks only what does not
/// depend on the machine.
@Suite("Scale", .serialized)
struct ScaleTests {
  static let count = Int(ProcessInfo.processInfo.environment["HEALTHSTORE_RECORDS"] ?? "") ?? 20_000

  /// Memory of this process in bytes; `nil` if the system does not report it.
  static var residentBytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
      .split(separator: " ").dropFirst().first.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      .map { $0 * 1024 }
  }

  static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  @Test func fillsAndAnswers() async throws {
    let store = HealthStore()
    let origin = RecordOrigin(
      source: Clinic.name, fhirVersion: .primaryDSTU2, receivedDate: ReceivedDate("2019-06-11T18:00:00Z"))
    let before = Self.residentBytes
    var added = 0
    let filling = try await Self.time {
      added = try await store.load(GeneratedLines(count: Self.count, recordBytes: 400), origin: origin).added
    }
    #expect(added == Self.count)
    let after = Self.residentBytes
    try await store.requestAuthorization(
      toShare: [], read: [Clinic.allergies, Clinic.medications, Clinic.conditions])

    let lookups = 1000
    let lookup = try await Self.time {
      for number in 0..<lookups {
        let line = number * 7919 % Self.count
        let type = GeneratedLines.type(line)
        let found = try await store.clinicalRecords(
          ofType: type.clinicalType ?? .labResultRecord,
          matching: .clinicalRecords(from: Clinic.name, fhirResourceType: type, identifier: "record-\(line)"))
        #expect(found.count == 1)
      }
    }
    var orders = 0
    let byType = try await Self.time {
      orders = try await store.clinicalRecords(
        ofType: .medicationRecord, matching: .clinicalRecords(withFHIRResourceType: .medicationOrder)
      ).count
    }
    #expect(orders == (Self.count + 19) / 20)
    var few = 0
    let first = try await Self.time {
      few = try await store.clinicalRecords(ofType: .conditionRecord, limit: 100).count
    }
    #expect(few == min(100, Self.count / 2))
    let size = before.flatMap { before in after.map { "\(($0 - before) / Self.count) bytes of memory a record, " } }
    print(
      """
      \(Self.count) records: filled in \(Int(filling)) ms, \(size ?? "")one by its key in \
      \(lookup * 1000 / Double(lookups)) µs, \(orders) by type in \(byType) ms, the first 100 of a type in \(first) ms
      """)
  }
}
