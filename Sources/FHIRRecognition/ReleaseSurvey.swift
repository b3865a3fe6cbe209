package import FHIRSchema
package import FHIRTape

/// Examines the records of one Bundle, array or input until they show their release. Each record votes for the releases
/// that it fits best, twice if it shows them surely. The search ends when one release leads clearly, some time after
/// the first sure record, or after ten thousand records, so that a large input without evidence is not read twice.
package struct ReleaseSurvey {
  private let recogniser: ReleaseRecogniser
  private var recent = RecentProfiles()
  private var votes = ReleaseCounts()
  /// The releases that the first sure record fits.
  private var first: ReleaseSet = []
  /// How many more records are examined.
  private var rest = 10_000
  private static let restOfSure = 200
  /// The lead, in votes, with which the search ends: a few records of another release may come first.
  private static let clearLead: Int16 = 8
  /// Whether each record shows a release that is not judged; then nothing here is left to judge.
  private var isForeign = true

  /// Whether all members of each record are examined: only where the others left several major versions.
  private let isThorough: Bool

  init(_ recogniser: ReleaseRecogniser, isThorough: Bool = false) {
    (self.recogniser, self.isThorough) = (recogniser, isThorough)
  }

  /// Whether the records have left several major versions.
  fileprivate var isUndecided: Bool {
    let leaders = votes.most(of: recogniser.judged).releases
    return votes == ReleaseCounts() || !recogniser.names.areNear(leaders)
  }

  /// The judged releases that the records show; none if they show none, or all alike.
  package var found: ReleaseSet {
    let leaders = votes.most(of: recogniser.judged).releases
    // Of as many, those that the first sure record shows.
    if !leaders.isDisjoint(with: first) { return leaders.intersection(first) }
    return leaders == recogniser.judged ? [] : leaders
  }

  /// The release of a Bundle that is whole on the tape, as its entries show; `nil` if they show none.
  static func release(ofBundle index: TapeIndex, _ tape: Tape, _ recogniser: ReleaseRecogniser) -> RecognisedRelease? {
    var survey = ReleaseSurvey(recogniser)
    _ = survey.add(entriesOf: index, tape)
    if survey.isUndecided {
      survey = ReleaseSurvey(recogniser, isThorough: true)
      _ = survey.add(entriesOf: index, tape)
    }
    return survey.release(of: .bundle)
  }

  /// The release of what holds the records: ``ReleaseReason/bundle`` or ``ReleaseReason/file``.
  package func release(of place: ReleaseReason) -> RecognisedRelease? {
    let (all, lead) = votes.most(of: recogniser.names.known)
    if !found.isEmpty {
      // One vote more for a release that is not judged may come from a fault.
      let others = lead > 1 && all.isDisjoint(with: recogniser.judged) ? all : []
      return recogniser.choice(of: found, place, alike: found.union(others))
    }
    return place == .bundle && isForeign && !all.isEmpty ? recogniser.choice(of: all, .bundle) : nil
  }

  /// Adds a resource, or the entries of a Bundle; returns `true` if no more are needed.
  mutating func add(_ tape: Tape, _ index: TapeIndex) -> Bool {
    guard tape.tag(index) == .object else { return false }
    let members = ResourceMembers(tape, index)
    return recogniser.isBundle(members.type, tape) ? add(entriesOf: index, tape) : add(tape, index, members)
  }

  private mutating func add(entriesOf bundle: TapeIndex, _ tape: Tape) -> Bool {
    guard let entries = tape.member("entry", of: bundle), tape.tag(entries) == .array else { return false }
    return tape.items(of: entries).contains { entry in
      ReleaseRecogniser.resource(ofEntry: entry, tape).map { add(tape, $0, ResourceMembers(tape, $0)) } ?? false
    }
  }

  private mutating func add(_ tape: Tape, _ index: TapeIndex, _ members: ResourceMembers) -> Bool {
    if rest == 0 {
      isForeign = false
      return true
    }
    rest -= 1
    let evidence = recogniser.evidence(tape, index, members, &recent, isThorough ? .thorough : .near)
    let isSure = evidence.isSure(among: recogniser.names.all)
    if !isSure || !evidence.best.isDisjoint(with: recogniser.judged) { isForeign = false }
    guard evidence.reason != nil else { return false }
    votes.add(isSure ? 2 : 1, to: evidence.best)
    if isSure, !evidence.best.isDisjoint(with: recogniser.judged) {
      rest = min(rest, Self.restOfSure)
      if first.isEmpty { first = evidence.best }
    }
    let (leaders, lead) = votes.most(of: recogniser.judged)
    return lead >= Self.clearLead && recogniser.names.areNear(leaders)
  }
}

extension ReleaseSurvey {
  /// Examines the records of a reader from an event that it has returned. Returns what holds them, `nil` for a single
  /// document, which is whole on the tape; and how many events were read after the first one.
  mutating func read(
    from first: RecordReader.Event, _ reader: inout RecordReader
  ) throws -> (place: ReleaseReason?, events: Int) {
    reader.keepAhead()
    var event = Optional(first)
    var (place, events) = (ReleaseReason?.none, 0)
    while let current = event {
      switch current {
      case .byteOrderMark: break
      case .failure(_, let fault): if events == 0, fault.role == .document { return (nil, 0) }
      case .value(let tape, let record):
        switch record.role {
        case .document, .envelope: break
        case .line, .element:
          place = .file
          if add(tape, .root) { return (place, events) }
        case .entry:
          place = .bundle
          if let resource = ReleaseRecogniser.resource(ofEntry: .root, tape), add(tape, resource) {
            return (place, events)
          }
        }
      }
      if reader.hasReturnedLast { break }
      event = try reader.next()
      events += 1
    }
    return (place, events)
  }
}

extension ReleaseContext {
  /// Examines records that are read one by one, until they show the release of their Bundle or file. Usually the first
  /// records show it, so little is read twice. Few records are kept, so memory does not grow with the distance.
  ///
  /// - Parameter first: the event that the reader has just returned.
  /// - Returns: whether the reader has gone back, and returns that event again; else it shows all, or is a document.
  package mutating func lookAhead(
    from first: RecordReader.Event, _ reader: inout RecordReader, _ recogniser: ReleaseRecogniser
  ) throws -> Bool {
    if case .value(_, let record) = first {
      switch record.role {
      case .document, .envelope: return false
      case .element, .line, .entry: break
      }
    }
    var survey = ReleaseSurvey(recogniser)
    var (place, events) = try survey.read(from: first, &reader)
    let isThorough = place != nil && survey.isUndecided
    if isThorough {
      try reader.goBack(events + 1)
      survey = ReleaseSurvey(recogniser, isThorough: true)
      if let first = try reader.next() { (place, events) = try survey.read(from: first, &reader) }
    }
    if place == .bundle { bundle = survey.release(of: .bundle) }
    if place == .file { file = survey.release(of: .file) }
    // Only a document is looked at twice.
    if place != nil, nearest == nil { self.isThorough = true }
    guard isThorough || events > 0 else { return false }
    try reader.goBack(events + 1)
    return true
  }
}
