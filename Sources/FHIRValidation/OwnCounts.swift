import FHIRSupport

/// Counts under names that the validator gives: a list while there are few, as for most inputs, else a dictionary.
struct OwnCounts: Sendable {
  private var few = CountList<ByteText>()
  private var many: [ByteText: Int] = [:]
  private static let most = 16

  /// All counts by name.
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
