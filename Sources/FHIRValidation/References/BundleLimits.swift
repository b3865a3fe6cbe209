/// How much of a Bundle is kept in memory before it goes to a ``BundleStore``; tests lower this.
package struct BundleLimits: Sendable {
  /// How many addresses a table takes before the next table starts; there are at most two. It fits seven eighths of
  /// 2^17 places of 24 bytes.
  package var addresses = 114_000
  /// How many unanswered references are kept before the answered ones are dropped. At twice as many, all move to the
  /// store: one entry may have any number of references.
  package var references = 32_768
  /// The memory for the details of those references, in bytes.
  package var referenceBytes = 4 << 20
  /// The memory for sorting, in bytes.
  package var sortingBytes = 4 << 20
}
