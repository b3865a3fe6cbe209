/// What a ``FindingTable`` holds of the findings of one key.
protocol FindingTableEntry: Sendable {
  /// How many findings there are.
  var count: Int { get }
  /// Adds findings of the same key; the result does not depend on the order.
  mutating func merge(_ other: Self)
}

/// Collects findings by key in bounded memory.
///
/// As in `NameCounts`, the smallest keys are kept. Keys are digests, so the kept keys do not depend on the order of
/// findings or on the number of tables.
struct FindingTable<Entry: FindingTableEntry>: Sendable {
  /// The largest number of entries.
  let limit: Int
  private var entries: [UInt64: Entry] = [:]
  /// Keys from here on are left out; `nil` while all keys fit.
  private var bound: UInt64?
  /// Findings whose keys are left out.
  private var leftOut = 0

  init(limit: Int = 2048) { self.limit = limit }

  /// Adds a finding; calls `change` with the entry of its key, `nil` for a new one, unless the key is left out.
  mutating func add(_ key: UInt64, _ change: (inout Entry?) throws -> Void) rethrows {
    if let index = entries.index(forKey: key) {
      var entry: Entry? = entries.values[index]
      try change(&entry)
      if let entry { entries.values[index] = entry }
    } else if bound.map({ key < $0 }) != false {
      try change(&entries[key])
      if entries.count > 2 * limit { settle() }
    } else {
      leftOut += 1
    }
  }

  mutating func merge(_ other: FindingTable) {
    if let other = other.bound, bound.map({ other < $0 }) != false { lower(to: other) }
    for (key, entry) in other.entries {
      if bound.map({ key < $0 }) != false {
        if entries[key]?.merge(entry) == nil { entries[key] = entry }
        if entries.count > 2 * limit { settle() }
      } else {
        leftOut += entry.count
      }
    }
    leftOut += other.leftOut
  }

  /// The entries with their keys, and how many findings have no entry.
  var settled: (entries: [UInt64: Entry], leftOut: Int) {
    var copy = self
    if entries.count > limit { copy.settle() }
    return (copy.entries, copy.leftOut)
  }

  private mutating func settle() {
    lower(to: entries.keys.sorted()[limit])
  }

  private mutating func lower(to limit: UInt64) {
    bound = limit
    entries = entries.filter { key, entry in
      if key < limit { return true }
      leftOut += entry.count
      return false
    }
  }
}
