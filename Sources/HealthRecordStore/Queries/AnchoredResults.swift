public import ClinicalRecords
public import Foundation

/// A position in the changes of a store, from which a later query continues.
///
/// Its content is opaque: an app can keep it, also between launches, and pass it to the store that made it.
public struct QueryAnchor: Hashable, Sendable, Codable {
  /// The store's own representation of the position.
  public let data: [UInt8]

  /// Makes an anchor from a store's representation; for implementations of stores.
  public init(data: [UInt8]) { self.data = data }

  init(sequence: UInt64) { data = withUnsafeBytes(of: sequence.littleEndian) { Array($0) } }

  /// The number of the last reported change; `nil` if another store made the anchor.
  var sequence: UInt64? {
    guard data.count == 8 else { return nil }
    return data.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The changes since an anchor.
public struct AnchoredResults: Hashable, Sendable {
  /// Records that are new, or have replaced a record with the same key.
  public let added: [ClinicalRecord]
  /// Deleted records. A record that was deleted and added again is only in ``added``.
  public let deleted: [DeletedRecord]
  /// The anchor for the next query; equal to the previous one if nothing has changed.
  public let anchor: QueryAnchor

  /// Makes results; for implementations of stores.
  public init(added: [ClinicalRecord], deleted: [DeletedRecord], anchor: QueryAnchor) {
    (self.added, self.deleted, self.anchor) = (added, deleted, anchor)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// A deleted record.
public struct DeletedRecord: Hashable, Sendable {
  /// The key of the record; `nil` only with HealthKit, which gives only the UUID, for one not seen by this process.
  public let key: RecordKey?
  /// HealthKit's UUID; `nil` in an in-process store, whose records have none.
  public let uuid: UUID?

  /// Makes a deleted record; for implementations of stores.
  public init(key: RecordKey?, uuid: UUID? = nil) { (self.key, self.uuid) = (key, uuid) }
}
