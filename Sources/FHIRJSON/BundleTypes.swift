/// The names of the types whose entries are records: the Bundle types of the releases.
///
/// The reader splits such documents, and does not depend on a release: the caller passes the names, which come from the
/// roles of its releases. All releases have the members `resourceType`, `entry` and `resource`, which belong to FHIR's
/// JSON format.
package final class BundleTypes: Sendable {
  private let names: [[UInt8]]
  /// One bit for each length of a name, bit 63 for all greater lengths: most types have none of these lengths.
  package let lengths: UInt64

  /// No types, for callers that keep Bundles whole.
  package static let none = BundleTypes([String]())

  package init(_ names: some Sequence<String>) {
    let all = Set(names.map { Array($0.utf8) })
    self.names = Array(all)
    lengths = all.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
  }

  package func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { names.contains { $0.elementsEqual(text) } }

  package func contains(_ value: TapeIndex, of tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string:
      let length = tape.length(value)
      if lengths & 1 << UInt64(min(length, 63)) == 0 { return false }
      return contains(UnsafeBufferPointer(start: tape.lexeme(value), count: length))
    case .escapedString: return tape.withEscapedText(value) { contains($0) }
    default: return false
    }
  }

  package func hasBundle(at index: TapeIndex, of tape: Tape) -> Bool {
    guard let type = tape.member("resourceType", of: index) else { return false }
    return contains(type, of: tape)
  }

  /// What the members of a document that were read so far show about it.
  enum Verdict {
    case bundle
    case other
    /// It has no `resourceType` yet.
    case open
  }

  /// The verdict for a range of members of one object; the first `resourceType` counts.
  func verdict(membersFrom start: TapeIndex, to end: TapeIndex, of tape: Tape) -> Verdict {
    guard let type = tape.member("resourceType", from: start, to: end) else { return .open }
    return contains(type, of: tape) ? .bundle : .other
  }
}
