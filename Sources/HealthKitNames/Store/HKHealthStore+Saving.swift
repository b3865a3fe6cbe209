#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore
  import Synchronization

  extension HKHealthStore {
    /// Saves an object.
    public func save(_ object: HKObject) async throws { try await save([object]) }

    /// Saves objects: all of them, or none if one may not be saved.
    public func save(_ objects: [HKObject]) async throws { try await device.save(objects) }

    /// Deletes an object that the app has saved.
    public func delete(_ object: HKObject) async throws { try await delete([object]) }

    /// Deletes objects that the app has saved; stops at the first that it has not saved.
    public func delete(_ objects: [HKObject]) async throws { try await device.delete(objects) }

    /// Deletes the objects of a type that the app has saved and that match a predicate.
    ///
    /// - Returns: how many objects were deleted.
    @discardableResult
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
      try await device.deleteObjects(of: objectType, SampleFilter(predicate))
    }
  }

  extension SimulatedDevice {
    func save(_ saved: [HKObject]) async throws {
      try await raising {
        var samples: [Sample] = []
        for object in saved {
          switch object.content {
          case .record(let record): try await store.save(record)
          case .sample(let sample): samples.append(sample)
          }
        }
        try await store.save(samples)
      }
      objects.withLock { table in
        for case let sample as HKSample in saved { table.saved[sample.uuid] = sample }
      }
    }

    func delete(_ deleted: [HKObject]) async throws {
      for object in deleted {
        switch object.content {
        case .record(let record): try await raising { try await store.save(record) }
        case .sample(let sample):
          // An object that the app did not save causes an error, not an exception.
          do { try await store.delete(sample) } catch { throw HKError.any(error) }
          objects.withLock { ($0.saved[object.uuid], $0.files[object.uuid]) = (nil, nil) }
        }
      }
    }

    func deleteObjects(of type: HKObjectType, _ filter: SampleFilter) async throws -> Int {
      let own = objects.withLock { $0.saved.values.filter { $0.sampleType == type } }.filter(filter.matches)
      try await delete(own)
      return own.count
    }
  }
#endif
