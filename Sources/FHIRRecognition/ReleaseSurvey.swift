package import FHIRSchema
package import FHIRTape
import FHIRView

/// Looks through records that stand together for what they show of their release, until enough is seen.
///
/// The first that shows it surely decides. Where hardly anything is shown, signs of several records add up. After ten
/// thousand records without an answer the search ends: a large input that shows nothing is not read twice for that.
package struct ReleaseSurvey {
  package private(set) var found: ReleaseNumber?
  private let recogniser: ReleaseRecogniser
  private var votes = SIMD8<Int32>()
  /// How many more records are looked at.
  private var left = 10_000

  package init(_ recogniser: ReleaseRecogniser) { self.recogniser = recogniser }

  /// Looks at a resource; `true` where no more need to be looked at.
  package mutating func add(_ tape: Tape, _ index: Int) -> Bool {
    if left == 0 { return true }
    left -= 1
    guard tape.tag(index) == .object else { return false }
    var signs = ReleaseSigns(
      recogniser, tape, index, typeIndex: ResourceView(tape, index).typeIndex ?? -1)
    if signs.sure == nil { signs.lookDeeper() }
    if let sure = signs.sure {
      found = sure.number
      return true
    }
    guard let weak = signs.weak else { return false }
    votes[Int(weak.number.rawValue)] += 1
    (found, _) = leader
    return leader.margin >= 2
  }

  /// The release with the most votes, the first of equals, and how many more it has than any other.
  private var leader: (ReleaseNumber?, margin: Int32) {
    var (best, second) = (0, Int32(0))
    for place in 1..<8 where votes[place] > votes[best] { best = place }
    for place in 0..<8 where place != best { second = max(second, votes[place]) }
    return (ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: best)), votes[best] - second)
  }
}

extension ReleaseSurvey {
  /// Where the records of an input stand together.
  package enum Place {
    case bundle, file
  }

  /// Looks at the records of a reader, from an event on that it has given.
  ///
  /// - Returns: what the records are in, `nil` for a single document, which is whole on the tape; and whether more was
  ///   read than the event.
  package mutating func read(
    from first: RecordReader.Event, _ reader: inout RecordReader
  ) throws -> (place: Place?, hasRead: Bool) {
    var event = Optional(first)
    var (place, hasRead) = (Place?.none, false)
    while let current = event {
      switch current {
      case .byteOrderMark: break
      case .failure(_, let fault):
        if !hasRead, fault.role == .document { return (nil, false) }
      case .value(let tape, let record):
        switch record.role {
        case .document, .envelope:
          if place == nil { return (nil, hasRead) }
        case .line, .element:
          place = .file
          if add(tape, 0) { return (place, hasRead) }
        case .entry:
          place = .bundle
          if let resource = ReleaseRecogniser.resource(ofEntry: 0, tape), add(tape, resource) {
            return (place, hasRead)
          }
        }
      }
      event = try reader.next()
      hasRead = true
    }
    return (place, hasRead)
  }
}
