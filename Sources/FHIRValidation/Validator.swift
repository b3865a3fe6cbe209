public import Diagnostics
public import FHIRSchema
public import JSONTape

/// Bytes in, result out: judges FHIR resources, Bundles, arrays of resources and NDJSON.
///
/// A validator is immutable. Make one, and use it from as many threads as you like. What is found in one input never depends
/// on another.
///
/// To be fast, a validator keeps values of records that it has found good, codes and references among them, so that the
/// next run need only recognise them: up to about 300 KB for each run that was under way at once, for as long as the
/// validator exists. Where values of records must not stay in memory that long, call ``forget()``.
///
/// ```swift
/// let validator = Validator()
/// let result = validator.validate(bytes)
/// for diagnostic in result.diagnostics { print(diagnostic.rule, diagnostic.path, diagnostic.message) }
/// ```
public struct Validator: Sendable {
  /// The release that records are judged by.
  public let release: FHIRRelease
  /// The limits.
  public let options: ValidationOptions
  private let schema: SchemaTable
  private let well: WellKnownRows
  private let invariants: InvariantTable
  /// What runs that have ended leave to those to come.
  let memories: WalkerMemoryPool

  /// Makes a validator; the first of a release decodes its tables, which takes about a millisecond.
  public init(release: FHIRRelease = .dstu2, options: ValidationOptions = ValidationOptions()) {
    self.release = release
    self.options = options
    schema = SchemaTable.dstu2
    well = WellKnownRows(schema)
    invariants = InvariantTable.dstu2
    memories = WalkerMemoryPool(maximumDepth: options.readableDepth)
  }

  /// Frees what the validator keeps of the records that it has judged.
  ///
  /// A run under way on another thread works on, and what it would leave behind is freed at its end. Later runs find the
  /// same as before; the first of them are a little slower.
  public func forget() { memories.forget() }

  /// Judges everything in the bytes.
  public func validate(_ bytes: [UInt8]) -> ValidationResult {
    bytes.withUnsafeBytes { validate($0) }
  }

  /// Judges everything in the bytes, which are only read and not kept. They may not change meanwhile.
  public func validate(_ bytes: UnsafeRawBufferPointer) -> ValidationResult {
    validate(bytes, visit: nil)
  }

  /// Judges a source of any size in bounded memory.
  ///
  /// - Parameters:
  ///   - source: the bytes: a resource, a Bundle, an array of resources, or NDJSON, told apart by content.
  ///   - receive: gets findings in batches, in the order of the records; within a batch sorted by place.
  /// - Throws: what the source or `receive` throws; never for anything in the bytes.
  public func validate(
    from source: some ByteSource, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    try validate(from: source, visit: nil, receive: receive)
  }

  /// As ``validate(_:)-(UnsafeRawBufferPointer)``, showing each record after it was judged.
  ///
  /// - Parameters:
  ///   - given: the release of all records in the bytes, where somebody has said so; of another release than the
  ///     validator's they are counted and not judged.
  ///   - visit: gets each record, once.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, given: FHIRRelease? = nil, visit: ((VisitedRecord) -> Void)?
  ) -> ValidationResult {
    var diagnostics: [Diagnostic] = []
    let tally = validate(bytes, given: given, batchSize: nil, visit: visit) { diagnostics = $0 }
    return ValidationResult(diagnostics: diagnostics, tally: tally)
  }

  /// As ``validate(_:given:visit:)``, handing findings over in batches.
  ///
  /// - Parameters:
  ///   - batchSize: how many findings a batch has, about; `nil` for one batch with as many as may be kept.
  ///   - keepsFindings: whether findings are handed over at all, or only counted.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, given: FHIRRelease?, batchSize: Int?, keepsFindings: Bool = true,
    visit: ((VisitedRecord) -> Void)?, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally {
    var run = ValidationRun(
      RecordReader(
        over: bytes, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes),
      schema: schema, well: well, invariants: invariants, memories: memories, options: options, release: release,
      given: given, batchSize: batchSize, keepsFindings: keepsFindings)
    do {
      try run.run(visit: visit, receive)
    } catch {
      // Memory does not fail to be read, and no closure throws.
    }
    return run.tally()
  }

  /// As ``validate(from:receive:)``, showing each record after it was judged.
  ///
  /// - Parameters: as in ``validate(_:given:visit:)``, and `lineStart`: where in an input that is known to be
  ///   NDJSON the source begins; all places are those in the input.
  package func validate(
    from source: some ByteSource, given: FHIRRelease? = nil, lineStart: Int? = nil, keepsFindings: Bool = true,
    visit: ((VisitedRecord) throws -> Void)?, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    var run = ValidationRun(
      RecordReader(
        source, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes,
        lineStart: lineStart),
      schema: schema, well: well, invariants: invariants, memories: memories, options: options, release: release,
      given: given, batchSize: 4096, keepsFindings: keepsFindings, isContinued: (lineStart ?? 0) > 0)
    try run.run(visit: visit, receive)
    return run.tally()
  }
}
