package import FHIRSchema

/// The release of a record, and why it is taken for that.
package struct RecognisedRelease: Sendable {
  package let number: ReleaseNumber
  package let reason: ReleaseReason

  package init(number: ReleaseNumber, reason: ReleaseReason) {
    self.number = number
    self.reason = reason
  }
}

extension RecognisedRelease {
  private static let reasons = ReleaseReason.allCases
  /// How many different ones there are.
  package static let keys = 16 * reasons.count

  package init(key: Int) {
    self.init(
      number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: key / Self.reasons.count)),
      reason: Self.reasons[key % Self.reasons.count])
  }

  /// A number for it, less than ``keys``.
  package var key: Int { Int(number.rawValue) * Self.reasons.count + reason.place }
}

/// What is around a record, for one that tells nothing or hardly anything by itself.
package struct ReleaseContext: Sendable {
  /// The release of the Bundle around.
  package var bundle: ReleaseNumber?
  /// The release of the file.
  package var file: ReleaseNumber?
  /// The release of the source.
  package var source: ReleaseNumber?
  /// Where the record before named its type: see ``ResourceMembers/typeFromEnd(of:_:)``.
  var typeFromEnd = 2

  package init() {}

  /// The nearest of what is around that tells.
  package var nearest: RecognisedRelease? {
    if let bundle { return RecognisedRelease(number: bundle, reason: .bundle) }
    if let file { return RecognisedRelease(number: file, reason: .file) }
    return source.map { RecognisedRelease(number: $0, reason: .source) }
  }
}
