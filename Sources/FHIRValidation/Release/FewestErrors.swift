import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRTape

/// Records that nothing tells, or that fit several releases: they are of the one whose rules they break least.
extension WalkerPool {
  /// How many records of an input without clear evidence are judged by several releases, to find the one for all of them.
  private static let mostRecords = 20

  /// As ``FHIRRecognition/ReleaseContext/lookAhead(from:_:_:)``; returns whether the reader returns that event again.
  func lookAhead(
    from first: RecordReader.Event, _ reader: inout RecordReader, _ context: inout ReleaseContext
  ) throws -> Bool {
    guard try context.lookAhead(from: first, &reader, releases.recogniser) else { return false }
    let found = context.nearest ?? releases.assumed
    if found.others.isEmpty { return true }
    let assumed = [found.number]
    if try errors(of: &reader, by: assumed) != [0] {
      let all = assumed + releases.recogniser.names.ranks.filter { found.others.contains($0) }
      let errors = try errors(of: &reader, by: all)
      if let least = errors.min(), let place = errors.firstIndex(of: least), place > 0 {
        let best = RecognisedRelease(number: all[place], reason: found.reason, alike: found.alike)
        if found.reason == .bundle { context.bundle = best } else { context.file = best.around(.file) }
      }
    }
    return true
  }

  /// The release that the first records of an input show, `nil` if none does.
  func survey(_ source: some ByteSource) throws -> RecognisedRelease? {
    var reader = RecordReader(
      source, bundles: releases.bundles, maximumDepth: options.readableDepth,
      maximumRecordBytes: options.maximumRecordBytes)
    var context = ReleaseContext()
    guard let first = try reader.next() else { return nil }
    _ = try lookAhead(from: first, &reader, &context)
    // Records without signs do not take a release that is not judged.
    return context.nearest.flatMap { releases.place(of: $0.number) == nil ? nil : $0.around(.file) }
  }

  /// The release of a document that the caller will not judge; `nil` if it is the one that its members show at once.
  func best(for tape: Tape, _ place: RecordPlace) -> RecognisedRelease? {
    var (members, context) = (ResourceMembers(), ReleaseContext())
    guard tape.tag(.root) == .object else { return nil }
    let found = releases.recogniser.recognise(tape, .root, &members, in: &context)
    return withUnsafePointer(to: ExaminedRecord(tape: tape, place: place)) { record in
      let errors = errors(in: [(found.number, counts(of: record, by: found.number))])
      return errors == [0] ? nil : secondLook(found, record, hasErrors: errors != [Self.weightOfNarrative])
    }
  }

  /// The release of a document that has errors by the one that its members showed: one that a closer look shows, or by
  /// which it has fewer errors; `nil` for none. A document without errors, whose narrative alone speaks against that one, is
  /// compared by those that it fits as well. What was found by it may be known: ``Walker/countsOfDocument``.
  func secondLook(
    _ found: RecognisedRelease, _ record: UnsafePointer<ExaminedRecord>, hasErrors: Bool,
    _ counts: @autoclosure () -> FindingCounts? = nil
  ) -> RecognisedRelease? {
    let (tape, recogniser) = (record.pointee.tape, releases.recogniser)
    var (closer, others) = (found, found.others)
    if hasErrors {
      var (members, context) = (ResourceMembers(), ReleaseContext())
      context.isThorough = true
      closer = recogniser.recognise(tape, .root, &members, in: &context)
      others = closer.others
    } else {
      others.formIntersection(RecordEvidence(recogniser, tape, ResourceMembers(tape, .root), .root).best)
    }
    var best = closer
    if !others.isEmpty {
      let all = [closer.number] + recogniser.names.ranks.filter { others.contains($0) }
      let first = (closer.number == found.number ? counts() : nil) ?? self.counts(of: record, by: closer.number)
      let errors = errors(in: [(all[0], first)] + all.dropFirst().map { ($0, self.counts(of: record, by: $0)) })
      if let least = errors.min(), let place = errors.firstIndex(of: least), place > 0 {
        best = RecognisedRelease(number: all[place], reason: .errors)
      }
    }
    return best.number == found.number ? nil : best
  }

  /// The release of a record whose members contradict its surroundings: another one that it fits, if it has no error by
  /// that one. Against the surroundings it must have two by theirs, as one may be a fault of the record.
  func leastBroken(
    _ found: RecognisedRelease, _ tape: Tape, _ place: RecordPlace, in context: ReleaseContext
  ) -> RecognisedRelease {
    guard !found.others.isEmpty, place.role != .document, let nearest = context.nearest,
      let resource = ReleaseRecogniser.resource(of: place, tape)
    else { return found }
    let needed = found.number == nearest.number ? 2 : 1
    // As a line by itself: what its entry has says nothing of its release.
    var place = place
    place.role = .line
    return withUnsafePointer(to: ExaminedRecord(tape: tape, place: place)) { record in
      let own = counts(of: record, at: resource, by: found.number)
      if let own, own[.error] < needed { return found }
      let all = [found.number] + releases.recogniser.names.ranks.filter { found.others.contains($0) }
      let errors = errors(in: [(all[0], own)] + all.dropFirst().map { ($0, counts(of: record, at: resource, by: $0)) })
      guard let least = errors.min(), least < Self.weightOfError, let place = errors.firstIndex(of: least)
      else { return found }
      return RecognisedRelease(number: all[place], reason: .errors)
    }
  }

  /// What an error counts, and a narrative without a namespace, where errors by profiles count one.
  private static let (weightOfError, weightOfNarrative) = (1 << 20, 1 << 10)

  /// How many errors the first records of an input have by some releases, with what their entries and a short Bundle have;
  /// records that show their own do not count. The reader starts again.
  private func errors(of reader: inout RecordReader, by some: [ReleaseNumber]) throws -> [Int] {
    var all: [(release: ReleaseNumber, counts: FindingCounts?)] = []
    for release in some {
      var (left, context) = (Self.mostRecords, ReleaseContext())
      let counter = ErrorCounter(self, release)
      while left > 0, let event = try reader.next() {
        guard case .value(let tape, let place) = event, tape.tag(.root) == .object else { continue }
        left -= 1
        if let resource = ReleaseRecogniser.resource(of: place, tape) {
          var members = ResourceMembers()
          let own = releases.recogniser.recognise(tape, resource, &members, in: &context)
          guard own.reason.isAssumption || !own.others.isEmpty else { continue }
        }
        var record = ExaminedRecord(tape: tape, place: place)
        if case .entry = place.role { record.entry = EntryMembers(tape, .root) }
        withUnsafePointer(to: record) { counter?.walk($0, at: .root) }
      }
      try reader.restart()
      all.append((release, counter?.finish()))
    }
    return errors(in: all)
  }

  /// How many errors there are by each of some releases: those by profiles count where the others are equally many, and
  /// warnings of a rule that is an error by another of these count as errors. A narrative without a namespace, where the
  /// release publishes all with it, counts more than a profile and less than an error. The most by one that is not judged.
  private func errors(in all: [(release: ReleaseNumber, counts: FindingCounts?)]) -> [Int] {
    var graver: Set<RuleID> = []
    for (_, counts) in all { counts?.forEach { rule, severity, _ in if severity >= .error { graver.insert(rule) } } }
    return all.map { release, counts in
      guard let counts, let place = releases.place(of: release) else { return .max }
      let namesNamespace = releases.definitions[place].schema.facts.namesNarrativeNamespace
      var sum = 0
      counts.forEach { rule, severity, count in
        if rule == Rule.missingNamespace.id, namesNamespace { sum += Self.weightOfNarrative }
        guard severity >= .warning, graver.contains(rule) else { return }
        sum += rule.group == Rule.profileWrongType.id.group ? count : count * Self.weightOfError
      }
      return sum
    }
  }

  /// What is found in a record by a release; `nil` if it is not judged.
  private func counts(
    of record: UnsafePointer<ExaminedRecord>, at index: TapeIndex = .root, by number: ReleaseNumber
  ) -> FindingCounts? {
    guard let counter = ErrorCounter(self, number) else { return nil }
    counter.walk(record, at: index)
    return counter.finish()
  }
}

/// Counts what is found in records by a release and what it publishes, without given profiles.
private final class ErrorCounter {
  private let pool: WalkerPool
  private let pooled: PooledWalker
  private var profiles: ProfileWalk
  private var bytes = 0

  /// `nil` if the release is not judged.
  init?(_ pool: WalkerPool, _ number: ReleaseNumber) {
    guard let place = pool.releases.place(of: number) else { return nil }
    (self.pool, pooled) = (pool, pool.take(first: place))
    profiles = ProfileWalk(pool.releases.definitions.published)
    swap(&pooled.walker.profiles, &profiles)
    pooled.walker.beginInput(
      first: place, given: RecognisedRelease(number: number, reason: .errors), in: ReleaseContext(), batchLimit: nil,
      keepsRecords: false)
  }

  func walk(_ record: UnsafePointer<ExaminedRecord>, at index: TapeIndex) {
    pooled.walker.walkRecord(record, at: index)
    bytes += record.pointee.tape.range(.root).count
  }

  func finish() -> FindingCounts {
    defer {
      swap(&pooled.walker.profiles, &profiles)
      pool.giveBack(pooled, after: bytes)
    }
    return pooled.walker.cursor.findings.all
  }
}

extension Walker {
  /// Whether a narrative lacks the namespace that all have which the release of the document publishes.
  var hasForeignNarrative: Bool {
    cursor.findings.hasNamespaceFinding && cursor.release.schema.facts.namesNarrativeNamespace
  }

  /// What the walk has found in a document just as ``WalkerPool`` counts it; `nil` if the caller gave profiles, if a resource
  /// in it has shown its own release, or if not all findings are of the document.
  var countsOfDocument: FindingCounts? {
    releases.profiles === releases.definitions.published && recognition.last.resource == .root
      ? cursor.findings.countsOfRecord : nil
  }
}
