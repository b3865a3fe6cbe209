package import FHIRValidation

/// Is shown the records of one input while the validator passes over them.
package struct RecordObserver {
  /// Called with each record that was judged.
  package let visit: (VisitedRecord) -> Void
  /// Called when the input is read from its start again: what was shown before does not count.
  package let restart: () -> Void
  /// Whether anybody lists findings, or they are only counted.
  package var isListing = true
}
