#if !canImport(HealthKit)
  import ClinicalRecords
  import Foundation
  import HealthRecordStore
  import Synchronization

  /// The changes for a query, as HealthKit's objects.
  struct ObjectChanges: Sendable {
    var added: [HKSample] = []
    var deleted: [HKDeletedObject] = []
    var types: Set<ObjectType> = []
    var anchor: HKQueryAnchor

    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
  }

  extension SimulatedDevice {
    /// The samples that a query finds, type by type, in the store's order.
    func samples(_ parts: [QueryPart], limit: Int) async throws -> [HKSample] {
      var found: [HKSample] = []
      for part in parts {
        let rest = limit > 0 && part.filter.isComplete ? limit - found.count : HealthStore.noLimit
        if limit > 0 && found.count >= limit { break }
        let new = try await store.contents(part, limit: rest).compactMap { object($0) }
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
          let added = change.added.compactMap { object($0) }
          let uuids = objects.withLock { table in change.deletedRecords.map { table.uuid(of: $0) } }
          let deleted = (uuids + change.deletedSamples).map { HKDeletedObject(uuid: $0) }
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
            count += change.added.count
            changes.append(change)
          }
        } catch let error as HealthError where waits && error.code == .errorDatabaseInaccessible {
          // While the device is locked, nothing is reported; unlocking it wakes the query.
          return nil
        }
        return waits && changes.allSatisfy(\.isEmpty) ? nil : changes
      }
    }
  }

  private struct StoreChanges: Sendable {
    var added: [HKObject.Content] = []
    var deletedRecords: [RecordKey] = []
    var deletedSamples: [UUID] = []
    let anchor: QueryAnchor

    var isEmpty: Bool { added.isEmpty && deletedRecords.isEmpty && deletedSamples.isEmpty }
  }

  extension HealthStore {
    fileprivate func contents(_ part: QueryPart, limit: Int) throws -> [HKObject.Content] {
      if let type = part.type.clinicalType {
        return try clinicalRecords(ofType: type, matching: part.filter.condition, limit: limit)
          .map { .record($0) }
      }
      return try samples(ofType: part.type, matching: part.filter.condition, limit: limit).map { .sample($0) }
    }

    fileprivate func changes(_ part: QueryPart, since anchor: QueryAnchor?, limit: Int) throws -> StoreChanges {
      if let type = part.type.clinicalType {
        let changes = try clinicalRecordChanges(
          ofType: type, matching: part.filter.condition, since: anchor, limit: limit)
        return StoreChanges(
          added: changes.added.map { .record($0) }, deletedRecords: changes.deleted.compactMap(\.key),
          anchor: changes.anchor)
      }
      let changes = try sampleChanges(ofType: part.type, matching: part.filter.condition, since: anchor, limit: limit)
      return StoreChanges(
        added: changes.added.map { .sample($0) }, deletedSamples: changes.deleted.map(\.uuid), anchor: changes.anchor)
    }
  }
#endif
