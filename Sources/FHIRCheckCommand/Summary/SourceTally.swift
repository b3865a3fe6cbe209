import Reporting

/// Records by source: the commonest sources by name, and what the others come to.
struct SourceTally {
  /// The commonest sources, in the order of the bytes of their names.
  let listed: [(name: String, records: Int)]
  /// How many sources are not listed, and how many records they have.
  let others: (sources: Int, records: Int)

  /// The name of the source that nobody named.
  static let anonymousSource = "anonymous"
  /// The most sources that are listed.
  static let maximumCount = 1_000

  /// Lists sources without the passwords in their addresses.
  init(_ found: [SourceName: Int]) {
    var counts: [SourceName: Int] = [:]
    for (name, count) in found { counts[SourceName(MaskedAddress.text(name.text)), default: 0] += count }
    if let count = counts.removeValue(forKey: SourceName("")) {
      counts[SourceName(SourceTally.anonymousSource), default: 0] += count
    }
    var rows = counts.map { (name: $0.key, records: $0.value) }
    var rest = (sources: 0, records: 0)
    if rows.count > SourceTally.maximumCount {
      rows.sort {
        $0.records != $1.records
          ? $0.records > $1.records : $0.name.bytes.lexicographicallyPrecedes($1.name.bytes)
      }
      let unlisted = rows[SourceTally.maximumCount...]
      rest = (unlisted.count, unlisted.reduce(0) { $0 + $1.records })
      rows.removeLast(unlisted.count)
    }
    rows.sort { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    listed = rows.map { ($0.name.text, $0.records) }
    others = rest
  }
}
