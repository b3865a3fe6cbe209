import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRTape

/// Evaluates an expression over the records of an input.
///
/// A result travels as a finding of severity `information`, whose path is the type and whose message is the value as
/// JSON: so it gets its file, its line and its order from the loop that findings go through. What cannot be read or
/// evaluated is an error.
struct PathChecker: RecordChecker {
  let expressions: PathExpressions
  let releases: RecordReleases

  /// Each record is asked by its own release; this is the one that is assumed.
  var release: FHIRRelease { releases.published[0] }

  /// The rule of a result.
  static let result = RuleID(rawValue: "fhirpath/result")
  /// The rule of a record that cannot be evaluated. Findings of other rules tell of inputs that cannot be read.
  static let failure = RuleID(rawValue: "fhirpath/error")

  func survey(_ source: some ByteSource) throws -> FHIRRelease? { try releases.survey(source) }

  func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally) {
    var pass = PathPass(expressions, releases.input(hints, isPart: false))
    var diagnostics: [Diagnostic] = []
    do {
      try pass.run(MemorySource(bytes), sizeHint: bytes.count, batch: .max) { diagnostics = $0 }
    } catch {
      // Memory does not fail to be read.
    }
    return (diagnostics, pass.tally)
  }

  func check(
    from source: some ByteSource, hints: ReleaseHints, lineStart: Int?, observer: RecordObserver,
    receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    // The other parts of a file of lines show no beginning.
    var pass = PathPass(expressions, releases.input(hints, isPart: lineStart != nil))
    try pass.run(source, lineStart: lineStart, sizeHint: .max, batch: 4096, receive)
    return pass.tally
  }
}
