package import FHIRSchema

/// The release of a record, and the reason for the decision.
package struct RecognisedRelease: Equatable, Sendable {
  package let number: ReleaseNumber
  package let reason: ReleaseReason
  /// Releases of other major versions that are judged, and that the record fits as well; those of one differ too little
  /// to judge a record again.
  package let others: ReleaseSet
  /// Those of the same major version that are judged, and that it fits as well; of surroundings also those that have as
  /// many votes, or that are not judged and have more: they take a record whose own members show them.
  package let alike: ReleaseSet

  package init(number: ReleaseNumber, reason: ReleaseReason, others: ReleaseSet = [], alike: ReleaseSet = []) {
    (self.number, self.reason, self.others, self.alike) = (number, reason, others, alike)
  }

  /// The same as what surroundings show.
  package func around(_ reason: ReleaseReason) -> RecognisedRelease {
    RecognisedRelease(number: number, reason: reason, alike: alike)
  }

  /// Whether both are the same release for the same reason.
  package static func == (first: RecognisedRelease, second: RecognisedRelease) -> Bool {
    first.number == second.number && first.reason == second.reason
  }
}

/// The release of a record's surroundings, for a record that shows little or nothing itself.
package struct ReleaseContext: Sendable {
  /// The release of the Bundle that contains it.
  package var bundle: RecognisedRelease?
  package var file: RecognisedRelease?
  /// Whether nested elements count even where the members of a record show a release that is judged: a record without
  /// errors by that release needs no second look.
  package var isThorough = false
  var recent = RecentProfiles()
  package var shapes = RecentShapes()

  package init() {}

  /// Enters a Bundle, whose release is that of its entries without signs unless it is only assumed, or not judged: then
  /// it only takes those that show it.
  package mutating func enter(_ found: RecognisedRelease, judged: ReleaseSet) {
    if found.reason.isAssumption { return }
    if judged.contains(found.number) {
      bundle = found.around(.bundle)
    } else if let nearest {
      bundle = RecognisedRelease(
        number: nearest.number, reason: nearest.reason, alike: nearest.alike.union(ReleaseSet(found.number)))
    }
  }

  package var nearest: RecognisedRelease? { bundle ?? file }
}
