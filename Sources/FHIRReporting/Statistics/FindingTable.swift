/// Counts findings by key, with the first finding of each as the example, in bounded memory.
///
/// As in `NameCounts`, the smallest keys are kept. Keys are digests, so the kept keys do not depend on the order of
/// findings or on the number of tables.
struct FindingTable: Sendable {
  struct Entry: Sendable {
    var row: FindingStatistics.Row
    /// The place of the example in the run.
    var place: FairShare.Place
  }

  /// The largest number of entries.
  let limit: Int
  private var entries: [UInt64: Entry] = [:]
  /// Keys from here on are left out; `nil` while all keys fit.
  private var bound: UInt64?
  /// Findings whose keys are left out.
  private var leftOut = 0

  init(limit: Int = 2048) { self.limit = limit }

  /// Counts findings; calls `makeEntry` if the first of them is the first of its key.
  mutating func add(
    _ key: UInt64, at place: FairShare.Place, count: Int = 1, _ makeEntry: () throws -> Entry
  ) rethrows {
    if let index = entries.index(forKey: key) {
      let sum = entries.values[index].row.count + count
      if place < entries.values[index].place { entries.values[index] = try makeEntry() }
      entries.values[index].row.count = sum
    } else if bound.map({ key < $0 }) != false {
      entries[key] = try makeEntry()
      if entries.count > 2 * limit { settle() }
    } else {
      leftOut += count
    }
  }

  mutating func merge(_ other: FindingTable) {
    if let other = other.bound, bound.map({ other < $0 }) != false { lower(to: other) }
    for (key, entry) in other.entries { add(key, at: entry.place, count: entry.row.count) { entry } }
    leftOut += other.leftOut
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
