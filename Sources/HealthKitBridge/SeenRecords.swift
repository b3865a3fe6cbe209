internal import HealthKitNames
import ClinicalRecords
import Foundation
import HealthRecordStore
import Synchronization

/// The keys of the records that HealthKit has told, by UUID: of a deleted record it tells the UUID alone.
final class SeenRecords: Sendable {
  private let keys = Mutex<[UUID: RecordKey]>([:])

  /// The records of samples; others, and records without readable JSON, are left out.
  func records(_ samples: [HKSample]) -> [ClinicalRecord] {
    samples.compactMap { sample in
      guard let clinical = sample as? HKClinicalRecord, let record = ClinicalRecord(clinical) else { return nil }
      if let key = record.key { keys.withLock { $0[sample.uuid] = key } }
      return record
    }
  }

  /// What a UUID stood for, `nil` when it was never told.
  func key(of uuid: UUID) -> RecordKey? { keys.withLock { $0[uuid] } }
}

extension QuerySortDescriptor {
  /// The same order in HealthKit, which sorts by dates.
  var healthKitDescriptor: NSSortDescriptor {
    let date: KeyPath<HKSample, Date> = key == .endDate ? \.endDate : \.startDate
    return NSSortDescriptor(keyPath: date, ascending: order == .forward)
  }
}
