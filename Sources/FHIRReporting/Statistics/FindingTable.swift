/// Counts findings by key, with the first finding of each as the example, in bounded memory.
///
/// As in `NameCounts`, the smallest keys are kept. Keys are digests, so the kept keys do not depend on the order of
/// findings or on the number of tables.
struct FindingTable: Sendable {
  struct Entry: Sendable {
    var row: FindingStatistics.Row
    /// The place of the example in the run.
    var place: Place
  }

  /// The order of examples.
  struct Place: Sendable, Comparable {
    var file: Int
    var offset: Int

    static func < (a: Place, b: Place) -> Bool { a.file != b.file ? a.file < b.file : a.offset < b.offset }
  }

  /// The largest number of entries.
  let limit: Int
  private var entries: [UInt64: Entry] = [:]
  /// Keys from here on are left out; `nil` while all keys fit.
  private var bound: UInt64?
  /// Findings whose keys are left out.
  private var leftOut = 0

  init(limit: Int = 2048) { self.limit = limit }

  /// Counts a finding; calls `makeEntry` if it is the first of its key.
  mutating func add(_ key: UInt64, at place: Place, _ makeEntry: () throws -> Entry) rethrows {
    if let index = entries.index(forKey: key) {
      entries.values[index].row.count += 1
      guard place < entries.values[index].place else { return }
      let count = entries.values[index].row.count
      entries.values[index] = try makeEntry()
      entries.values[index].row.count = count
      return
    }
    guard bound.map({ key < $0 }) != false else {
      leftOut += 1
      return
    }
    entries[key] = try makeEntry()
    if entries.count > 2 * limit { settle() }
  }

  mutating func merge(_ other: FindingTable) {
    if let other = other.bound, bound.map({ other < $0 }) != false { lower(to: other) }
    for (key, entry) in other.entries {
      guard bound.map({ key < $0 }) != false else {
        leftOut += entry.row.count
        continue
      }
      guard var kept = entries[key] else {
        entries[key] = entry
        continue
      }
      let count = kept.row.count + entry.row.count
      if entry.place < kept.place { kept = entry }
      kept.row.count = count
      entries[key] = kept
    }
    leftOut += other.leftOut
    if entries.count > 2 * limit { settle() }
  }

  /// The entries, and how many findings have no entry.
  var settled: (entries: [Entry], leftOut: Int) {
    var copy = self
    if entries.count > limit { copy.settle() }
    return (Array(copy.entries.values), copy.leftOut)
  }

  private mutating func settle() {
    lower(to: entries.keys.sorted()[limit])
  }

  private mutating func lower(to limit: UInt64) {
    bound = limit
    entries = entries.filter { key, entry in
      if key < limit { return true }
      leftOut += entry.row.count
      return false
    }
  }
}
