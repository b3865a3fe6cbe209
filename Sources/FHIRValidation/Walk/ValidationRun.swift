import FHIRRecognition
import FHIRFindings
import FHIRTape

/// The validation of one input: records from the reader pass through the walker one by one.
struct ValidationRun: ~Copyable {
  private var reader: RecordReader
  private let walkers: WalkerPool
  private var releases: JudgedReleases { walkers.releases }
  private let batchSize: Int
  /// The most findings that are kept until they are handed over; `nil` to count findings without keeping them.
  private let batchLimit: Int?
  private let isContinued: Bool
  /// Whether another run surveys the first records.
  private let isPart: Bool
  private let given: RecognisedRelease?
  /// How many records were shown since findings were last handed over.
  private var shown = 0
  /// The release that applies to records without evidence.
  private var context = ReleaseContext()
  private var hasByteOrderMark = false
  private let memory: RunMemory?
  private var examined: ExaminedRecords

  /// - Parameters:
  ///   - reader: the records; it must read nestings as deep as ``ValidationOptions/readableDepth``.
  ///   - batchSize: the approximate number of findings that are handed over at once; `nil` for all at the end, up to
  /// the limit.
  ///   - isPart: whether it is a part of an input whose beginning was surveyed separately: see ``ReleaseHints/file``.
  ///   - isContinued: whether another run reads the preceding part of the input.
  init(
    _ reader: consuming RecordReader, _ walkers: WalkerPool, hints: ReleaseHints, batchSize: Int?,
    keepsFindings: Bool = true, isContinued: Bool = false, isPart: Bool = false, _ memory: RunMemory? = nil
  ) {
    examined = ExaminedRecords()
    if let memory { swap(&examined, &memory.examined) }
    self.memory = memory
    self.reader = reader
    self.walkers = walkers
    self.isContinued = isContinued
    self.isPart = isPart
    self.batchSize = batchSize ?? .max
    batchLimit = keepsFindings ? batchSize == nil ? walkers.options.maximumFindings : .max : nil
    (context.file, context.isThorough) = (hints.file, isPart && hints.file == nil)
    given =
      hints.given.map { RecognisedRelease(number: walkers.releases.number(of: $0.release), reason: $0.reason) }
      ?? walkers.releases.insisted
  }

  /// Judges the whole input, hands findings over in batches, and returns the counts.
  mutating func run(
    visit: ((VisitedRecord) throws -> Void)?, _ receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    let first = try begin()
    let pooled = walker(for: first, keepsRecords: visit != nil)
    // Unwrapped here, so that no record retains it.
    let visit = visit ?? { _ in }
    if let first { try take(first, &pooled.walker, visit, receive) }
    while let event = try reader.next() { try take(event, &pooled.walker, visit, receive) }
    try flush(&pooled.walker, receive)
    let tally = tally(of: &pooled.walker)
    giveBack(pooled)
    return tally
  }

  /// Reads the beginning of the input; returns the first event to judge. Those after it come from ``step(_:_:)``.
  mutating func begin() throws -> RecordReader.Event? {
    var first = try reader.next()
    if case .byteOrderMark = first {
      hasByteOrderMark = true
      first = try reader.next()
    }
    if let event = first, try lookAhead(event) { first = try reader.next() }
    return first
  }

  /// The walker that judges the records; call `begin()` first, and ``giveBack(_:)`` at the end.
  func walker(for first: RecordReader.Event?, keepsRecords: Bool = false) -> PooledWalker {
    let pooled = walkers.take(first: likelyPlace(first))
    begin(&pooled.walker, at: knownPlace ?? releases.definitions.startIndex, keepsRecords: keepsRecords)
    return pooled
  }

  private func begin(_ walker: inout Walker, at place: Int, keepsRecords: Bool) {
    walker.beginInput(
      first: place, given: given, in: context, bundleType: reader.typeBeforeEntries, batchLimit: batchLimit,
      keepsRecords: keepsRecords)
    walker.cursor.findings.hasNamespaceFinding = isContinued
    if hasByteOrderMark { walker.reportByteOrderMark() }
  }

  /// Judges a document with errors, or with a narrative that its release would not publish, again, if a closer look shows
  /// another release, or it has fewer errors by that.
  @inline(never) private mutating func reconsider(_ record: UnsafePointer<ExaminedRecord>, _ walker: inout Walker) {
    let hasErrors = walker.cursor.findings.errors > 0
    guard hasErrors || walker.hasForeignNarrative, let found = walker.recognition.ofDocument,
      let better = walkers.secondLook(found, record, hasErrors: hasErrors, walker.countsOfDocument)
    else { return }
    if better.reason == .errors { context.file = better } else { context.isThorough = true }
    let place = releases.place(of: better.number) ?? releases.definitions.startIndex
    let keepsRecords = walker.records.isKept
    walker.leaveInput(wasLarge: true)
    begin(&walker, at: place, keepsRecords: keepsRecords)
    walker.walkRecord(record)
  }

  mutating func giveBack(_ walker: PooledWalker) {
    walkers.giveBack(walker, after: reader.inputOffset)
    guard let memory else { return }
    swap(&examined, &memory.examined)
    reader.leaveMemory()
    walkers.giveBack(memory, after: reader.inputOffset)
  }

  /// Judges the next record, or the first one, and appends the findings of a full batch; returns whether there is more.
  mutating func step(
    _ first: RecordReader.Event? = nil, _ walker: inout Walker, _ findings: inout [Finding]
  ) throws -> Bool {
    guard let event = try first ?? reader.next() else {
      try flush(&walker) { findings += $0 }
      return false
    }
    try take(event, &walker, { _ in }) { findings += $0 }
    return true
  }

  func tally(of walker: inout Walker) -> ValidationTally {
    var tally = ValidationTally()
    walker.cursor.counts.fill(&tally, walker.cursor.findings, releases)
    let census = walker.profiles.census()
    tally.add(census, namesExtensions: walker.profiles.isOn)
    if !walker.profiles.isOn { tally.count(extensions: walker.cursor.counts.extensions - census.knownExtensions) }
    return tally
  }

  @inline(__always) private mutating func take(
    _ event: consuming RecordReader.Event, _ walker: inout Walker, _ visit: (VisitedRecord) throws -> Void,
    _ receive: ([Finding]) throws -> Void
  ) throws {
    switch consume event {
    case .byteOrderMark: break
    case .value(let tape, let place):
      examined.append(tape, place)
      let record = examined[examined.count - 1]
      walker.examine(record)
      if let found = record.pointee.found, !found.others.isEmpty {
        record.pointee.found = walkers.leastBroken(found, tape, place, in: context)
      }
      if !reader.holdsNext || examined.isFull { try judge(&walker, visit, receive) }
    case .failure(let error, let place):
      try judge(&walker, visit, receive)
      walker.reportSyntaxError(error, place)
      if isFull(walker) { try flush(&walker, receive) }
    }
  }

  /// Judges the records that were examined, whose tapes are valid until the next event.
  private mutating func judge(
    _ walker: inout Walker, _ visit: (VisitedRecord) throws -> Void, _ receive: ([Finding]) throws -> Void
  ) throws {
    for place in 0..<examined.count {
      walker.walkRecord(examined[place])
      if walker.recognition.ofDocument != nil { reconsider(examined[place], &walker) }
      if isFull(walker) {
        try show(&walker, visit)
        try flush(&walker, receive)
      }
    }
    examined.removeAll()
    try show(&walker, visit)
  }

  private func isFull(_ walker: borrowing Walker) -> Bool {
    walker.cursor.findings.findings.count >= batchSize || shown + walker.records.all.count >= batchSize
  }

  private mutating func show(_ walker: inout Walker, _ visit: (VisitedRecord) throws -> Void) throws {
    shown += walker.records.all.count
    for record in walker.records.all { try visit(record) }
    walker.records.removeAll()
  }

  /// Examines the first records until they show the release of their Bundle or file; returns whether the reader restarts.
  private mutating func lookAhead(_ first: RecordReader.Event) throws -> Bool {
    guard !isPart, given == nil, context.file == nil else { return false }
    return try walkers.lookAhead(from: first, &reader, &context)
  }

  /// The place of the release that the caller or the surroundings give; `nil` if none do.
  private var knownPlace: Int? { (given ?? context.nearest).flatMap { releases.place(of: $0.number) } }

  /// The place of the release that the first record is probably judged by, so that no other release is decoded for it.
  private func likelyPlace(_ event: RecordReader.Event?) -> Int {
    let first = releases.definitions.startIndex
    if let knownPlace { return knownPlace }
    guard !releases.definitions.areDecoded(at: first), case .value(let tape, let place) = event,
      case .document = place.role, tape.tag(.root) == .object
    else { return first }
    var (context, members) = (context, ResourceMembers())
    let found = releases.recogniser.recognise(tape, .root, &members, in: &context)
    // A record of a release without definitions is only counted, which needs no particular definitions.
    return releases.place(of: found.number) ?? first
  }

  private mutating func flush(_ walker: inout Walker, _ receive: ([Finding]) throws -> Void) throws {
    let batch = walker.cursor.findings.takeSorted()
    if batch.isEmpty, shown == 0 { return }
    shown = 0
    try receive(batch)
  }
}
