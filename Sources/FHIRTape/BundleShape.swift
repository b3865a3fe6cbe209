/// The shape of a Bundle, as far as the reader needs it to separate its entries.
enum BundleShape {
  /// What the members of a document that were read so far show about it.
  enum Verdict {
    /// It is a Bundle.
    case bundle
    /// It is something else.
    case other
    /// It has no `resourceType` yet.
    case open
  }

  /// The verdict for a range of members of one object; the first `resourceType` counts.
  static func verdict(membersFrom start: Int, to end: Int, of tape: Tape) -> Verdict {
    var key = start
    while key < end {
      if tape.string(key, equals: "resourceType") { return isBundleName(key + 1, of: tape) ? .bundle : .other }
      key = tape.next(key + 1)
    }
    return .open
  }

  /// Whether the value at a tape index is an object with the `resourceType` `Bundle`.
  static func isBundle(_ index: Int, of tape: Tape) -> Bool {
    guard let type = tape.member("resourceType", of: index) else { return false }
    return isBundleName(type, of: tape)
  }

  private static func isBundleName(_ value: Int, of tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string, .escapedString: tape.string(value, equals: "Bundle")
    default: false
    }
  }

  /// Whether an array element has a member that distinguishes entries of Bundles from those of other resources (List).
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
