#if !canImport(HealthKit)
  public import Foundation

  /// A query whose result a task awaits.
  public protocol HKAsyncQuery {
    /// The result of the query.
    associatedtype Output
    /// Runs the query.
    func result(for healthStore: HKHealthStore) async throws -> Output
  }

  /// A query whose results a task receives as a sequence.
  public protocol HKAsyncSequenceQuery {
    /// The results.
    associatedtype Sequence: AsyncSequence
    /// Runs the query.
    func results(for healthStore: HKHealthStore) -> Sequence
  }

  /// Finds the existing samples.
  public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery {
    /// Types and conditions.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order of the samples.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The largest number of samples; `nil` for all.
    public var limit: Int?

    /// Makes a query.
    public init(predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil) {
      (self.predicates, self.sortDescriptors, self.limit) = (predicates, sortDescriptors, limit)
    }

    /// Runs the query.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
      let (limit, orders) = (limit ?? HKObjectQueryNoLimit, SampleOrders(sortDescriptors))
      do {
        let found = try await healthStore.device.samples(
          QueryPart.parts(of: predicates.map(\.descriptor)), limit: orders.needed(for: limit))
        return orders.sorted(found, limit: limit).compactMap { $0 as? Sample }
      } catch { throw HKError.any(error) }
    }
  }

  /// Finds the changes since an anchor, once or continuously.
  public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery {
    /// The changes.
    public struct Result: Sendable {
      /// New samples, and updated records.
      public let addedSamples: [Sample]
      /// Deleted samples.
      public let deletedObjects: [HKDeletedObject]
      /// The anchor for the next query.
      public let newAnchor: HKQueryAnchor
    }

    /// Types and conditions.
    public var predicates: [HKSamplePredicate<Sample>]
    /// Where the last query ended; `nil` for all data.
    public var anchor: HKQueryAnchor?
    /// The largest number of new samples; `nil` for all.
    public var limit: Int?

    /// Makes a query.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
      (self.predicates, self.anchor, self.limit) = (predicates, anchor, limit)
    }

    /// Runs the query once.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
      try await results(for: healthStore).result(since: anchor, isFirst: true)
    }

    /// Runs the query: returns the existing data first, then each change.
    public func results(for healthStore: HKHealthStore) -> Results {
      Results(
        device: healthStore.device, parts: QueryPart.parts(of: predicates.map(\.descriptor)), anchor: anchor,
        limit: limit ?? HKObjectQueryNoLimit)
    }

    /// The changes as they arrive; the sequence ends when the task is cancelled.
    public struct Results: AsyncSequence, Sendable {
      let device: SimulatedDevice
      let parts: [QueryPart]
      let anchor: HKQueryAnchor?
      let limit: Int

      fileprivate func result(since anchor: HKQueryAnchor?, isFirst: Bool) async throws -> Result {
        do {
          let limit = isFirst ? limit : HKObjectQueryNoLimit
          let changes = try await device.changes(parts, since: anchor, limit: limit, waits: !isFirst)
          return Result(
            addedSamples: changes.added.compactMap { $0 as? Sample }, deletedObjects: changes.deleted,
            newAnchor: changes.anchor)
        } catch { throw HKError.any(error) }
      }

      /// Makes an iterator that begins at the anchor.
      public func makeAsyncIterator() -> Iterator { Iterator(results: self, anchor: anchor) }

      /// The position of one reader in the changes.
      public struct Iterator: AsyncIteratorProtocol {
        fileprivate let results: Results
        fileprivate var anchor: HKQueryAnchor?
        fileprivate var isFirst = true

        /// Returns the next changes, or `nil` if the task was cancelled.
        public mutating func next() async throws -> Result? {
          do {
            let result = try await results.result(since: anchor, isFirst: isFirst)
            (anchor, isFirst) = (result.newAnchor, false)
            return result
          } catch is CancellationError { return nil }
        }
      }
    }
  }

  /// A type and a condition, with the class of the samples as a type parameter.
  public struct HKSamplePredicate<Sample: HKSample>: @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The condition of the samples.
    public let nsPredicate: NSPredicate?

    init(_ type: HKSampleType, _ predicate: NSPredicate?) { (sampleType, nsPredicate) = (type, predicate) }

    var descriptor: HKQueryDescriptor { HKQueryDescriptor(sampleType: sampleType, predicate: nsPredicate) }
  }

  extension HKSamplePredicate {
    /// Samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self where Sample == HKSample {
      HKSamplePredicate(type, predicate)
    }

    /// Clinical records.
    public static func clinicalRecord(type clinicalType: HKClinicalType, predicate: NSPredicate? = nil) -> Self
    where Sample == HKClinicalRecord { HKSamplePredicate(clinicalType, predicate) }

    /// Samples of a quantity.
    public static func quantitySample(type quantityType: HKQuantityType, predicate: NSPredicate? = nil) -> Self
    where Sample == HKQuantitySample { HKSamplePredicate(quantityType, predicate) }

    /// Samples of a category.
    public static func categorySample(type categoryType: HKCategoryType, predicate: NSPredicate? = nil) -> Self
    where Sample == HKCategorySample { HKSamplePredicate(categoryType, predicate) }

    /// Workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> Self where Sample == HKWorkout {
      HKSamplePredicate(HKObjectType.workoutType(), predicate)
    }

    /// Vision prescriptions.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> Self
    where Sample == HKVisionPrescription { HKSamplePredicate(HKObjectType.visionPrescriptionType(), predicate) }
  }
#endif
