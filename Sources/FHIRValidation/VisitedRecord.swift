package import FHIRRecognition
package import FHIRSchema
package import FHIRTape

/// A record that the walk has counted, and judged when it is of the walk's release; shown to whoever classifies or
/// identifies records in the same pass.
///
/// The tape is good only during the call.
package struct VisitedRecord {
  package let tape: Tape
  /// The tape index of the resource.
  package let index: Int
  /// The tape index of what it says of its type.
  package let typeIndex: Int
  /// The tape index of the Bundle entry that holds the resource, -1 where none does.
  package let entry: Int
  package let place: RecordPlace
  /// The release of the record.
  package let release: FHIRRelease
  /// Why it is taken for that.
  package let reason: ReleaseReason
}
