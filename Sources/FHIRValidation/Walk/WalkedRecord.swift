import FHIRRecognition
import FHIRSchema

extension Walker {
  /// A record of the current value.
  struct WalkedRecord {
    /// Its tape index.
    let index: Int
    /// The tape index of what it says of its type.
    let typeIndex: Int
    /// The tape index of the Bundle entry that holds it, -1 where none does.
    let entry: Int
    let found: RecognisedRelease
  }

  /// The records of the current value, where somebody wants to see them.
  struct WalkedRecords {
    private(set) var all: [WalkedRecord] = []
    /// Whether somebody does.
    var isKept = false

    mutating func append(_ record: @autoclosure () -> WalkedRecord) {
      if isKept { all.append(record()) }
    }

    mutating func removeAll() {
      if !all.isEmpty { all.removeAll(keepingCapacity: true) }
    }
  }
}
