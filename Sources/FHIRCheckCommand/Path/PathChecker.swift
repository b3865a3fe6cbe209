import FHIRDiagnostics
import FHIRPath
import FHIRSchema
import FHIRValidation
import FHIRTape

/// Evaluates an expression over the records of an input.
///
/// A result travels as a finding of severity `information`, whose path is the type and whose message is the value as
/// JSON: so it gets its file, its line and its order from the loop that findings go through. What cannot be read or
/// evaluated is an error.
struct PathChecker: RecordChecker {
  let release: FHIRRelease
  let expression: FHIRPathExpression

  /// The rule of a result.
  static let result = RuleID(rawValue: "fhirpath/result")
  /// The rule of a record that cannot be evaluated. Findings of other rules tell of inputs that cannot be read.
  static let failure = RuleID(rawValue: "fhirpath/error")

  func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally) {
    var pass = PathPass(expression)
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
    var pass = PathPass(expression)
    try pass.run(source, lineStart: lineStart, sizeHint: .max, batch: 4096, receive)
    return pass.tally
  }
}
