// A model of a view, in the shapes that apps have it: on the main actor, observed, with handlers that hold it weakly and are
// called on other threads. Only the import depends on the platform.
import Observation

#if canImport(HealthKit)
  import HealthKit
#else
  import HealthKitNames
#endif

@MainActor @Observable
final class AllergyModel {
  private(set) var records: [HKClinicalRecord] = []
  private(set) var problem: HKError.Code?
  /// How often the observer was called.
  private(set) var changes = 0
  private(set) var anchor: HKQueryAnchor?
  private let store = HKHealthStore()
  private let type = HKClinicalType(.allergyRecord)
  private var queries: [HKQuery] = []
  private var following: Task<Void, Never>?

  func load() {
    store.requestAuthorization(toShare: nil, read: [type]) { [weak self] success, error in
      Task { @MainActor [weak self] in
        if success { self?.query() } else { self?.problem = (error as? HKError)?.code }
      }
    }
  }

  private func query() {
    let newest = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
    let query = HKSampleQuery(
      sampleType: type, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: [newest]
    ) { [weak self] _, samples, error in
      let records = samples as? [HKClinicalRecord] ?? []
      DispatchQueue.main.async {
        self?.records = records
        self?.problem = (error as? HKError)?.code
      }
    }
    store.execute(query)
  }

  func refresh() async {
    guard HKHealthStore.isHealthDataAvailable(), store.supportsHealthRecords() else { return }
    let query = HKSampleQueryDescriptor(
      predicates: [
        .clinicalRecord(
          type: type, predicate: HKQuery.predicateForClinicalRecords(withFHIRResourceType: .allergyIntolerance))
      ],
      sortDescriptors: [SortDescriptor(\.startDate, order: .reverse), SortDescriptor(\.displayName)], limit: 20)
    do {
      try await store.requestAuthorization(toShare: [], read: [type])
      records = try await query.result(for: store)
    } catch HKError.errorUserCanceled {
      problem = .errorUserCanceled
    } catch let error as HKError where error.code == .errorRequiredAuthorizationDenied {
      problem = error.code
    } catch {
      problem = .unknownError
    }
  }

  func observe() {
    let observer = HKObserverQuery(sampleType: type, predicate: nil) { [weak self] _, completionHandler, error in
      defer { completionHandler() }
      guard error == nil else { return }
      Task { @MainActor in self?.changes += 1 }
    }
    let anchored = HKAnchoredObjectQuery(
      type: type, predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
    ) { [weak self] _, added, deleted, newAnchor, _ in
      Task { @MainActor in self?.take(added, deleted, newAnchor) }
    }
    anchored.updateHandler = { [weak self] _, added, deleted, newAnchor, _ in
      Task { @MainActor in self?.take(added, deleted, newAnchor) }
    }
    queries = [observer, anchored]
    queries.forEach(store.execute)
    store.enableBackgroundDelivery(for: type, frequency: .immediate) { _, _ in }
  }

  private func take(_ added: [HKSample]?, _ deleted: [HKDeletedObject]?, _ newAnchor: HKQueryAnchor?) {
    let gone = Set((deleted ?? []).map(\.uuid))
    records.removeAll { gone.contains($0.uuid) }
    records += added as? [HKClinicalRecord] ?? []
    anchor = newAnchor
  }

  func follow() {
    let query = HKAnchoredObjectQueryDescriptor(predicates: [.clinicalRecord(type: type)], anchor: anchor)
    following = Task { [weak self, store] in
      do {
        for try await update in query.results(for: store) {
          self?.take(update.addedSamples, update.deletedObjects, update.newAnchor)
        }
      } catch {
        self?.problem = (error as? HKError)?.code
      }
    }
  }

  func stop() {
    queries.forEach(store.stop)
    following?.cancel()
  }
}

/// All types of clinical records, read side by side.
actor RecordLoader {
  private let store = HKHealthStore()
  static let identifiers: [HKClinicalTypeIdentifier] = [
    .allergyRecord, .clinicalNoteRecord, .conditionRecord, .coverageRecord, .immunizationRecord, .labResultRecord,
    .medicationRecord, .procedureRecord, .vitalSignRecord,
  ]

  func records(_ type: HKSampleType, _ predicate: NSPredicate? = nil) async throws -> [HKClinicalRecord] {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[HKClinicalRecord], any Error>) in
      let query = HKSampleQuery(
        sampleType: type, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: nil
      ) { _, samples, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: samples?.compactMap { $0 as? HKClinicalRecord } ?? [])
        }
      }
      store.execute(query)
    }
  }

  func all() async throws -> [HKSampleType: [HKClinicalRecord]] {
    let types = Self.identifiers.compactMap { HKSampleType.clinicalType(forIdentifier: $0) }
    try await store.requestAuthorization(toShare: [], read: Set(types))
    return try await withThrowingTaskGroup(of: (HKSampleType, [HKClinicalRecord]).self) { group in
      for type in types { group.addTask { (type, try await self.records(type)) } }
      var all: [HKSampleType: [HKClinicalRecord]] = [:]
      for try await (type, records) in group { all[type] = records }
      return all
    }
  }

  /// Conditions since a day, by predicates in words.
  func conditions(since day: Date, except identifier: UUID) async throws -> [HKClinicalRecord] {
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(
        format: "%K = %@", HKPredicateKeyPathClinicalRecordFHIRResourceType, HKFHIRResourceType.condition as CVarArg),
      NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, day as CVarArg),
      NSPredicate(format: "%K < %@", HKPredicateKeyPathEndDate, Date.distantFuture as NSDate),
      NSPredicate(format: "%K != %@", HKPredicateKeyPathUUID, identifier as CVarArg),
    ])
    return try await records(HKClinicalType(.conditionRecord), predicate)
  }

  /// Lets the person choose among the vision prescriptions.
  func prescriptions() async throws -> [Date] {
    let type = HKObjectType.visionPrescriptionType()
    if type.requiresPerObjectAuthorization() {
      try await store.requestPerObjectReadAuthorization(for: type, predicate: nil)
    }
    let query = HKSampleQueryDescriptor(
      predicates: [.visionPrescription()], sortDescriptors: [SortDescriptor(\.startDate)])
    return try await query.result(for: store).map(\.dateIssued)
  }
}

/// What of the access an app's own tests replace.
protocol HealthAccess {
  func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>) async throws
  func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus
  func execute(_ query: HKQuery)
  func stop(_ query: HKQuery)
}

extension HKHealthStore: HealthAccess {}

extension HKAuthorizationStatus {
  /// What a screen of settings says.
  var words: String {
    switch self {
    case .notDetermined: "not asked"
    case .sharingDenied: "denied"
    case .sharingAuthorized: "allowed"
    @unknown default: "unknown"
    }
  }
}
