package import FHIRSchema

/// The release of a record, and the reason for the decision.
package struct RecognisedRelease: Equatable, Sendable {
  package let number: ReleaseNumber
  package let reason: ReleaseReason
  /// Judged releases of other major versions that the record fits as well; those of one differ too little for that.
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
  /// Whether nested elements count even where members show a judged release: without errors it needs no second look.
  package var isThorough = false
  var recent = RecentProfiles()
  package var shapes = RecentShapes()

  package init() {}

  /// Enters a Bundle, whose entries without signs are of its release; one not judged only takes those that show it.
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
