/// Counts by name in bounded memory, for names that come from an input.
///
/// While the names fit into ``budget``, each has a separate count. Beyond that, the names with the smallest digests
/// keep theirs, and mentions of the others are counted together: ``others``. A digest depends only on the name, so a
/// kept name has been kept from its first mention: its count is exact, and depends neither on the order of the names
/// nor on how they were divided among several counters.
///
/// ```text
/// mentions   b a c a d b          digests   a 17   b 52   c 80   d 31
/// two fit    a 2, d 1             others    3 (b twice, c once)
/// ```
public struct NameCounts: Sendable {
  /// The most bytes that all names together may take, each with ``overhead``.
  public static let budget = 2 << 20
  /// The memory for a name beyond its own bytes.
  public static let overhead = 64
  /// The most bytes of one name; a longer one counts among the others.
  public static let longestName = 1024

  private var counts: [ByteText: Int] = [:]
  private var bytes = 0
  /// Names with this digest or a larger one count among the others; `nil` while all names fit.
  private var bound: UInt64?
  /// Mentions of names that were dropped.
  private var leftOut = 0

  /// Makes empty counts.
  public init() {}

  /// Whether nothing was counted.
  public var isEmpty: Bool { counts.isEmpty && leftOut == 0 }

  /// Mentions of names that have no separate count.
  public var others: Int { settled.leftOut }

  /// How often a name was mentioned; `nil` if it was not, or counts among the others.
  public subscript(name: ByteText) -> Int? { settled.counts[name] }

  /// Counts a name.
  public mutating func add(_ name: ByteText, _ count: Int = 1) {
    let length = name.string.utf8.count
    guard length <= Self.longestName, bound.map({ Self.digest(name) < $0 }) != false else {
      leftOut += count
      return
    }
    if counts.isEmpty { counts.reserveCapacity(8) }
    let known = counts.count
    counts[name, default: 0] += count
    if counts.count == known { return }
    bytes += length + Self.overhead
    // Not for each name beyond the budget: selecting the names to drop takes a pass over all.
    if bytes > 2 * Self.budget { settle() }
  }

  /// Adds the counts of another counter.
  public mutating func merge(_ other: NameCounts) {
    if let limit = other.bound, bound.map({ limit < $0 }) != false { lower(to: limit) }
    for (name, count) in other.counts { add(name, count) }
    leftOut += other.leftOut
  }

  /// The names with the most mentions, the most frequent first and then by their bytes, and the mentions of all others.
  public func commonest(_ limit: Int) -> (names: [(name: ByteText, count: Int)], others: Int) {
    let settled = settled
    let sorted = settled.counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    let rest = sorted.dropFirst(limit).reduce(settled.leftOut) { $0 + $1.value }
    return (sorted.prefix(limit).map { ($0.key, $0.value) }, rest)
  }

  /// The same counts, with only the names that fit.
  private var settled: NameCounts {
    guard bytes > Self.budget else { return self }
    var copy = self
    copy.settle()
    return copy
  }

  /// Keeps the names that fit, selected by digest.
  private mutating func settle() {
    var sum = 0
    let digests = counts.keys.map { (digest: Self.digest($0), length: $0.string.utf8.count) }
    for (digest, length) in digests.sorted(by: { $0.digest < $1.digest }) {
      sum += length + Self.overhead
      if sum > Self.budget { return lower(to: digest) }
    }
  }

  private mutating func lower(to limit: UInt64) {
    bound = limit
    counts = counts.filter { name, count in
      if Self.digest(name) < limit { return true }
      leftOut += count
      bytes -= name.string.utf8.count + Self.overhead
      return false
    }
  }

  /// A pseudo-random number that depends only on the bytes (FNV-1a, with the bits mixed once more).
  private static func digest(_ name: ByteText) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.string.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 29
  }
}

extension NameCounts: Equatable {
  /// Whether both have the same counts.
  public static func == (a: NameCounts, b: NameCounts) -> Bool {
    let (a, b) = (a.settled, b.settled)
    return a.leftOut == b.leftOut && a.counts == b.counts
  }
}

extension NameCounts: ExpressibleByDictionaryLiteral {
  /// Counts names given as literals.
  public init(dictionaryLiteral elements: (ByteText, Int)...) { for (name, count) in elements { add(name, count) } }
}
