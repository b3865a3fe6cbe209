package import FHIRFindings
import FHIRReporting
package import FHIRRecognition
package import FHIRSchema
package import FHIRValidation
package import FHIRTape
import FHIRTerminology
package import ClinicalSources

/// The functions of the validator that the file loop needs, so that tests can run the loop with other findings.
package protocol RecordChecker: Sendable {
  var releases: [FHIRRelease] { get }
  /// The release that the first records of an input show, for inputs that are read in parts; `nil` if none shows one.
  func survey(_ source: some ByteSource) throws -> RecognisedRelease?
  /// Passes on findings in batches, each sorted by place. If `receive` throws, bytes in memory are still validated.
  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally
}

package enum CheckedInput {
  case memory(UnsafeRawBufferPointer)
  /// An input of any size; of known NDJSON, the source begins at `lineStart`, and places are relative to the input.
  case source(any ByteSource, lineStart: Int?)
}

extension RecordChecker {
  /// The head of a report of records; `given` is the release that the caller gave for all of them.
  func tool(_ given: FHIRRelease?) -> ReportTool {
    ReportTool(
      name: "fhircheck", version: Version.current, release: given?.name ?? "",
      releases: given == nil ? releases.map(\.name) : [])
  }

  package func survey(_ source: some ByteSource) throws -> RecognisedRelease? { nil }
  var validator: Validator? { self as? Validator }

  /// The faults of given definitions, by file and place. That of a chosen profile that cannot be judged is an error.
  var definitionFaults: [(file: String, finding: Finding)] {
    let (needed, fatal) = (validator?.neededFaults ?? [], validator?.fatalFault)
    let more = fatal.map { needed.contains($0) ? [] : [$0] } ?? []
    return (needed + more).sorted().compactMap { fault in
      var finding = fault.finding
      if fault == fatal { finding.severity = max(finding.severity, .error) }
      return fault.file.map { ($0, finding) }
    }
  }

  /// Sentences about the profiles that the caller chose, with the versions by which records were judged.
  func chosenProfiles(_ summary: ReportSummary, _ tally: ValidationTally) -> [String] {
    let sentences = validator?.chosenProfiles(for: summary.judgedBy.keys.map(\.string), tally) ?? []
    return sentences.map { MaskedAddress.text($0) }
  }

  /// Says which pack is damaged, and which chosen profile cannot be used or was for none of the records; `nil` if there
  /// is none. Of a stream whose files are runs of their own, each may be of another release.
  func failure(_ summary: ReportSummary, of invocation: Invocation, in context: CommandContext) -> ExitCode? {
    guard let validator else { return nil }
    let unused = invocation.reportsEach ? [] : validator.unusedProfiles(for: summary.judgedBy.keys.map(\.string))
    let unusable = validator.fatalFault.map { "'--profile' names a profile that cannot be used: \($0.description)" }
    let sentences = [unusable].compactMap(\.self) + unused
    for sentence in sentences { context.report(sentence) }
    return validator.terminology.failure(in: context) ?? (sentences.isEmpty ? nil : .failure)
  }
}

extension TerminologyPacks {
  var shown: [ReportSummary.Terminology] {
    packs.flatMap(\.contents).map { system in
      ReportSummary.Terminology(
        system: system.url, version: system.version, codes: system.concepts, isPart: !system.isWhole)
    }
  }

  /// Says which pack is damaged, of whose codes some were not judged; `nil` if none is.
  func failure(in context: CommandContext) -> ExitCode? {
    guard let damage else { return nil }
    context.report("'\(damage.pack)': \(damage.error.description); some of its codes were not judged")
    return .failure
  }
}

extension Validator: RecordChecker {
  /// How many findings of an input in memory are held at once: more than an ordinary input has.
  private static let batchSize = 32_768

  package func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    switch input {
    case .memory(let bytes):
      return validate(
        bytes, hints: hints, batchSize: observer.takesOneBatch ? nil : Self.batchSize,
        keepsFindings: observer.isListing, visit: observer.visit
      ) {
        // Only the output can fail, and it stays broken.
        try? receive($0)
      }
    case .source(let source, let lineStart):
      return try validate(
        from: source, hints: hints, lineStart: lineStart, keepsFindings: observer.isListing, visit: observer.visit,
        receive: receive)
    }
  }
}

package struct RecordObserver {
  package var visit: (VisitedRecord) -> Void
  /// The name of the source that came with the input.
  package var source: String?
  var file = 0
  package var card: HealthCard?
  package var isListing = true
  /// Whether the findings of an input in memory come in one batch, up to the validator's limit.
  var takesOneBatch = false
}
