import FHIRProfiles
import FHIRText

/// The counts of a ``ValidationTally`` that most inputs do not have, behind one reference.
///
/// A tally is made for each file, and each dictionary in it would cost time even if it is empty.
struct RareCounts: Sendable {
  struct Values: Sendable {
    var otherReleases: [String: Int] = [:]
    var notJudged: [NotJudged: Int] = [:]
    var profiles = NameCounts()
    var extensions = NameCounts()
    var unjudgedParts = 0
    var profileCounts: [ByteText: ProfileCounts] = [:]
    var mustSupport: [ByteText: [ByteText: MustSupportCounts]] = [:]
    var otherTypes = NameCounts()
  }

  private final class Storage: @unchecked Sendable {
    // @unchecked: changed only while one value refers to it.
    var values: Values

    init(_ values: Values) { self.values = values }
  }

  private var storage: Storage?

  /// Whether nothing was counted.
  var isEmpty: Bool { storage == nil }

  /// All counts; the first change of one allocates the memory for them.
  var values: Values {
    get { storage?.values ?? Values() }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(values) }
      yield &storage.unsafelyUnwrapped.values
    }
  }
}
