import FHIRDiagnostics
import FHIRSchema
import FHIRTape

/// One input on its way: records from the reader, one after another, through the walker.
struct ValidationRun: ~Copyable {
  private var reader: RecordReader
  private var walker: Walker
  private let releases: JudgedReleases
  private let batchSize: Int
  /// Whether it is known what the first records show of their release.
  private var hasLookedAhead = false

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
    walker = Walker(
      releases, memories: memories, options: options, hints: hints,
      batchLimit: keepsFindings ? batchSize == nil ? options.maximumIssues : .max : nil)
    walker.findings.hasNamespaceFinding = isContinued
    hasLookedAhead = isPart
    self.batchSize = batchSize ?? .max
  }

  /// Judges everything, and hands findings over in batches.
  mutating func run(visit: ((VisitedRecord) throws -> Void)?, _ receive: ([Diagnostic]) throws -> Void) throws {
    walker.listsRecords = visit != nil
    while let event = try reader.next() {
      if !hasLookedAhead, try lookAhead(event) { continue }
      switch event {
      case .byteOrderMark:
        walker.reportByteOrderMark()
      case .value(let tape, let place):
        walker.walkRecord(tape, place)
        if let visit {
          for record in walker.records {
            try visit(
              VisitedRecord(
                tape: tape, index: record.index, entry: record.entry, place: place, release: record.release))
          }
        }
      case .failure(let error, let place):
        walker.reportSyntaxError(error, place)
      }
      if walker.findings.diagnostics.count >= batchSize { try flush(receive) }
    }
    try flush(receive)
  }

  /// Looks at the records that are read one by one, before the first is judged, until some show the release of their
  /// Bundle or file. Then all is read again from the start.
  ///
  /// Mostly the first record shows it, and nothing is read twice. Nothing that was read is kept, so that the memory stays
  /// the same however far it is to look.
  ///
  /// - Returns: whether the records are read anew.
  private mutating func lookAhead(_ first: RecordReader.Event) throws -> Bool {
    if case .byteOrderMark = first { return false }
    hasLookedAhead = true
    guard let recogniser = releases.recogniser, walker.given == nil, walker.context.file == nil else { return false }
    var survey = ReleaseSurvey(recogniser)
    let (place, hasRead) = try survey.read(from: first, &reader)
    switch place {
    case .bundle: walker.context.bundle = survey.found
    case .file: walker.context.file = survey.found
    case nil: break
    }
    if hasRead { try reader.restart() }
    return hasRead
  }

  private mutating func flush(_ receive: ([Diagnostic]) throws -> Void) throws {
    let batch = walker.findings.takeSorted()
    if batch.isEmpty { return }
    try receive(batch)
  }

  /// The counts of what was judged so far.
  func tally() -> ValidationTally {
    walker.findings.tally { releases.release($0) }
  }
}
