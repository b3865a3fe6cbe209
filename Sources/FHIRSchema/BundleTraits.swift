/// The parts that a type of Bundle may and must have: `bundle-type NAME TRAIT...` in `Schemas/RELEASE/roles.txt`.
package struct BundleTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// May state how many records a search has found.
  package static let total = BundleTraits(rawValue: 1)
  /// Its entries may state how a search has found them.
  package static let search = BundleTraits(rawValue: 2)
  package static let request = BundleTraits(rawValue: 4)
  package static let response = BundleTraits(rawValue: 8)
  /// Its total is at least the number of its matches.
  package static let counted = BundleTraits(rawValue: 16)
  /// Its entries must have a request, which tells the server what to do.
  package static let needsRequest = BundleTraits(rawValue: 32)
  /// Its entries must have a response, which holds the server's result.
  package static let needsResponse = BundleTraits(rawValue: 64)
  /// No two of its requests may have the same target.
  package static let distinctRequests = BundleTraits(rawValue: 128)
  /// Begins with a Composition, whose references must resolve in the Bundle.
  package static let document = BundleTraits(rawValue: 256)
  /// Begins with a MessageHeader, whose focus must be in the Bundle.
  package static let message = BundleTraits(rawValue: 512)
  /// A reference in it may be a search, which the server resolves.
  package static let conditionalReferences = BundleTraits(rawValue: 1024)
  /// May contain a resource of one version several times.
  package static let repeatedEntries = BundleTraits(rawValue: 2048)
  /// Its entries must have a fullUrl if their resources have ids.
  package static let needsFullURL = BundleTraits(rawValue: 4096)

  /// In the order of their bits.
  private static let names = [
    "total", "search", "request", "response", "counted", "needs-request", "needs-response", "distinct-requests",
    "document", "message", "conditional-references", "repeated-entries", "needs-full-url",
  ]

  init?(name: String) {
    guard let bit = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: 1 << bit)
  }
}
