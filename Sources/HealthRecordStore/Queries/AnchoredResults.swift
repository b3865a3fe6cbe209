public import ClinicalRecords
public import Foundation

/// A place in the changes of a store, from which a later query goes on.
///
/// What it holds is the store's own business: it can be kept and given back, to the store that made it. It is `Codable`,
/// so that an app can keep it between two launches.
public struct QueryAnchor: Hashable, Sendable, Codable {
  /// What the store that made the anchor finds its place by.
  public let data: [UInt8]

  /// Makes an anchor of what a store understands; for stores.
  public init(data: [UInt8]) {
    self.data = data
  }
}

extension QueryAnchor {
  init(sequence: UInt64) {
    data = withUnsafeBytes(of: sequence.littleEndian) { Array($0) }
  }

  /// The number of the last change that was told, `nil` when another store made the anchor.
  var sequence: UInt64? {
    guard data.count == 8 else { return nil }
    return data.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// What has changed since an anchor.
public struct AnchoredResults: Hashable, Sendable {
  /// Records that are new, or have replaced those of their keys.
  public let added: [ClinicalRecord]
  /// Records that are gone. One that is there again is only in ``added``.
  public let deleted: [DeletedRecord]
  /// Where the next query goes on; the same anchor as before when there is nothing new.
  public let anchor: QueryAnchor

  /// Makes results; for stores.
  public init(added: [ClinicalRecord], deleted: [DeletedRecord], anchor: QueryAnchor) {
    self.added = added
    self.deleted = deleted
    self.anchor = anchor
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// A record that is gone.
public struct DeletedRecord: Hashable, Sendable {
  /// What identified it. `nil` only over HealthKit, which tells the UUID alone, when this process has not seen it.
  public let key: RecordKey?
  /// HealthKit's UUID; `nil` in a store in process, whose records have none.
  public let uuid: UUID?

  /// Makes a deleted record; for stores.
  public init(key: RecordKey?, uuid: UUID? = nil) {
    self.key = key
    self.uuid = uuid
  }
}
