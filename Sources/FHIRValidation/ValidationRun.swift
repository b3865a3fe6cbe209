import FHIRRecognition
import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

/// One input on its way: records from the reader, one after another, through the walker.
struct ValidationRun: ~Copyable {
  private var reader: RecordReader
  private let releases: JudgedReleases
  private let memories: [WalkerMemoryPool]
  private let options: ValidationOptions
  private let batchSize: Int
  /// The most findings that are kept until they are handed over; `nil` when they are only counted.
  private let batchLimit: Int?
  private let isContinued: Bool
  /// Whether somebody else has looked at the first records.
  private let isPart: Bool
  private let given: RecognisedRelease?
  /// Records that were shown since findings were handed over.
  private var shown = 0
  /// What is known of the release of records that tell nothing.
  private var context = ReleaseContext()
  private var hasByteOrderMark = false

  /// - Parameters:
  ///   - reader: the records; it must read nestings as deep as ``ValidationOptions/readableDepth``.
  ///   - hints: what is known of the release of all records.
  ///   - batchSize: how many findings are handed over at once, about; `nil` for all at the end, as many as may be kept.
  ///   - keepsFindings: whether they are handed over at all, or only counted.
  ///   - isPart: whether it is a part of an input whose beginning somebody else has looked at: see ``ReleaseHints/file``.
  ///   - isContinued: whether others read what comes before in the input.
  init(
    _ reader: consuming RecordReader, _ releases: JudgedReleases, memories: [WalkerMemoryPool],
    options: ValidationOptions, hints: ReleaseHints, batchSize: Int?, keepsFindings: Bool = true,
    isContinued: Bool = false, isPart: Bool = false
  ) {
    self.reader = reader
    self.releases = releases
    self.memories = memories
    self.options = options
    self.isContinued = isContinued
    self.isPart = isPart
    self.batchSize = batchSize ?? .max
    batchLimit = keepsFindings ? batchSize == nil ? options.maximumIssues : .max : nil
    context.file = hints.file.map { releases.number(of: $0) }
    context.source = hints.source.map { releases.number(of: $0) }
    given =
      hints.given.map { RecognisedRelease(number: releases.number(of: $0.release), reason: $0.reason) }
      ?? releases.insisted
  }

  /// Judges everything, once, and hands findings over in batches.
  ///
  /// - Returns: the counts of what was judged.
  mutating func run(
    visit: ((VisitedRecord) throws -> Void)?, _ receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    let first = try begin()
    var walker = walker(for: first)
    walker.records.isKept = visit != nil
    // Unwrapped here, so that no record retains it.
    let visit = visit ?? { _ in }
    if let first { try take(first, &walker, visit, receive) }
    while let event = try reader.next() { try take(event, &walker, visit, receive) }
    try flush(&walker, receive)
    return tally(of: &walker)
  }

  /// Looks at the beginning of the input.
  ///
  /// - Returns: the first event to judge; those after it come from ``step(_:_:)``.
  mutating func begin() throws -> RecordReader.Event? {
    var first = try reader.next()
    if case .byteOrderMark = first {
      hasByteOrderMark = true
      first = try reader.next()
    }
    if let event = first, try lookAhead(event) { first = try reader.next() }
    return first
  }

  /// What judges the records; `begin()` has to come before.
  func walker(for first: RecordReader.Event?) -> Walker {
    var walker = Walker(
      releases, first: likelyPlace(first), given: given, in: context, memories: memories, options: options,
      batchLimit: batchLimit)
    walker.cursor.findings.hasNamespaceFinding = isContinued
    if hasByteOrderMark { walker.reportByteOrderMark() }
    return walker
  }

  /// Judges the next record, or the first one, and appends the findings of a batch that is full.
  ///
  /// - Returns: whether there is more.
  mutating func step(
    _ first: RecordReader.Event? = nil, _ walker: inout Walker, _ findings: inout [Diagnostic]
  ) throws -> Bool {
    guard let event = try first ?? reader.next() else {
      try flush(&walker) { findings += $0 }
      return false
    }
    try take(event, &walker, { _ in }) { findings += $0 }
    return true
  }

  /// The counts of what a walker has judged.
  func tally(of walker: inout Walker) -> ValidationTally {
    var tally = walker.cursor.counts.tally(walker.cursor.findings) { releases.release($0) }
    if walker.profiles.isOn { tally.add(walker.profiles.census()) }
    return tally
  }

  @inline(__always)
  private mutating func take(
    _ event: RecordReader.Event, _ walker: inout Walker, _ visit: (VisitedRecord) throws -> Void,
    _ receive: ([Diagnostic]) throws -> Void
  ) throws {
    switch event {
    case .byteOrderMark: break
    case .value(let tape, let place):
      walker.walkRecord(tape, place)
      shown += walker.records.all.count
      for record in walker.records.all {
        try visit(
          VisitedRecord(
            tape: tape, index: record.index, typeIndex: record.typeIndex, entry: record.entry, place: place,
            release: releases.release(record.found.number), reason: record.found.reason))
      }
    case .failure(let error, let place):
      walker.reportSyntaxError(error, place)
    }
    if walker.cursor.findings.diagnostics.count >= batchSize || shown >= batchSize { try flush(&walker, receive) }
  }

  /// Looks at the records that are read one by one, before the first is judged, until some show the release of their
  /// Bundle or file. Then all is read again from the start.
  ///
  /// Mostly one of the first records shows it, and little is read twice. Nothing that was read is kept, so that the memory
  /// stays the same however far it is to look.
  ///
  /// - Returns: whether the records are read anew.
  private mutating func lookAhead(_ first: RecordReader.Event) throws -> Bool {
    guard !isPart, given == nil, context.file == nil, let recogniser = releases.recogniser else { return false }
    var survey = ReleaseSurvey(recogniser)
    let (place, hasRead) = try survey.read(from: first, &reader)
    switch place {
    case .bundle: context.bundle = survey.found
    case .file: context.file = survey.found
    case nil: break
    }
    if hasRead { try reader.restart() }
    return hasRead
  }

  /// The place of the release that the first record is likely to be judged by, so that no other one is decoded for it.
  private func likelyPlace(_ first: RecordReader.Event?) -> Int {
    if let known = given ?? context.nearest, let place = releases.place(of: known.number) { return place }
    guard !releases.definitions.areDecoded(at: 0), let recogniser = releases.recogniser,
      case .value(let tape, let place) = first, case .document = place.role, tape.tag(0) == .object,
      let typeIndex = ResourceView(tape, 0).typeIndex
    else { return 0 }
    let found =
      ReleaseRecogniser.isBundle(typeIndex, tape)
      ? recogniser.bundle(tape, 0, typeIndex: typeIndex, in: context)
      : recogniser.recognise(tape, 0, typeIndex: typeIndex, in: context)
    return releases.place(of: found.number) ?? 0
  }

  private mutating func flush(_ walker: inout Walker, _ receive: ([Diagnostic]) throws -> Void) throws {
    let batch = walker.cursor.findings.takeSorted()
    if batch.isEmpty, shown == 0 { return }
    shown = 0
    try receive(batch)
  }
}
