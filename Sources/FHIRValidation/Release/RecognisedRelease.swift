import FHIRSchema

/// The release of a record, and why it is taken for that.
struct RecognisedRelease {
  let number: ReleaseNumber
  let reason: ReleaseReason
}

extension RecognisedRelease {
  private static let reasons = ReleaseReason.allCases
  /// How many different ones there are.
  static let keys = 16 * reasons.count

  init(key: Int) {
    self.init(
      number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: key / Self.reasons.count)),
      reason: Self.reasons[key % Self.reasons.count])
  }

  /// A number for it, less than ``keys``.
  var key: Int { Int(number.rawValue) * Self.reasons.count + reason.place }
}

/// What is around a record, for one that tells nothing or hardly anything by itself.
struct ReleaseContext {
  /// The release of the Bundle around.
  var bundle: ReleaseNumber?
  /// The release of the file.
  var file: ReleaseNumber?
  /// The release of the source.
  var source: ReleaseNumber?
  /// Where the record before named its type: see ``ResourceMembers/typeFromEnd(of:_:)``.
  var typeFromEnd = 2

  /// The nearest of what is around that tells.
  var nearest: RecognisedRelease? {
    if let bundle { return RecognisedRelease(number: bundle, reason: .bundle) }
    if let file { return RecognisedRelease(number: file, reason: .file) }
    return source.map { RecognisedRelease(number: $0, reason: .source) }
  }
}
