package import FHIRValidation

/// Is shown the records of one input while the validator passes over them.
package struct RecordObserver {
  /// Called with each record that was judged.
  package let visit: (VisitedRecord) -> Void
  /// Whether anybody lists findings, or they are only counted.
  package var isListing = true
}
