import FHIRProfiles
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
    /// The verdicts by the versions of guides.
    var guides: [GuideVerdict] = []
  }

  /// The records of the last values, if the caller wants to visit them.
  struct WalkedRecords {
    private(set) var all: [WalkedRecord] = []
    /// Whether records are collected.
    var isKept = false

    mutating func append(_ record: @autoclosure () -> WalkedRecord) {
      if isKept { all.append(record()) }
    }

    /// Notes the verdicts on a record among them, of which the nearest is the last.
    mutating func note(_ verdicts: [GuideVerdict], on index: TapeIndex) {
      guard let place = all.lastIndex(where: { $0.index == index }) else { return }
      all[place].guides = verdicts
    }

    mutating func removeAll() {
      if !all.isEmpty { all.removeAll(keepingCapacity: true) }
    }
  }
}
