import FHIRText

/// Counts under names that the validator gives: a list while there are few, as for most inputs, else a dictionary.
struct OwnCounts {
  private var few: [(name: ByteText, count: Int)] = []
  private var many: [ByteText: Int] = [:]
  private static let most = 16

  /// All counts by name.
  var all: [ByteText: Int] {
    get { few.reduce(into: many) { $0[$1.name] = $1.count } }
    set { (few, many) = ([], newValue) }
  }

  mutating func add(_ name: ByteText, _ count: Int) {
    if !many.isEmpty {
      many[name, default: 0] += count
      return
    }
    for place in few.indices where few[place].name == name {
      few[place].count += count
      return
    }
    if few.isEmpty { few.reserveCapacity(4) }
    few.append((name, count))
    if few.count > Self.most { all = all }
  }

  mutating func merge(_ other: OwnCounts) {
    for (name, count) in other.few { add(name, count) }
    for (name, count) in other.many { add(name, count) }
  }
}
