import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRTape

/// Evaluates an expression over the records of an input.
///
/// A result is passed on as a finding of severity `information`, with the type as its path and the value as JSON in its
/// message. So the loop for findings provides its file, its line and its order. Anything that cannot be read or
/// evaluated is an error.
struct PathChecker: RecordChecker {
  let expressions: PathExpressions
  let recognition: RecordReleases

  var releases: [FHIRRelease] { recognition.published }

  /// The rule of a result.
  static let result = RuleID(rawValue: "fhirpath/result")
  /// The rule of a record that cannot be evaluated. Findings of other rules are about inputs that cannot be read.
  static let failure = RuleID(rawValue: "fhirpath/error")

  func survey(_ source: some ByteSource) throws -> FHIRRelease? { try recognition.survey(source) }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    switch input {
    case .memory(let bytes):
      var pass = PathPass(expressions, recognition.input(hints, isPart: false))
      // Reading from memory does not fail.
      try? pass.run(MemorySource(bytes), sizeHint: bytes.count, batch: .max, receive)
      return pass.tally
    case .source(let source, let lineStart):
      // The later parts of a file of lines do not show its beginning.
      var pass = PathPass(expressions, recognition.input(hints, isPart: lineStart != nil))
      try pass.run(source, lineStart: lineStart, sizeHint: .max, batch: 4096, receive)
      return pass.tally
    }
  }
}
