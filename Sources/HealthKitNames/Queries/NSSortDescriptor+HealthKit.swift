#if !canImport(HealthKit)
  public import Foundation

  extension NSSortDescriptor {
    /// An order by the name of a sample's property, which Foundation has on Apple's platforms only.
    ///
    /// - Parameters:
    ///   - key: `HKSampleSortIdentifierStartDate` or `HKSampleSortIdentifierEndDate`; for any other key of a sample
    ///     HealthKit raises an exception, and here it is a trap.
    ///   - ascending: whether the earliest comes first.
    public convenience init(key: String?, ascending: Bool) {
      switch key {
      case HKSampleSortIdentifierStartDate: self.init(keyPath: \HKSample.startDate, ascending: ascending)
      case HKSampleSortIdentifierEndDate: self.init(keyPath: \HKSample.endDate, ascending: ascending)
      default: fatalError("samples are sorted by startDate or endDate, not by \(key ?? "nothing")")
      }
    }
  }
#endif
