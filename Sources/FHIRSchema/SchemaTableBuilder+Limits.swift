/// The capacity of rows: definitions that need more, of a release or of a guide, are refused and not truncated.
extension SchemaTableBuilder {
  /// The most rows of any kind; other rows refer to them by 16-bit numbers.
  private static let rowLimit = 1 << 15
  /// The most members of a type: 16 bits must be enough for the size of a hash table that is four times as large.
  private static let memberLimit = 1 << 13

  /// Checks all sizes that are known before there are rows.
  static func checkSizes(of text: SchemaText) throws(SchemaError) {
    func check(_ count: Int, _ what: String, limit: Int = rowLimit) throws(SchemaError) {
      try Self.check(count, what, limit: limit, of: text)
    }
    try check(text.structures.count, "types")
    try check(text.elements.count, "elements")
    try check(text.structures.count { $0.category == .resource }, "resources", limit: memberLimit)
    try check(text.valueSets.count, "value sets")
    for valueSet in text.valueSets where valueSet.systems.count > rowLimit {
      try check(valueSet.systems.count, "systems in \(valueSet.name)")
    }
    if let comments = text.facts.comments { try check(comments.utf8.count, "bytes in a name", limit: 255) }
  }

  /// Checks that a name's length fits.
  func checkName(_ length: Int) throws(SchemaError) {
    if length > 255 { try Self.check(length, "bytes in a name", limit: 255, of: text) }
  }

  /// Checks that a type has room for this many more members behind others.
  func checkRoom(for count: Int, behind members: Int, in structure: SchemaText.Structure) throws(SchemaError) {
    try Self.check(members + count, "members", limit: Self.rowLimit, of: text)
    if count > Self.memberLimit {
      try Self.check(count, "members of \(structure.name)", limit: Self.memberLimit, of: text)
    }
  }

  private static func check(_ count: Int, _ what: String, limit: Int, of text: SchemaText) throws(SchemaError) {
    if count > limit { throw SchemaError(text.release, "there are \(count) \(what), more than \(limit)") }
  }
}
