public import Diagnostics
public import FHIRSchema
public import JSONTape

/// Bytes in, result out: judges FHIR resources, Bundles, arrays of resources and NDJSON.
///
/// A validator is immutable. Make one, and use it from as many threads as you like. It keeps the memory of runs that have
/// ended, about 300 KB for each that was under way at once: values that were found good there need only be recognised by
/// the next. What is found never depends on it.
///
/// ```swift
/// let validator = Validator()
/// let result = validator.validate(bytes)
/// for diagnostic in result.diagnostics { print(diagnostic.rule, diagnostic.path, diagnostic.message) }
/// ```
public struct Validator: Sendable {
  /// The limits.
  public let options: ValidationOptions
  package let definitions: DefinitionSet
  /// Those that records are judged by.
  private let own: Definitions
  private let memories: WalkerMemoryPool

  /// Makes a validator that judges by all releases of ``FHIRSchema/FHIRRelease/published``.
  ///
  /// The first one of a process decodes tables, which takes about a millisecond.
  public init(options: ValidationOptions = ValidationOptions()) {
    self.init(definitions: .published, options: options)
  }

  /// Makes a validator that judges by one release.
  ///
  /// - Returns: `nil` where the release is none of ``FHIRSchema/FHIRRelease/published``.
  public init?(release: FHIRRelease, options: ValidationOptions = ValidationOptions()) {
    guard let definitions = Definitions.of(release) else { return nil }
    self.init(definitions: DefinitionSet(definitions), options: options)
  }

  /// Makes a validator that judges by definitions of one's own.
  package init(definitions: DefinitionSet, options: ValidationOptions = ValidationOptions()) {
    self.options = options
    self.definitions = definitions
    own = definitions.first
    memories = WalkerMemoryPool(maximumDepth: options.readableDepth)
  }

  /// The releases that records are judged by.
  public var releases: [FHIRRelease] { definitions.releases }

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
  ///   - restart: called when the input turns out to be read in another way, from its start: what was visited before
  ///     does not count. That is a document with an `entry` array that says only at its end that it is no Bundle.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, given: FHIRRelease? = nil, visit: ((VisitedRecord) -> Void)?,
    restart: (() -> Void)? = nil
  ) -> ValidationResult {
    var diagnostics: [Diagnostic] = []
    let tally = validate(bytes, given: given, batchSize: nil, visit: visit, restart: restart) { diagnostics = $0 }
    return ValidationResult(diagnostics: diagnostics, tally: tally)
  }

  /// As ``validate(_:given:visit:restart:)``, handing findings over in batches.
  ///
  /// - Parameters:
  ///   - batchSize: how many findings a batch has, about; `nil` for one batch with as many as may be kept.
  ///   - keepsFindings: whether findings are handed over at all, or only counted.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, given: FHIRRelease?, batchSize: Int?, keepsFindings: Bool = true,
    visit: ((VisitedRecord) -> Void)?, restart: (() -> Void)?, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally {
    var run = ValidationRun(
      RecordReader(
        over: bytes, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes),
      definitions: own, memories: memories, options: options, given: given, batchSize: batchSize,
      keepsFindings: keepsFindings)
    do {
      try run.run(visit: visit, restart: restart, receive)
    } catch {
      // Memory does not fail to be read, and no closure throws.
    }
    return run.tally()
  }

  /// As ``validate(from:receive:)``, showing each record after it was judged.
  ///
  /// - Parameters: as in ``validate(_:given:visit:restart:)``, and `lineStart`: where in an input that is known to be
  ///   NDJSON the source begins; all places are those in the input.
  package func validate(
    from source: some ByteSource, given: FHIRRelease? = nil, lineStart: Int? = nil, keepsFindings: Bool = true,
    visit: ((VisitedRecord) throws -> Void)?, restart: (() -> Void)? = nil, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    var run = ValidationRun(
      RecordReader(
        source, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes,
        lineStart: lineStart),
      definitions: own, memories: memories, options: options, given: given, batchSize: 4096,
      keepsFindings: keepsFindings, isContinued: (lineStart ?? 0) > 0)
    try run.run(visit: visit, restart: restart, receive)
    return run.tally()
  }
}
