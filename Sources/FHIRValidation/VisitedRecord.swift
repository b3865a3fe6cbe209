package import FHIRProfiles
package import FHIRRecognition
package import FHIRSchema
package import FHIRTape

/// A record that the walk has counted and, if its release has definitions, judged; passed to code that classifies or
/// identifies records in the same pass.
///
/// The tape is valid only during the call.
package struct VisitedRecord {
  package let tape: Tape
  /// The tape index of the resource.
  package let index: TapeIndex
  /// The tape index of its type.
  package let typeIndex: TapeIndex
  /// The tape index of the Bundle entry that holds the resource, `.none` if there is none.
  package let entry: TapeIndex
  package let place: RecordPlace
  /// The release of the record.
  package let release: FHIRRelease
  /// The reason for this release.
  package let reason: ReleaseReason
  /// The verdicts by the versions of guides that it was judged by.
  package let guides: [GuideVerdict]
}
