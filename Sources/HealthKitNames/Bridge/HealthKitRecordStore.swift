public import ClinicalRecords
import Foundation
public import HealthRecordStore

#if canImport(HealthKit)
  public import HealthKit
#endif

/// HealthKit's clinical records, through the protocol to which the in-process store conforms as well.
///
/// ```swift
/// let store: any ClinicalRecordStore = HealthKitRecordStore(HKHealthStore())
/// ```
///
/// This type was compiled and run with this module's own names and never on a device. HealthKit's exceptions end
/// the app, where the in-process store throws `HealthError.Code.errorInvalidArgument`.
public struct HealthKitRecordStore: ClinicalRecordStore {
  let store: HKHealthStore
  /// The keys of the records that this process has seen, to identify deleted records.
  let seen = SeenRecords()

  /// Makes a store that reads from HealthKit's.
  public init(_ store: HKHealthStore) {
    self.store = store
  }

  /// Whether the device has health data.
  public var isHealthDataAvailable: Bool { HKHealthStore.isHealthDataAvailable() }

  /// Whether the device can have clinical records.
  public func supportsHealthRecords() async throws -> Bool { store.supportsHealthRecords() }

  /// Asks for permission to write and to read types.
  public func requestAuthorization(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws {
    try await translatingErrors {
      try await store.requestAuthorization(toShare: healthKitTypes(share), read: healthKitTypes(read))
    }
  }

  /// Whether a request for these types would show its sheet.
  public func statusForAuthorizationRequest(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws
    -> AuthorizationRequestStatus
  {
    try await translatingErrors {
      AuthorizationRequestStatus(
        try await store.statusForAuthorizationRequest(toShare: healthKitTypes(share), read: healthKitTypes(read)))
    }
  }

  /// Whether the app may write a type.
  public func authorizationStatus(for type: ObjectType) async throws -> AuthorizationStatus {
    AuthorizationStatus(store.authorizationStatus(for: try healthKitType(type)))
  }

  /// The clinical records of one type. HealthKit cannot sort by identifier, so this function does after the query.
  public func clinicalRecords(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?,
    sortedBy sortDescriptors: [QuerySortDescriptor], limit: Int
  ) async throws -> [ClinicalRecord] {
    let sortsHere = sortDescriptors.contains { $0.key == .identifier }
    let query = HKSampleQueryDescriptor(
      predicates: [try await samplePredicate(ofType: type, matching: predicate)],
      sortDescriptors: sortsHere ? [] : sortDescriptors.map(\.healthKitDescriptor),
      limit: sortsHere || limit <= 0 ? nil : limit)
    let records = try await translatingErrors { seen.records(try await query.result(for: store)) }
    guard sortsHere else { return records }
    let sorted = sortDescriptors.sorted(records)
    return limit > 0 ? Array(sorted.prefix(limit)) : sorted
  }

  /// The records of a type that match a condition.
  func samplePredicate(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?
  ) async throws -> HKSamplePredicate<HKClinicalRecord> {
    guard let clinicalType = ClinicalType(type).healthKitType else { throw unknown(type.rawValue) }
    let sources = try await sources(named: predicate?.sourceNames ?? [], of: clinicalType)
    return .clinicalRecord(
      type: clinicalType, predicate: predicate?.healthKitPredicate { sources[$0] ?? [] })
  }

  private func unknown(_ type: String) -> HealthError {
    HealthError(.errorInvalidArgument, "This system does not know the type \(type)")
  }

  private func healthKitType(_ type: ObjectType) throws(HealthError) -> HKSampleType {
    guard let known = type.healthKitType else { throw unknown(type.identifier) }
    return known
  }

  private func healthKitTypes(_ types: Set<ObjectType>) throws(HealthError) -> Set<HKSampleType> {
    var known: Set<HKSampleType> = []
    for type in types { known.insert(try healthKitType(type)) }
    return known
  }

  func translatingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch { throw HealthError(error) }
  }

  /// HealthKit's sources with these names.
  private func sources(named names: Set<String>, of type: HKSampleType) async throws -> [String: [HKSource]] {
    guard !names.isEmpty else { return [:] }
    return try await withCheckedThrowingContinuation { continuation in
      let query = HKSourceQuery(sampleType: type, samplePredicate: nil) { _, sources, error in
        continuation.resume(
          with: sources.map { .success(Dictionary(grouping: $0.filter { names.contains($0.name) }, by: \.name)) }
            ?? .failure(error.map { HealthError($0) } ?? HealthError(.unknownError)))
      }
      store.execute(query)
    }
  }
}
