package import FHIRRecognition
package import FHIRSchema

/// What a caller knows about the release of an input before its records are read.
package struct ReleaseHints: Sendable {
  /// The release of all records, and where it comes from: records are not examined then.
  package var given: (release: FHIRRelease, reason: ReleaseReason)?
  /// The release that the records of the file show, if the input is a part of a file.
  package var file: FHIRRelease?

  /// Makes hints without content.
  package init() {}

  /// Makes hints with a release that is given for all records, `nil` for none.
  package init(given: FHIRRelease?, by reason: ReleaseReason = .caller) {
    self.given = given.map { ($0, reason) }
  }
}
