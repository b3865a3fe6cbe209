#if !canImport(HealthKit)
  public import Foundation

  extension NSSortDescriptor {
    /// An order by the name of a sample's property, which Foundation has on Apple's platforms only.
    ///
    /// - Parameters:
    ///   - key: `HKSampleSortIdentifierStartDate` or `HKSampleSortIdentifierEndDate`; for any other key of a sample
    ///     HealthKit raises an exception, which ``SimulatedDevice/exceptions`` makes a trap, or an error and an order that
    ///     changes nothing.
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
