/// The capacity of rows: definitions that need more, of a release or of a guide, are refused and not truncated.
extension SchemaTableBuilder {
  /// The most rows of any kind; other rows refer to them by 16-bit numbers.
  private static let rowLimit = 1 << 15
  /// The most members of a type: 16 bits must be enough for the size of a hash table that is four times as large.
  private static let memberLimit = 1 << 13

  /// Checks all sizes that are known before there are rows.
  func checkSizes(of text: SchemaText) throws(SchemaError) {
    try check(text.structures.count, "types")
    try check(text.structures.reduce(0) { $0 + $1.elements.count }, "elements")
    try check(text.structures.count { $0.category == .resource }, "resources", limit: Self.memberLimit)
    try check(text.valueSets.count, "value sets")
    for valueSet in text.valueSets { try check(valueSet.systems.count, "systems in \(valueSet.name)") }
  }

  /// Checks that a name's length fits.
  func checkName(_ name: String) throws(SchemaError) { try check(name.utf8.count, "bytes in a name", limit: 255) }

  /// Checks that a type has room for this many more members.
  func checkRoom(for count: Int, in type: String) throws(SchemaError) {
    try check(members.count + count, "members")
    try check(count, "members of \(type)", limit: Self.memberLimit)
  }

  private func check(_ count: Int, _ what: String, limit: Int = Self.rowLimit) throws(SchemaError) {
    if count > limit { throw SchemaError(release, "there are \(count) \(what), more than \(limit)") }
  }
}
