public import FHIRFindings
// Callers that make a validator with profiles need the library of definitions.
@_exported public import FHIRProfiles
package import FHIRRecognition
public import FHIRSchema
public import FHIRTape

/// Validates FHIR resources, Bundles, arrays of resources and NDJSON, given as bytes.
///
/// Each record is judged by its own release; ``ReleaseReason`` lists the evidence for it. A record of a release without
/// definitions is counted and not judged.
///
/// A validator is immutable. Make one, and use it from any number of threads. The findings of one input never depend on
/// another.
///
/// To be fast, a validator remembers values of records that it has found good, including codes and references, so that
/// later runs only recognise them: up to about 300 KB, and small buffers, for each run that was active at the same time,
/// for the lifetime of the validator. To remove values of records from memory earlier, call ``forget()``.
///
/// ```swift
/// let validator = Validator()
/// let result = validator.validate(bytes)
/// for finding in result.findings { print(finding.rule, finding.path, finding.message) }
/// ```
public struct Validator: Sendable {
  /// The limits.
  public let options: ValidationOptions
  package let definitions: DefinitionSet
  let judged: JudgedReleases
  private let walkers: WalkerPool

  /// Makes a validator that judges by all releases of ``FHIRSchema/FHIRRelease/published``, and by the profiles that the
  /// records claim or the caller chooses, if there are any.
  ///
  /// The first validator of a process decodes tables, which takes about a millisecond.
  ///
  /// - Parameters:
  ///   - guides: built-in guides; records of their release are judged by the profiles that they have for each type.
  ///   - library: the available definitions. A record is judged by each profile in `meta.profile` that is among them,
  ///     and its extensions by theirs.
  ///   - profiles: the urls of profiles that apply to all records of their type, whatever the records claim.
  public init(
    guides: [Guide] = [], library: ProfileLibrary = ProfileLibrary(), profiles: [String] = [],
    options: ValidationOptions = ValidationOptions()
  ) {
    self.init(definitions: .published, options: options, library: library, profiles: profiles, guides: guides)
  }

  /// Makes a validator that judges all records by one release, whatever release they show, and by profiles.
  ///
  /// - Returns: `nil` if the release is not in ``FHIRSchema/FHIRRelease/published``.
  public init?(
    release: FHIRRelease, guides: [Guide] = [], library: ProfileLibrary = ProfileLibrary(), profiles: [String] = [],
    options: ValidationOptions = ValidationOptions()
  ) {
    guard let definitions = Definitions.of(release) else { return nil }
    self.init(
      definitions: DefinitionSet(definitions), insists: true, options: options, library: library, profiles: profiles,
      guides: guides)
  }

  /// Makes a validator that judges by custom definitions.
  ///
  /// - Parameters:
  ///   - names: the names by which records show their release; if they lack a release of the definitions, all records
  ///     are judged by the first.
  ///   - insists: whether all records are judged by the first, unless an input states a release.
  package init(
    definitions: DefinitionSet, names: ReleaseNames = .published, insists: Bool = false,
    options: ValidationOptions = ValidationOptions(), library: ProfileLibrary = ProfileLibrary(),
    profiles: [String] = [], guides: [Guide] = []
  ) {
    self.options = options
    self.definitions = definitions
    let profiles = ValidatorProfiles(
      library, chosen: profiles, guides: guides, countsMustSupport: options.countsMustSupport,
      comparesVersions: options.comparesGuideVersions)
    judged = JudgedReleases(
      definitions, names, insists: insists, profiles: profiles.isEmpty ? nil : definitions.published.shared(profiles))
    walkers = WalkerPool(judged, options)
  }

  /// The releases that records are judged by.
  public var releases: [FHIRRelease] { definitions.releases }

  /// The release that the first records of an input show, `nil` if none does: for callers that read it in parts.
  package func survey(_ source: some ByteSource) throws -> RecognisedRelease? { try walkers.survey(source) }

  /// Frees the values of records that the validator remembers.
  ///
  /// A run that is active on another thread continues; what it would leave behind is freed at its end. Later runs
  /// return the same findings; the first ones are slightly slower.
  public func forget() { walkers.forget() }

  var idleWalkers: Int { walkers.count }
  var idleMemories: Int { walkers.memoryCount }

  /// Validates bytes.
  public func validate(_ bytes: [UInt8]) -> ValidationResult { bytes.withUnsafeBytes { validate($0) } }

  /// Validates bytes, which are only read and not kept. They must not change during the call.
  public func validate(_ bytes: UnsafeRawBufferPointer) -> ValidationResult { validate(bytes, visit: nil) }

  /// Validates a source of any size in bounded memory.
  ///
  /// - Parameters:
  ///   - source: the bytes: a resource, a Bundle, an array of resources, or NDJSON, recognised by content.
  ///   - receive: gets findings in batches, in the order of the records; within a batch sorted by place. A batch may be
  ///     empty.
  /// - Throws: what the source or `receive` throws; no content of the bytes throws.
  public func validate(from source: some ByteSource, receive: ([Finding]) throws -> Void) throws -> ValidationTally {
    try validate(from: source, visit: nil, receive: receive)
  }

  /// As ``validate(_:)-(UnsafeRawBufferPointer)``, with hints at the release; `visit` gets each record that was judged.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints = ReleaseHints(), visit: ((VisitedRecord) -> Void)?
  ) -> ValidationResult {
    var findings: [Finding] = []
    let tally = validate(bytes, hints: hints, batchSize: nil, visit: visit) { findings = $0 }
    return ValidationResult(findings: findings, tally: tally)
  }

  /// As ``validate(_:hints:visit:)``; hands over about `batchSize` findings at once, all at the end for `nil`, or counts.
  package func validate(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, batchSize: Int?, keepsFindings: Bool = true,
    visit: ((VisitedRecord) -> Void)?, receive: ([Finding]) -> Void
  ) -> ValidationTally {
    let memory = walkers.takeMemory()
    var reader = RecordReader(over: bytes, bundles: judged.bundles, memory.reader)
    // A profile may refer to a whole Bundle, and to the targets of references in it.
    if judged.profiles.isGiven, bytes.count <= options.maximumRecordBytes { reader.readBundlesWhole() }
    if !options.shortcuts.contains(.ahead) { reader.readOneByOne() }
    var run = ValidationRun(reader, walkers, hints: hints, batchSize: batchSize, keepsFindings: keepsFindings, memory)
    do {
      return try run.run(visit: visit, receive)
    } catch {
      // Reading memory cannot fail, and no closure throws.
      return ValidationTally()
    }
  }

  /// As ``validate(from:receive:)``; `visit` gets each record after it was judged.
  ///
  /// - Parameters: as in ``validate(_:hints:visit:)``, and `lineStart`: the offset in the input at which the source
  ///   begins, if the input is known to be NDJSON; all places are those in the input.
  package func validate(
    from source: some ByteSource, hints: ReleaseHints = ReleaseHints(), lineStart: Int? = nil,
    keepsFindings: Bool = true, visit: ((VisitedRecord) throws -> Void)?, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    var run = run(over: source, hints: hints, lineStart: lineStart, keepsFindings: keepsFindings)
    return try run.run(visit: visit, receive)
  }

  /// Validates a source of any size, and keeps at most ``ValidationOptions/maximumFindings`` findings.
  ///
  /// - Throws: what the source throws; no content of the bytes throws.
  public func validate(from source: some ByteSource) throws -> ValidationResult {
    var findings: [Finding] = []
    var run = run(over: source, batchSize: nil)
    let tally = try run.run(visit: nil) { findings = $0 }
    return ValidationResult(findings: findings, tally: tally)
  }

  /// A run over a source, as ``validate(from:hints:lineStart:keepsFindings:visit:receive:)`` makes it. About
  /// `batchSize` findings are handed over at once, all at the end for `nil`.
  func run(
    over source: some ByteSource, hints: ReleaseHints = ReleaseHints(), lineStart: Int? = nil, batchSize: Int? = 4096,
    keepsFindings: Bool = true
  ) -> ValidationRun {
    ValidationRun(
      RecordReader(
        source, bundles: judged.bundles, maximumDepth: options.readableDepth,
        maximumRecordBytes: options.maximumRecordBytes, lineStart: lineStart),
      walkers, hints: hints, batchSize: batchSize, keepsFindings: keepsFindings, isContinued: (lineStart ?? 0) > 0,
      isPart: lineStart != nil)
  }
}
