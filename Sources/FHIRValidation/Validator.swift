public import FHIRDiagnostics
// Whoever makes a validator with profiles needs the library of their definitions.
@_exported public import FHIRProfiles
public import FHIRSchema
public import FHIRTape

/// Bytes in, result out: judges FHIR resources, Bundles, arrays of resources and NDJSON.
///
/// Each record is judged by its own release, which ``ReleaseReason`` says how it is told; one of a release that the
/// validator has no definitions of is counted and not judged.
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
  /// The limits.
  public let options: ValidationOptions
  package let definitions: DefinitionSet
  let judged: JudgedReleases
  /// What runs that have ended leave to those to come, for each release.
  private let memories: [WalkerMemoryPool]

  /// Makes a validator that judges by all releases of ``FHIRSchema/FHIRRelease/published``.
  ///
  /// The first one of a process decodes tables, which takes about a millisecond.
  public init(options: ValidationOptions = ValidationOptions()) {
    self.init(definitions: .published, options: options)
  }

  /// Makes a validator that judges all records by one release, whatever they show.
  ///
  /// - Returns: `nil` where the release is none of ``FHIRSchema/FHIRRelease/published``.
  public init?(release: FHIRRelease, options: ValidationOptions = ValidationOptions()) {
    guard let definitions = Definitions.of(release) else { return nil }
    self.init(definitions: DefinitionSet(definitions), insists: true, options: options)
  }

  /// Makes a validator that judges records by profiles too: by those that they claim to meet, and by chosen ones.
  ///
  /// - Parameters:
  ///   - guides: guides inside; records of their release are judged by the profiles that they have for each type.
  ///   - library: the definitions at hand. A record is judged by each profile in `meta.profile` that is among them, and
  ///     its extensions by theirs.
  ///   - profiles: the urls of profiles that all records of their type are judged by, whatever they claim.
  public init(
    guides: [Guide] = [], library: ProfileLibrary, profiles: [String] = [],
    options: ValidationOptions = ValidationOptions()
  ) {
    self.init(definitions: .published, options: options, library: library, profiles: profiles, guides: guides)
  }

  /// Makes a validator that judges records by the profiles of guides inside.
  public init(guides: [Guide], options: ValidationOptions = ValidationOptions()) {
    self.init(guides: guides, library: ProfileLibrary(), options: options)
  }

  /// Makes a validator that judges all records by one release, and by profiles too.
  ///
  /// - Returns: `nil` where the release is none of ``FHIRSchema/FHIRRelease/published``.
  public init?(
    release: FHIRRelease, guides: [Guide] = [], library: ProfileLibrary, profiles: [String] = [],
    options: ValidationOptions = ValidationOptions()
  ) {
    guard let definitions = Definitions.of(release) else { return nil }
    self.init(
      definitions: DefinitionSet(definitions), insists: true, options: options, library: library, profiles: profiles,
      guides: guides)
  }

  /// Makes a validator that judges by definitions of one's own.
  ///
  /// - Parameters:
  ///   - distinctions: what tells their releases apart; where it does not know one of them, all records are judged by the
  ///     first.
  ///   - insists: whether all records are judged by the first, unless an input comes with a release.
  package init(
    definitions: DefinitionSet, distinctions: ReleaseDistinctions = .published, insists: Bool = false,
    options: ValidationOptions = ValidationOptions(), library: ProfileLibrary = ProfileLibrary(),
    profiles: [String] = [], guides: [Guide] = []
  ) {
    self.options = options
    self.definitions = definitions
    let profiles = ValidatorProfiles(
      library, chosen: profiles, guides: guides, countsMustSupport: options.countsMustSupport)
    judged = JudgedReleases(definitions, distinctions, insists: insists, profiles: profiles)
    memories = definitions.releases.map { _ in WalkerMemoryPool(options) }
  }

  /// The releases that records are judged by.
  public var releases: [FHIRRelease] { definitions.releases }

  /// The release that the first records of an input show, `nil` where none does: for those who read it in parts.
  package func survey(_ source: some ByteSource) throws -> FHIRRelease? {
    guard let recogniser = judged.recogniser else { return nil }
    var reader = RecordReader(
      source, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes)
    var survey = ReleaseSurvey(recogniser)
    guard let first = try reader.next() else { return nil }
    _ = try survey.read(from: first, &reader)
    return survey.found.map { judged.release($0) }
  }

  /// Frees what the validator keeps of the records that it has judged.
  ///
  /// A run under way on another thread works on, and what it would leave behind is freed at its end. Later runs find the
  /// same as before; the first of them are a little slower.
  public func forget() {
    for memory in memories { memory.forget() }
  }

  /// How many runs that have ended left what they keep.
  var heldMemories: Int { memories.reduce(0) { $0 + $1.count } }

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
  ///   - receive: gets findings in batches, in the order of the records; within a batch sorted by place. A batch may be
  ///     empty.
  /// - Throws: what the source or `receive` throws; never for anything in the bytes.
  public func validate(
    from source: some ByteSource, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    try validate(from: source, visit: nil, receive: receive)
  }

  /// As ``validate(_:)-(UnsafeRawBufferPointer)``, showing each record after it was judged.
  ///
  /// - Parameters:
  ///   - hints: what is known of the release of the records in the bytes.
  ///   - visit: gets each record, once.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints = ReleaseHints(), visit: ((VisitedRecord) -> Void)?
  ) -> ValidationResult {
    var diagnostics: [Diagnostic] = []
    let tally = validate(bytes, hints: hints, batchSize: nil, visit: visit) { diagnostics = $0 }
    return ValidationResult(diagnostics: diagnostics, tally: tally)
  }

  /// As ``validate(_:hints:visit:)``, handing findings over in batches.
  ///
  /// - Parameters:
  ///   - batchSize: how many findings a batch has, about; `nil` for one batch with as many as may be kept.
  ///   - keepsFindings: whether findings are handed over at all, or only counted.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, batchSize: Int?, keepsFindings: Bool = true,
    visit: ((VisitedRecord) -> Void)?, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally {
    var reader = RecordReader(
      over: bytes, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes)
    // A profile may look at a whole Bundle, and at the targets of references in it.
    if judged.profiles != nil, bytes.count <= options.maximumRecordBytes { reader.readBundlesWhole() }
    if !options.shortcuts.contains(.ahead) { reader.readOneByOne() }
    var run = ValidationRun(
      reader, judged, memories: memories, options: options, hints: hints, batchSize: batchSize,
      keepsFindings: keepsFindings)
    do {
      return try run.run(visit: visit, receive)
    } catch {
      // Memory does not fail to be read, and no closure throws.
      return ValidationTally()
    }
  }

  /// As ``validate(from:receive:)``, showing each record after it was judged.
  ///
  /// - Parameters: as in ``validate(_:hints:visit:)``, and `lineStart`: where in an input that is known to be
  ///   NDJSON the source begins; all places are those in the input.
  package func validate(
    from source: some ByteSource, hints: ReleaseHints = ReleaseHints(), lineStart: Int? = nil,
    keepsFindings: Bool = true,
    visit: ((VisitedRecord) throws -> Void)?, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    var run = ValidationRun(
      RecordReader(
        source, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes,
        lineStart: lineStart),
      judged, memories: memories, options: options, hints: hints, batchSize: 4096, keepsFindings: keepsFindings,
      isContinued: (lineStart ?? 0) > 0, isPart: lineStart != nil)
    return try run.run(visit: visit, receive)
  }

  /// Judges a source of any size, and keeps as many findings as ``ValidationOptions/maximumIssues`` says.
  ///
  /// - Throws: what the source throws; never for anything in the bytes.
  public func validate(from source: some ByteSource) throws -> ValidationResult {
    var diagnostics: [Diagnostic] = []
    var run = run(over: source, batchSize: nil)
    let tally = try run.run(visit: nil) { diagnostics = $0 }
    return ValidationResult(diagnostics: diagnostics, tally: tally)
  }

  /// A run over a source.
  ///
  /// - Parameter batchSize: how many findings are handed over at once, about; `nil` for all at the end.
  func run(over source: some ByteSource, batchSize: Int? = 4096) -> ValidationRun {
    ValidationRun(
      RecordReader(
        source, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes),
      judged, memories: memories, options: options, hints: ReleaseHints(), batchSize: batchSize)
  }
}
