package import FHIRSchema

/// The release of a record, and the reason for the decision.
package struct RecognisedRelease: Sendable {
  package let number: ReleaseNumber
  package let reason: ReleaseReason

  package init(number: ReleaseNumber, reason: ReleaseReason) {
    self.number = number
    self.reason = reason
  }
}

extension RecognisedRelease {
  /// The value that a number identifies.
  package init(key: Int) {
    self.init(
      number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: key &>> 8)), reason: ReleaseReason.allCases[key & 0xFF])
  }

  /// A number that identifies the value, for counting.
  package var key: Int { Int(number.rawValue) &<< 8 | reason.place }
}

/// The release of a record's surroundings, for a record that shows little or nothing itself.
package struct ReleaseContext: Sendable {
  /// The release of the Bundle that contains it.
  package var bundle: ReleaseNumber?
  /// The release of the file.
  package var file: ReleaseNumber?
  /// The release of the source.
  package var source: ReleaseNumber?
  /// Whether the record is the only one of its input, so that what it lacks may show its release.
  package var isAlone = false
  /// Where the previous record named its type: see ``ResourceMembers/typeFromEnd(of:_:)``.
  var typeFromEnd = 2

  package init() {}

  /// The release of the nearest surroundings that have one.
  package var nearest: RecognisedRelease? {
    if let bundle { return RecognisedRelease(number: bundle, reason: .bundle) }
    if let file { return RecognisedRelease(number: file, reason: .file) }
    return source.map { RecognisedRelease(number: $0, reason: .source) }
  }
}
