/// What a Bundle looks like from outside, as far as taking its entries apart needs it.
enum BundleShape {
  /// Whether the members that were read of a document leave it open that it is a Bundle, or say so.
  static func mayBeBundle(membersFrom start: Int, to end: Int, of tape: Tape) -> Bool {
    var key = start
    while key < end {
      if tape.string(key, equals: "resourceType") {
        switch tape.tag(key + 1) {
        case .string, .escapedString: return tape.string(key + 1, equals: "Bundle")
        default: return false
        }
      }
      key = tape.next(key + 1)
    }
    return true
  }

  /// Whether an array element has a member that entries of Bundles have and those of other resources (List) lack.
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
