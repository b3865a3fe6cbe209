package import FHIRSchema
package import FHIRTape

/// Examines the records of one Bundle, array or input until they show their release.
///
/// Each record votes for the releases that it fits best, twice if it shows them surely. The search ends when one release
/// leads clearly, some time after the first sure record, or after ten thousand records, so that a large input without
/// evidence is not read twice.
package struct ReleaseSurvey {
  private let recogniser: ReleaseRecogniser
  private var recent = RecentNames()
  private var votes = SIMD8<Int32>()
  /// The releases that the first sure record fits.
  private var first: ReleaseSet = []
  /// How many more records are examined.
  private var rest = 10_000
  /// How many more records are examined after a sure one.
  private static let restOfSure = 200
  /// The lead, in votes, with which the search ends: a few records of another release may come first.
  private static let clearLead: Int32 = 8
  /// Whether each record shows a release that is not judged; then nothing here is left to judge.
  private var isForeign = true

  package init(_ recogniser: ReleaseRecogniser) { self.recogniser = recogniser }

  /// The releases with most votes among some, and their lead; none without votes.
  private func leaders(among some: ReleaseSet) -> (releases: ReleaseSet, lead: Int32) {
    let numbers = (0..<8).filter { some.contains(ReleaseNumber($0)) }
    let most = numbers.map { votes[$0] }.max() ?? 0
    if most == 0 { return ([], 0) }
    let leaders = ReleaseSet(numbers.filter { votes[$0] == most }.map { ReleaseSet(ReleaseNumber($0)) })
    return (leaders, most - (numbers.map { votes[$0] }.filter { $0 < most }.max() ?? 0))
  }

  /// The judged releases that the records show; none if they show none, or all alike.
  package var found: ReleaseSet {
    let leaders = leaders(among: recogniser.judged).releases
    // Of as many, those that the first sure record shows.
    if !leaders.isDisjoint(with: first) { return leaders.intersection(first) }
    return leaders == recogniser.judged ? [] : leaders
  }

  /// The release of a Bundle that is whole on the tape, as its entries show; `nil` if they show none.
  static func release(ofBundle index: TapeIndex, _ tape: Tape, _ recogniser: ReleaseRecogniser) -> RecognisedRelease? {
    guard let entries = tape.member("entry", of: index), tape.tag(entries) == .array else { return nil }
    var survey = ReleaseSurvey(recogniser)
    var entry = entries.content
    while entry < tape.next(entries) {
      if let resource = ReleaseRecogniser.resource(ofEntry: entry, tape), survey.add(tape, resource) { break }
      entry = tape.next(entry)
    }
    return survey.release(of: .bundle)
  }

  /// The release of what holds the records; `nil` if they show none.
  package func release(of place: Place) -> RecognisedRelease? {
    if !found.isEmpty { return recogniser.choice(of: found, place == .bundle ? .bundle : .file) }
    let all = leaders(among: recogniser.names.known).releases
    return place == .bundle && isForeign && !all.isEmpty ? recogniser.choice(of: all, .bundle) : nil
  }

  /// Adds a resource; returns `true` if no more are needed.
  package mutating func add(_ tape: Tape, _ index: TapeIndex) -> Bool {
    if rest == 0 {
      isForeign = false
      return true
    }
    rest -= 1
    guard tape.tag(index) == .object else { return false }
    let evidence = RecordEvidence(recogniser, tape, index, ResourceMembers(tape, index), &recent, [.top, .far])
    if !evidence.isSure || !evidence.best.isDisjoint(with: recogniser.judged) { isForeign = false }
    guard evidence.reason != nil else { return false }
    for number in 0..<8 where evidence.best.contains(ReleaseNumber(number)) {
      votes[number] &+= evidence.isSure ? 2 : 1
    }
    if evidence.isSure, !evidence.best.isDisjoint(with: recogniser.judged) {
      rest = min(rest, Self.restOfSure)
      if first.isEmpty { first = evidence.best }
    }
    let (leaders, lead) = leaders(among: recogniser.judged)
    return lead >= Self.clearLead && recogniser.names.areNear(leaders)
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
          if let resource = ReleaseRecogniser.resource(ofEntry: .root, tape), add(tape, resource) {
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

extension ReleaseContext {
  /// Examines records that are read one by one, until they show the release of their Bundle or file. Then the reader
  /// starts again.
  ///
  /// Usually the first records show it, so little is read twice. The records are not kept, so memory does not grow with
  /// the distance.
  ///
  /// - Parameter first: the event that the reader has just returned.
  /// - Returns: whether the reader starts again.
  package mutating func lookAhead(
    from first: RecordReader.Event, _ reader: inout RecordReader, _ recogniser: ReleaseRecogniser
  ) throws -> Bool {
    var survey = ReleaseSurvey(recogniser)
    let (place, hasRead) = try survey.read(from: first, &reader)
    switch place {
    case .bundle: bundle = survey.release(of: .bundle)
    case .file: file = survey.release(of: .file)
    case nil: break
    }
    if hasRead { try reader.restart() }
    return hasRead
  }
}
