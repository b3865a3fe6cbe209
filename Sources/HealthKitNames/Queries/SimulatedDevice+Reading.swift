#if !canImport(HealthKit)
  import ClinicalRecords
  import Foundation
  import HealthRecordStore
  import Synchronization

  /// The changes for a query, as HealthKit's objects.
  struct ObjectChanges: Sendable {
    var added: [HKSample] = []
    var deleted: [HKDeletedObject] = []
    /// The types with changes.
    var types: Set<ObjectType> = []
    var anchor: HKQueryAnchor

    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
  }

  extension SimulatedDevice {
    /// The samples that a query finds, type by type, in the store's order.
    ///
    /// - Parameter limit: the largest number of samples; `HKObjectQueryNoLimit` for all.
    func samples(_ parts: [QueryPart], limit: Int) async throws -> [HKSample] {
      var found: [HKSample] = []
      for part in parts {
        let rest = limit > 0 && part.filter.isComplete ? limit - found.count : HealthStore.noLimit
        if limit > 0 && found.count >= limit { break }
        let new: [HKSample]
        if let type = part.type.clinicalType {
          new = try await store.clinicalRecords(
            ofType: type.identifier, matching: part.filter.condition, limit: rest
          ).compactMap { object($0) }
        } else {
          new = try await store.samples(ofType: part.type, matching: part.filter.condition, limit: rest)
            .compactMap { object($0) }
        }
        found += part.filter.isComplete ? new : new.filter(part.filter.matches)
      }
      return limit > 0 ? Array(found.prefix(limit)) : found
    }

    /// The changes for a query since an anchor; if it waits, the first change that matches.
    func changes(_ parts: [QueryPart], since anchor: HKQueryAnchor?, limit: Int, waits: Bool) async throws
      -> ObjectChanges
    {
      var changes = ObjectChanges(anchor: anchor ?? HKQueryAnchor(places: [:]))
      while true {
        let step = try await storeChanges(parts, since: changes.anchor, limit: limit, waits: waits)
        var places = changes.anchor.places
        for (part, change) in zip(parts, step) {
          let (added, deleted) = objects(of: change)
          let matching = part.filter.isComplete ? added : added.filter(part.filter.matches)
          // A deleted object cannot be tested by a predicate; all that match the store's part of the condition are
          // reported.
          changes.added += matching
          changes.deleted += deleted
          if !matching.isEmpty || !deleted.isEmpty { changes.types.insert(part.type) }
          places[part.type.identifier] = change.anchor
        }
        changes.anchor = HKQueryAnchor(places: places)
        // Changes that only the app's own condition excludes do not count, and later ones may match.
        if !changes.isEmpty || !waits && step.allSatisfy(\.isEmpty) { return changes }
      }
    }

    /// The anchor for a query of future changes only.
    func currentAnchor(_ parts: [QueryPart]) async throws -> HKQueryAnchor {
      var places: [String: QueryAnchor] = [:]
      for part in parts { places[part.type.identifier] = try await store.currentAnchor(of: part.type) }
      return HKQueryAnchor(places: places)
    }

    private func storeChanges(_ parts: [QueryPart], since anchor: HKQueryAnchor, limit: Int, waits: Bool) async throws
      -> [StoreChanges]
    {
      let places = anchor.places
      return try await store.firstResult(whenTypesChange: Set(parts.map(\.type))) { store in
        var changes: [StoreChanges] = []
        var count = 0
        do {
          for part in parts where limit <= 0 || count < limit {
            let change = try store.changes(
              part, since: places[part.type.identifier], limit: limit > 0 ? limit - count : HealthStore.noLimit)
            count += change.addedCount
            changes.append(change)
          }
        } catch let error as HealthError where waits && error.code == .errorDatabaseInaccessible {
          // While the device is locked, nothing is reported; unlocking it wakes the query.
          return nil
        }
        return waits && changes.allSatisfy(\.isEmpty) ? nil : changes
      }
    }

    private func objects(of change: StoreChanges) -> ([HKSample], [HKDeletedObject]) {
      switch change {
      case .records(let results):
        let keys = results.deleted.compactMap(\.key)
        let uuids = objects.withLock { table in keys.map { table.uuid(of: $0) } }
        return (results.added.compactMap { object($0) }, uuids.map { HKDeletedObject(uuid: $0) })
      case .samples(let results):
        return (results.added.compactMap { object($0) }, results.deleted.map { HKDeletedObject(uuid: $0.uuid) })
      }
    }
  }

  /// The changes in one type of the store.
  private enum StoreChanges: Sendable {
    case records(AnchoredResults)
    case samples(SampleChanges)

    var anchor: QueryAnchor {
      switch self {
      case .records(let results): results.anchor
      case .samples(let results): results.anchor
      }
    }

    var isEmpty: Bool {
      switch self {
      case .records(let results): results.isEmpty
      case .samples(let results): results.isEmpty
      }
    }

    var addedCount: Int {
      switch self {
      case .records(let results): results.added.count
      case .samples(let results): results.added.count
      }
    }
  }

  extension HealthStore {
    fileprivate func changes(_ part: QueryPart, since anchor: QueryAnchor?, limit: Int) throws -> StoreChanges {
      if let type = part.type.clinicalType {
        return .records(
          try clinicalRecordChanges(
            ofType: type.identifier, matching: part.filter.condition, since: anchor, limit: limit))
      }
      return .samples(
        try sampleChanges(ofType: part.type, matching: part.filter.condition, since: anchor, limit: limit))
    }
  }
#endif
