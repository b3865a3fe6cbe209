package import Diagnostics
package import FHIRSchema
package import FHIRValidation
package import JSONTape

/// What the file loop needs of the validator, so that the loop can be tested with findings of a test's own making.
package protocol RecordChecker: Sendable {
  /// The release that records are judged by.
  var release: FHIRRelease { get }
  /// Judges an input in memory, and shows its records; findings are sorted by place.
  func check(
    _ bytes: UnsafeRawBufferPointer, visit: ((VisitedRecord) -> Void)?
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally)
  /// Judges an input of any size, and shows its records, handing out findings in batches.
  func check(
    from source: some ByteSource, visit: ((VisitedRecord) -> Void)?, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally
}

extension Validator: RecordChecker {
  package func check(
    _ bytes: UnsafeRawBufferPointer, visit: ((VisitedRecord) -> Void)?
  ) -> (diagnostics: [Diagnostic], tally: ValidationTally) {
    let result = validate(bytes, visit: visit)
    return (result.diagnostics, result.tally)
  }

  package func check(
    from source: some ByteSource, visit: ((VisitedRecord) -> Void)?, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    try validate(from: source, visit: visit, receive: receive)
  }
}
