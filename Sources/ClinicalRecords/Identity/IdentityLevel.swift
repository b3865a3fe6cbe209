import RowStore

/// The four questions that are asked of records, from the narrowest to the widest.
///
/// Records of the same content are of the same version, those of the same version are the same record, those are the
/// same without the id's case. So each level need only look at the *first* record of each set of the level below:
///
/// ```text
/// content    a1 a2 a3  b1 b2   c1        a2, a3 duplicate a1; b2 duplicates b1; a1, b1, c1 go up
/// version    a1 b1             c1        b1 conflicts with a1; a1, c1 go up
/// identity   a1 c1                       c1 is another version of a1; a1 goes up
/// folded     a1                d1        d1 has the id of a1 in other case
/// ```
///
/// A record that goes up loses the words of its row that no longer matter, and is sorted again; nearly all records of a
/// run are alone with their identity and never go up at all. Memory holds the firsts of one set, and a set has more than
/// one first only where fingerprints clash.
enum IdentityLevel: CaseIterable {
  case content, version, identity, folded

  /// What a record is when it is not the first of its set.
  var problem: IdentityProblem {
    switch self {
    case .content: .duplicateRecord
    case .version: .conflictingRecord
    case .identity: .newerVersion
    case .folded: .caseDiffers
    }
  }

  /// Whether two rows may be of one set.
  func isSameSet(_ one: IndexRow, _ other: IndexRow) -> Bool {
    one.w0 == other.w0 && one.w1 == other.w1 && one.w2 == other.w2 && one.w3 == other.w3 && one.w4 == other.w4
      && one.w5 == other.w5
  }

  /// The row of a first, for the next level.
  func raised(_ row: IndexRow) -> IndexRow {
    var row = row
    switch self {
    case .content:
      row.w4 = 0
      row.w5 = 0
    case .version: row.w3 = 0
    case .identity, .folded: row.w2 = 0
    }
    return row
  }

  /// Whether two records are of one set indeed.
  func holds(_ one: RecalledRecord, _ other: RecalledRecord) -> Bool {
    guard one.isSameIdentity(as: other, ignoringCase: self == .folded) else { return false }
    switch self {
    case .content: return one.isSameContent(as: other)
    case .version: return one.isSameVersion(as: other)
    case .identity, .folded: return true
    }
  }
}

/// Takes the rows of a level in order, and tells the first of each set from the others.
final class IdentitySets<Storage: RecordStorage> {
  private let level: IdentityLevel
  private let storage: Storage
  private let above: RowSorter
  /// The firsts of the set in hand: one, or several whose fingerprints clash.
  private var firsts: [IndexRow] = []
  /// The last first; it may turn out to be alone with its folded identity.
  private var waiting: (row: IndexRow, isRaised: Bool)?
  private let later = RecalledRecord()
  private let earlier = RecalledRecord()

  init(level: IdentityLevel, storage: Storage, above: RowSorter) {
    self.level = level
    self.storage = storage
    self.above = above
  }

  func take(
    _ row: IndexRow, _ report: (IdentityProblem, RowPlace, RowPlace?) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) {
    if let head = firsts.first, level.isSameSet(head, row) {
      for first in firsts {
        let place = RowPlace(row)
        let other = RowPlace(first)
        guard isSame(place, other) else { continue }
        if place.offset != other.offset || !storage.isSameFile(place.file, other.file) {
          try report(level.problem, place, other)
        }
        return
      }
    } else {
      firsts.removeAll(keepingCapacity: true)
    }
    firsts.append(row)
    try raise(row)
  }

  /// Passes a first on, unless it is alone with its folded identity: then there is nothing to compare it with.
  private func raise(_ row: IndexRow) throws(TemporaryFileError) {
    let raised = level.raised(row)
    guard let (before, isRaised) = waiting, before.w0 == row.w0, before.w1 == row.w1 else {
      waiting = (raised, false)
      return
    }
    if !isRaised { try above.append(before) }
    try above.append(raised)
    waiting = (raised, true)
  }

  /// Reads both again and compares; where one of them is not to be had, the fingerprints' word is taken.
  private func isSame(_ place: RowPlace, _ other: RowPlace) -> Bool {
    guard later.load(place, storage), earlier.load(other, storage) else { return true }
    return level.holds(later, earlier)
  }
}
