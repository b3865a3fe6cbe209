import FHIRSchema

struct RecordCounts: ~Copyable {
  private(set) var records = 0
  private var judged = CountList<JudgedBy>()
  private var otherReleases: [String: Int] = [:]
  private var otherTypes = NameCounts()
  private var notJudged: [NotJudged: Int] = [:]
  /// Profiles that are not judged. The judges of profiles keep the counts of those that are.
  private var profiles = NameCounts()
  private var unjudgedParts = 0
  /// Records that are not judged by release and reason.
  private var reasonsOfOthers = CountList<RecognisedRelease>()
  /// Values bound to a set that cannot be judged offline, by the row of the set.
  private var unjudgedCodes = CountList<ReleaseRow>()
  /// Invariants that could not be decided within the limits of an evaluation.
  var undecidedInvariants = 0
  var (extensions, references) = (0, 0)
  /// What is rarely not judged, under the names of ``ValidationTally/notChecked``.
  private var rarities: [ByteText: Int] = [:]

  private struct JudgedBy: Equatable {
    let type: ReleaseRow
    let found: RecognisedRelease

    static func == (a: JudgedBy, b: JudgedBy) -> Bool {
      a.type.packed == b.type.packed && a.found.number == b.found.number && a.found.reason == b.found.reason
    }
  }

  /// Counts something in the place of a record that is not a record.
  mutating func countNotJudged(_ reason: NotJudged) { notJudged[reason, default: 0] += 1 }

  mutating func countUnjudgedCode(ofSet row: ReleaseRow) { unjudgedCodes.add(row) }

  mutating func countProfile(_ url: ByteText) {
    profiles.add(url)
    unjudgedParts += 1
  }

  mutating func countRecord(type: ReleaseRow, _ found: RecognisedRelease) {
    records += 1
    judged.add(JudgedBy(type: type, found: found))
  }

  mutating func countRecord(ofOtherRelease release: FHIRRelease, type: String, _ found: RecognisedRelease) {
    records += 1
    otherReleases[release.name, default: 0] += 1
    otherTypes.add(type.byBytes)
    countNotJudged(.otherRelease)
    reasonsOfOthers.add(found)
  }

  /// Counts a response that was judged in part, since it takes too much work.
  mutating func countExhaustedResponse() {
    countUnjudged("responses to questionnaires, beyond the limit of work")
    unjudgedParts += 1
  }

  /// Counts a value that was not judged, by what it waits for.
  mutating func countUnjudged(_ what: ByteText) { rarities[what, default: 0] += 1 }

  /// Puts the counts in their public form into an empty tally.
  func fill(_ tally: inout ValidationTally, _ findings: borrowing Findings, _ releases: JudgedReleases) {
    let tables = findings.tables
    tally.records = records
    tally.findings = findings.all
    judged.forEach { judged, count in
      tally.ownTypes.add(tables.typeName(judged.type).byBytes, count)
      tally.count(count, of: releases.release(judged.found.number).name, judged.found.reason)
    }
    unjudgedCodes.forEach { row, count in tally.ownNotChecked.add(tables[row].valueSets[row.row].url.byBytes, count) }
    reasonsOfOthers.forEach { tally.count($1, of: releases.release($0.number).name, $0.reason) }
    (tally.otherReleases, tally.otherTypes, tally.notJudged) = (otherReleases, otherTypes, notJudged)
    (tally.profiles, tally.unjudgedParts) = (profiles, unjudgedParts)
    if !notJudged.isEmpty {
      let unread = notJudged.reduce(0) { $0 + ($1.key.isUnreadable ? $1.value : 0) }
      if unread > 0 { tally.ownNotChecked.add("unreadable texts", unread) }
      for (release, count) in otherReleases {
        let isUnknown = release == FHIRRelease.unknown.name
        let what = isUnknown ? "records of another release" : "records of \(release.uppercased()), which is not judged"
        tally.ownNotChecked.add(what.byBytes, count)
      }
    }
    if undecidedInvariants > 0 { tally.ownNotChecked.add("invariants", undecidedInvariants) }
    for (name, count) in rarities { tally.ownNotChecked.add(name, count) }
    if references > 0 { tally.ownNotChecked.add("existence of reference targets", references) }
  }
}

/// Counts by key: a list, for keys of which an input has few; the commonest come to stand first. Most inputs have one
/// key, which needs no memory of its own. Dictionaries in place of this list and of ``OwnCounts`` took 3 to 4 % more
/// instructions on the 120 patients and on the published examples, and four more allocations for each file.
struct CountList<Key: Equatable & Sendable>: Sendable {
  typealias Element = (key: Key, count: Int)

  private var first: Element?
  private var others: [Element] = []

  var count: Int { first == nil ? 0 : 1 + others.count }

  mutating func add(_ key: Key, _ count: Int = 1) {
    guard let known = first else { return first = (key, count) }
    if known.key == key { return first = (known.key, known.count + count) }
    guard let place = others.firstIndex(where: { $0.key == key }) else {
      // With room for the types of records in a patient's Bundle.
      if others.isEmpty { others.reserveCapacity(16) }
      return others.append((key, count))
    }
    others[place].count += count
    if place > 0, others[place].count > others[place - 1].count {
      others.swapAt(place, place - 1)
    } else if place == 0, others[0].count > known.count {
      (first, others[0]) = (others[0], known)
    }
  }

  func forEach(_ body: (Key, Int) -> Void) {
    if let first { body(first.key, first.count) }
    for (key, count) in others { body(key, count) }
  }
}

/// Counts under names that the validator gives: a list while there are few, as for most inputs, else a dictionary.
struct OwnCounts: Sendable {
  private var few = CountList<ByteText>()
  private var many: [ByteText: Int] = [:]
  private static let most = 16

  var all: [ByteText: Int] {
    get {
      var all = many
      few.forEach { all[$0] = $1 }
      return all
    }
    set { (few, many) = (CountList(), newValue) }
  }

  mutating func add(_ name: ByteText, _ count: Int) {
    if !many.isEmpty {
      many[name, default: 0] += count
      return
    }
    few.add(name, count)
    if few.count > Self.most { all = all }
  }

  mutating func merge(_ other: OwnCounts) {
    other.few.forEach { add($0, $1) }
    for (name, count) in other.many { add(name, count) }
  }
}
