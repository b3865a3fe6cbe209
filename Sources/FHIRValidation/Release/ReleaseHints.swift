package import FHIRRecognition
package import FHIRSchema

/// What somebody knows of the release of an input before its records are read.
package struct ReleaseHints: Sendable {
  /// The release of all records, with who said so: nothing is asked of the records then.
  package var given: (release: FHIRRelease, reason: ReleaseReason)?
  /// The release that the records of the file show, where the input is a part of one.
  package var file: FHIRRelease?
  /// The release of the source, for records that show none in a file that shows none.
  package var source: FHIRRelease?

  /// Nothing is known.
  package init() {}

  /// A release that somebody has said, `nil` for nothing.
  package init(given: FHIRRelease?, by reason: ReleaseReason = .caller) {
    self.given = given.map { ($0, reason) }
  }
}
