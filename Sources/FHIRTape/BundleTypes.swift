/// The names of the types whose entries are records: what a release calls its Bundle.
///
/// The reader takes such documents apart, and knows no release: the names come from the roles of the releases that
/// somebody reads records of. All releases have the members `resourceType`, `entry` and `resource`, which are FHIR's JSON.
package final class BundleTypes: Sendable {
  private let names: [[UInt8]]
  /// A bit for each length of a name, that of 63 for all above: most types have none of them.
  package let lengths: UInt64

  /// For those who leave Bundles in one piece.
  package static let none = BundleTypes([String]())

  package init(_ names: some Sequence<String>) {
    let all = Set(names.map { Array($0.utf8) })
    self.names = Array(all)
    lengths = all.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
  }

  /// Whether a text is one of the names.
  func contains(_ text: some Collection<UInt8>) -> Bool { names.contains { $0.elementsEqual(text) } }

  /// Whether the value at a tape index is one of the names.
  package func contains(_ value: Int, of tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string:
      let length = tape.length(value)
      if lengths & 1 << UInt64(min(length, 63)) == 0 { return false }
      return contains(UnsafeBufferPointer(start: tape.lexeme(value), count: length))
    case .escapedString: return contains(tape.string(value).utf8)
    default: return false
    }
  }

  /// Whether the value at a tape index is an object of one of the types.
  package func hasBundle(at index: Int, of tape: Tape) -> Bool {
    guard let type = tape.member("resourceType", of: index) else { return false }
    return contains(type, of: tape)
  }

  /// What the members that were read of a document so far say of it.
  enum Verdict {
    /// It is a Bundle.
    case bundle
    /// It is something else.
    case other
    /// It has no `resourceType` yet.
    case open
  }

  /// What a range of members says of their object; the first `resourceType` counts.
  func verdict(membersFrom start: Int, to end: Int, of tape: Tape) -> Verdict {
    var key = start
    while key < end {
      if tape.string(key, equals: "resourceType") { return contains(key + 1, of: tape) ? .bundle : .other }
      key = tape.next(key + 1)
    }
    return .open
  }

  /// Whether an item of an array has a member that entries of Bundles have and those of other resources (List) lack.
  static func isEntry(_ tape: Tape) -> Bool {
    guard tape.tag(0) == .object else { return false }
    let end = tape.next(0)
    var key = 2
    while key < end {
      for name: StaticString in ["resource", "fullUrl", "request", "response", "search", "link"]
      where tape.string(key, equals: name) {
        return true
      }
      key = tape.next(key + 1)
    }
    return false
  }
}
