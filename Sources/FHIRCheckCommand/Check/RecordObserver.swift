package import FHIRValidation

/// Receives the records of an input during validation.
package struct RecordObserver {
  /// Called with each validated record.
  package let visit: (VisitedRecord) -> Void
  /// The name of the source that came with the input.
  package var source: String?
  /// Whether findings are listed, or only counted.
  package var isListing = true
}
