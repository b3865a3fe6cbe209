package import FHIRSchema

/// The release of a record, and why it is taken for that.
struct RecognisedRelease {
  let number: ReleaseNumber
  let reason: ReleaseReason
}

/// What is around a record, for one that tells nothing or hardly anything by itself.
package struct ReleaseContext: Sendable {
  /// The release that is known to be that of all records, with who said so: nothing is asked of the records then.
  package var given: (release: FHIRRelease, reason: ReleaseReason)?
  /// The release of the Bundle around.
  var bundle: ReleaseNumber?
  /// The release of the file.
  package var file: ReleaseNumber?
  /// The release of the source.
  package var source: ReleaseNumber?

  package init() {}

  /// A release that somebody has said.
  package init(given: FHIRRelease?, by reason: ReleaseReason) {
    self.given = given.map { ($0, reason) }
  }

  /// The nearest of what is around that tells.
  var nearest: RecognisedRelease? {
    if let bundle { return RecognisedRelease(number: bundle, reason: .bundle) }
    if let file { return RecognisedRelease(number: file, reason: .file) }
    return source.map { RecognisedRelease(number: $0, reason: .source) }
  }
}
