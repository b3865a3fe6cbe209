import Diagnostics
import FHIRSchema
import JSONTape

/// One input on its way: records from the reader, one after another, through the walker.
struct ValidationRun: ~Copyable {
  private var reader: RecordReader
  private var walker: Walker
  private let schema: SchemaTable
  private let batchSize: Int
  private var receivedAny = false
  private var hasByteOrderMark = false

  /// - Parameters:
  ///   - reader: the records; it must read nestings as deep as ``ValidationOptions/readableDepth``.
  ///   - given: the release of all records, where somebody has said so.
  ///   - batchSize: how many findings are handed over at once, about; `nil` for all at the end, as many as may be kept.
  ///   - keepsFindings: whether they are handed over at all, or only counted.
  ///   - isContinued: whether others read what comes before in the input.
  init(
    _ reader: consuming RecordReader, definitions: Definitions, memories: WalkerMemoryPool, options: ValidationOptions,
    given: FHIRRelease?, batchSize: Int?, keepsFindings: Bool = true, isContinued: Bool = false
  ) {
    self.reader = reader
    walker = Walker(
      definitions: definitions, memories: memories, options: options, given: given,
      batchLimit: keepsFindings ? batchSize == nil ? options.maximumIssues : .max : nil)
    walker.findings.hasNamespaceFinding = isContinued
    schema = definitions.schema
    self.batchSize = batchSize ?? .max
  }

  /// Judges everything, and hands findings over in batches.
  ///
  /// - Parameter restart: told that all records visited so far will be visited again.
  mutating func run(
    visit: ((VisitedRecord) throws -> Void)?, restart: (() -> Void)?, _ receive: ([Diagnostic]) throws -> Void
  ) throws {
    walker.listsRecords = visit != nil
    while let event = try reader.next() {
      switch event {
      case .byteOrderMark:
        hasByteOrderMark = true
        walker.reportByteOrderMark()
      case .value(let tape, let place):
        if case .envelope = place.role, !receivedAny, !walker.isBundle(tape) {
          // Not a Bundle after all: what was taken for its entries are elements of something else.
          try reader.restartWithoutStreaming()
          walker.findings.forgetAll()
          walker.forgetBundle()
          restart?()
          if hasByteOrderMark { walker.reportByteOrderMark() }
          continue
        }
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

  private mutating func flush(_ receive: ([Diagnostic]) throws -> Void) throws {
    let batch = walker.findings.takeSorted()
    if batch.isEmpty { return }
    receivedAny = true
    try receive(batch)
  }

  /// The counts of what was judged so far.
  func tally() -> ValidationTally {
    walker.findings.tally(schema)
  }
}
