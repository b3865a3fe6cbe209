import FHIRSupport

/// The four comparisons of records, from the narrowest to the widest.
///
/// Records of equal content are of one version, those of one version are one record, and those are equal in the
/// case-folded id. So each level needs only the *first* record of each set of the level below:
///
/// ```text
/// content    a1 a2 a3  b1 b2   c1        a2, a3 duplicate a1; b2 duplicates b1; a1, b1, c1 go up
/// version    a1 b1             c1        b1 conflicts with a1; a1, c1 go up
/// identity   a1 c1                       c1 is another version of a1; a1 goes up
/// folded     a1                d1        d1 has the id of a1 in other case
/// ```
///
/// A record that moves up loses the words of its row that no longer matter, and is sorted again. Nearly all records of
/// a run have a unique identity and never move up. The fingerprints decide: see ``FingerprintKey``.
enum IdentityLevel: CaseIterable {
  case content, version, identity, folded

  func problem(of place: RowPlace) -> IdentityProblem {
    switch self {
    case .content: .duplicateRecord
    case .version: place.isUnattributed ? .possibleConflict : .conflictingRecord
    case .identity: .newerVersion
    case .folded: .caseDiffers
    }
  }

  /// The row of the first record of a set, for the next level.
  func raised(_ row: IndexRow) -> IndexRow {
    var row = row
    switch self {
    case .content: (row.w4, row.w5) = (0, 0)
    case .version: row.w3 = 0
    case .identity, .folded: row.w2 = 0
    }
    return row
  }
}

/// Takes the rows of a level in order, and separates the first of each set from the others.
struct IdentitySets {
  let level: IdentityLevel
  let above: RowSorter
  private(set) var first: IndexRow?
  /// The previous first row; it may turn out to be the only one with its folded identity.
  private(set) var waiting: (row: IndexRow, isRaised: Bool)?

  mutating func take(
    _ row: IndexRow, _ isSameFile: (Int, Int) -> Bool, _ report: (IdentityFinding) throws -> Void
  ) throws {
    guard let first,
      (first.w0, first.w1, first.w2, first.w3, first.w4, first.w5) == (row.w0, row.w1, row.w2, row.w3, row.w4, row.w5)
    else {
      first = row
      return try raise(row)
    }
    let (place, other) = (RowPlace(row), RowPlace(first))
    // One file may have two numbers, and a record is not a copy of itself.
    if place.offset == other.offset, isSameFile(place.file, other.file) { return }
    try report(IdentityFinding(problem: level.problem(of: place), record: place.location, other: other.location))
  }

  /// Moves a first row up, unless it is the only one with its folded identity and so has nothing to be compared with.
  private mutating func raise(_ row: IndexRow) throws(TemporaryFileError) {
    let raised = level.raised(row)
    guard let (before, isRaised) = waiting, before.w0 == row.w0, before.w1 == row.w1 else {
      waiting = (raised, false)
      return
    }
    if !isRaised { try above.append(before) }
    try above.append(raised)
    waiting = (raised, true)
  }
}
