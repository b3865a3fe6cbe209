import FHIRRecognition
import FHIRSchema
import FHIRTape

extension Walker {
  /// A record of a value.
  struct WalkedRecord {
    let tape: Tape
    let place: RecordPlace
    /// Its tape index.
    let index: TapeIndex
    /// The tape index of its type.
    let typeIndex: TapeIndex
    /// The tape index of the Bundle entry that holds it, `.none` if there is none.
    let entry: TapeIndex
    let found: RecognisedRelease
  }

  /// The records of the last values, if the caller wants to visit them.
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
