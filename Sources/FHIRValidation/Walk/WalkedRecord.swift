import FHIRRecognition
import FHIRSchema

extension Walker {
  /// A record of the current value.
  struct WalkedRecord {
    /// Its tape index.
    let index: Int
    /// The tape index of its type.
    let typeIndex: Int
    /// The tape index of the Bundle entry that holds it, -1 for none.
    let entry: Int
    let found: RecognisedRelease
  }

  /// The records of the current value, if the caller wants to visit them.
  struct WalkedRecords {
    private(set) var all: [WalkedRecord] = []
    /// Whether records are collected.
    var isKept = false

    mutating func append(_ record: @autoclosure () -> WalkedRecord) {
      if isKept { all.append(record()) }
    }

    mutating func removeAll() {
      if !all.isEmpty { all.removeAll(keepingCapacity: true) }
    }
  }
}
