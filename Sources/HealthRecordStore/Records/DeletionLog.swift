import ClinicalRecords

/// The deletions of one clinical type, in the order of the store's changes.
struct DeletionLog: Sendable {
  /// One deletion.
  struct Entry: Sendable {
    /// The store's change that deleted the record.
    let sequence: UInt64
    /// The store's change that had added it.
    let recordSequence: UInt64
    /// The key of the record.
    let key: RecordKey
    /// When the record had been received.
    let receivedSeconds: Int?
  }

  private var entries: [Entry] = []

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// The deletions after a change.
  func entries(after sequence: UInt64) -> ArraySlice<Entry> {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return entries[low...]
  }
}
