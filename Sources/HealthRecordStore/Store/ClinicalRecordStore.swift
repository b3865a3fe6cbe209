public import ClinicalRecords

/// The functions of a store of clinical records that an app needs, so that it runs with HealthKit and in-process.
///
/// ``HealthStore`` conforms. On Apple's platforms, so does `HealthKitRecordStore` in the module `HealthKitNames`.
public protocol ClinicalRecordStore: Sendable {
  /// Whether the device has health data.
  var isHealthDataAvailable: Bool { get async }
  /// Whether the device can have clinical records.
  func supportsHealthRecords() async throws -> Bool
  /// Asks for permission to write and to read types. Success means that the request was processed, not granted.
  func requestAuthorization(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws
  /// Whether a request for these types would show its sheet.
  func statusForAuthorizationRequest(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws
    -> AuthorizationRequestStatus
  /// Whether the app may write a type. The store never tells whether the app may read one.
  func authorizationStatus(for type: ObjectType) async throws -> AuthorizationStatus
  /// The clinical records of one type.
  func clinicalRecords(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?,
    sortedBy sortDescriptors: [QuerySortDescriptor], limit: Int
  ) async throws -> [ClinicalRecord]
  /// The changes in one type since an anchor.
  func clinicalRecordChanges(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?, limit: Int
  ) async throws -> AnchoredResults
  /// The changes of one type as they arrive.
  func clinicalRecordUpdates(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?
  ) -> RecordUpdates
}

extension ClinicalRecordStore {
  /// Asks for permission to read clinical types.
  public func requestAuthorization(toRead types: Set<ClinicalTypeIdentifier>) async throws {
    try await requestAuthorization(toShare: [], read: Set(types.map(ObjectType.clinicalType)))
  }

  /// Whether a request to read clinical types would show its sheet.
  public func statusForAuthorizationRequest(toRead types: Set<ClinicalTypeIdentifier>) async throws
    -> AuthorizationRequestStatus
  {
    try await statusForAuthorizationRequest(toShare: [], read: Set(types.map(ObjectType.clinicalType)))
  }

  /// The clinical records of one type, in the order of the store.
  public func clinicalRecords(ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate? = nil)
    async throws -> [ClinicalRecord]
  {
    try await clinicalRecords(ofType: type, matching: predicate, sortedBy: [], limit: HealthStore.noLimit)
  }
}

extension HealthStore: ClinicalRecordStore {}
