import ClinicalRecords
import Foundation
import HealthRecordStore
import Synchronization

#if canImport(HealthKit)
  import HealthKit
#endif

/// The keys of the records that HealthKit has returned, by UUID: for a deleted record it gives only the UUID.
final class SeenRecords: Sendable {
  private let keys = Mutex<[UUID: RecordKey]>([:])

  /// The records of samples, without those without readable JSON.
  func records(_ samples: [HKClinicalRecord]) -> [ClinicalRecord] {
    samples.compactMap { sample in
      guard let record = ClinicalRecord(sample) else { return nil }
      if let key = record.key { keys.withLock { $0[sample.uuid] = key } }
      return record
    }
  }

  /// The key of a UUID; `nil` if HealthKit has not returned its record.
  func key(of uuid: UUID) -> RecordKey? { keys.withLock { $0[uuid] } }
}

extension QuerySortDescriptor {
  /// The same order in HealthKit, which sorts by dates.
  var healthKitDescriptor: SortDescriptor<HKClinicalRecord> {
    SortDescriptor(key == .endDate ? \.endDate : \.startDate, order: order == .forward ? .forward : .reverse)
  }
}
