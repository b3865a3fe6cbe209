package import FHIRDiagnostics
package import FHIRSchema
package import FHIRValidation
package import FHIRTape

/// What the file loop needs of the validator, so that the loop can be tested with findings of a test's own making.
package protocol RecordChecker: Sendable {
  /// The release that records are judged by.
  var release: FHIRRelease { get }
  /// The release that the first records of an input show, for whoever reads it in parts; `nil` where none does.
  func survey(_ source: some ByteSource) throws -> FHIRRelease?
  /// Makes ready to judge records of a release: what takes long before the first of them.
  func prepare(for release: FHIRRelease)
  /// Judges an input in memory; findings are sorted by place. The observer is shown each record.
  ///
  /// - Parameter hints: what is known of the release of its records.
  func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally)
  /// Judges an input in memory, handing out findings in batches; the last one may be all there is.
  ///
  /// - Parameter hints: what is known of the release of its records.
  func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally
  /// Judges an input of any size, handing out findings in batches. The observer is shown each record.
  ///
  /// - Parameter lineStart: where in an input that is known to be NDJSON the source begins; all places are those in the
  ///   input.
  func check(
    from source: some ByteSource, hints: ReleaseHints, lineStart: Int?, observer: RecordObserver,
    receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally
}

extension RecordChecker {
  package func survey(_ source: some ByteSource) throws -> FHIRRelease? { nil }

  package func prepare(for release: FHIRRelease) {}

  package func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally {
    let (diagnostics, tally) = check(bytes, hints: hints, observer: observer)
    receive(diagnostics)
    return tally
  }
}

extension Validator: RecordChecker {
  package var release: FHIRRelease { definitions.releases[0] }

  package func prepare(for release: FHIRRelease) { _ = definitions[release] }

  /// How many findings of an input in memory are held at once: more than an ordinary one has.
  private static let batchSize = 32_768

  package func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver, receive: ([Diagnostic]) -> Void
  ) -> ValidationTally {
    validate(
      bytes, hints: hints, batchSize: Self.batchSize, keepsFindings: observer.isListing, visit: observer.visit,
      receive: receive)
  }

  package func check(
    _ bytes: UnsafeRawBufferPointer, hints: ReleaseHints, observer: RecordObserver
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally) {
    let result = validate(bytes, hints: hints, visit: observer.visit)
    return (result.diagnostics, result.tally)
  }

  package func check(
    from source: some ByteSource, hints: ReleaseHints, lineStart: Int?, observer: RecordObserver,
    receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    try validate(
      from: source, hints: hints, lineStart: lineStart, keepsFindings: observer.isListing, visit: observer.visit,
      receive: receive)
  }
}
