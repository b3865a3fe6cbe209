package import FHIRSchema
package import FHIRTape
import FHIRView

/// Examines the records of one Bundle, array or input until they show their release.
///
/// The first conclusive record of a release that is judged decides. If records show little, the signs of several add up. After ten thousand
/// inconclusive records the search ends, so that a large input without evidence is not read twice.
package struct ReleaseSurvey {
  private var decided: ReleaseNumber?
  /// How many entries of a Bundle hold a resource, and the releases whose requirements the last one meets.
  private var entries = (count: 0, meets: ReleaseSet())
  private let recogniser: ReleaseRecogniser
  private var votes = SIMD8<Int32>()
  /// How many more records are examined.
  private var left = 10_000

  package init(_ recogniser: ReleaseRecogniser) { self.recogniser = recogniser }

  /// A release that is not judged, if each record shows one on its own; then nothing here is left to judge.
  private(set) var foreign: ReleaseNumber?
  private var hasOthers = false

  /// The release that the records show; for a Bundle with one entry that shows nothing, the only release whose
  /// requirements the entry meets.
  package var found: ReleaseNumber? {
    if decided != nil || entries.count != 1 || entries.meets == recogniser.known.all { return decided }
    return entries.meets.common(in: recogniser.known).flatMap { recogniser.judged.contains(ReleaseSet($0)) ? $0 : nil }
  }

  /// Adds the resource of a Bundle's entry; returns `true` if no more are needed.
  mutating func add(_ tape: Tape, entry: TapeIndex) -> Bool {
    guard let resource = ReleaseRecogniser.resource(ofEntry: entry, tape) else { return false }
    entries.count += 1
    // The choice of the caller has more weight than what is missing.
    entries.meets =
      entries.count == 1 && recogniser.assumed.reason == .assumed
      ? SparseEvidence.releases(meetingEntry: entry, tape, recogniser.known) : recogniser.known.all
    return add(tape, resource)
  }

  /// Adds a resource; returns `true` if no more are needed.
  package mutating func add(_ tape: Tape, _ index: TapeIndex) -> Bool {
    if left == 0 {
      (foreign, hasOthers) = (nil, true)
      return true
    }
    left -= 1
    guard tape.tag(index) == .object else { return false }
    var signs = ReleaseSigns(
      recogniser, tape, index, typeIndex: ResourceView(tape, index).typeIndex ?? TapeIndex.none)
    if signs.sure == nil { signs.lookDeeper() }
    let sure = signs.sure
    if !hasOthers {
      foreign = sure.flatMap { recogniser.judged.contains(ReleaseSet($0.number)) ? nil : foreign ?? $0.number }
      hasOthers = foreign == nil
    }
    guard let shown = sure ?? signs.weak ?? signs.codes, recogniser.judged.contains(ReleaseSet(shown.number)) else {
      return false
    }
    if sure != nil {
      decided = shown.number
      return true
    }
    votes[Int(shown.number.rawValue)] += 1
    (decided, _) = leader
    return leader.margin >= 2
  }

  /// The release with the most votes (the first if equal), and its lead over the next.
  private var leader: (ReleaseNumber?, margin: Int32) {
    var (best, second) = (0, Int32(0))
    for place in 1..<8 where votes[place] > votes[best] { best = place }
    for place in 0..<8 where place != best { second = max(second, votes[place]) }
    return (ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: best)), votes[best] - second)
  }
}

extension ReleaseSurvey {
  /// What holds the records of an input.
  package enum Place {
    case bundle, file
  }

  /// Examines the records of a reader, starting with an event that it has returned.
  ///
  /// - Returns: what holds the records, `nil` for a single document, which is whole on the tape; and whether more than
  ///   the event was read.
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
          if add(tape, .root) { return (place, hasRead) }
        case .entry:
          place = .bundle
          if add(tape, entry: .root) { return (place, hasRead) }
        }
      }
      event = try reader.next()
      hasRead = true
    }
    return (place, hasRead)
  }
}

extension ReleaseContext {
  /// Examines records that are read one by one, until they show the release of their Bundle or file. Then the reader
  /// starts again.
  ///
  /// Usually one of the first records shows it, so little is read twice. The records are not kept, so memory does not
  /// grow with the distance.
  ///
  /// - Parameter first: the event that the reader has just returned.
  /// - Returns: whether the reader starts again.
  package mutating func lookAhead(
    from first: RecordReader.Event, _ reader: inout RecordReader, _ recogniser: ReleaseRecogniser
  ) throws -> Bool {
    var survey = ReleaseSurvey(recogniser)
    let (place, hasRead) = try survey.read(from: first, &reader)
    switch place {
    case .bundle: bundle = survey.found ?? survey.foreign
    case .file: file = survey.found
    case nil: break
    }
    if hasRead { try reader.restart() }
    return hasRead
  }
}
