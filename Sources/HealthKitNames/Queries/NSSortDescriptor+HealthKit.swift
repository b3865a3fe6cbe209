#if !canImport(HealthKit)
  public import Foundation

  extension NSSortDescriptor {
    /// An order by a property of samples, which Foundation has only on Apple's platforms.
    ///
    /// - Parameters:
    ///   - key: `HKSampleSortIdentifierStartDate` or `HKSampleSortIdentifierEndDate`. For any other key HealthKit
    ///     raises an exception. Here, depending on ``SimulatedDevice/exceptions``, the process traps, or the error is
    ///     recorded and the order changes nothing.
    ///   - ascending: whether the earliest comes first.
    public convenience init(key: String?, ascending: Bool) {
      switch key {
      case HKSampleSortIdentifierStartDate: self.init(keyPath: \HKSample.startDate, ascending: ascending)
      case HKSampleSortIdentifierEndDate: self.init(keyPath: \HKSample.endDate, ascending: ascending)
      default:
        SimulatedDevice.current.raise("Samples are sorted by startDate or endDate, not by \(key ?? "nothing")")
        self.init(keyPath: \HKSample.startDate, ascending: ascending) { _, _ in .orderedSame }
      }
    }
  }
#endif
