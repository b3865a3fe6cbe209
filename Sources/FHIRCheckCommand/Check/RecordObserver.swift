package import FHIRValidation

/// Is shown the records of one input while the validator passes over them.
package struct RecordObserver {
  /// Called with each record that was judged.
  package let visit: (VisitedRecord) -> Void
  /// The name of the source that came with the input.
  package var source: String?
  /// Whether anybody lists findings, or they are only counted.
  package var isListing = true
}
