/// How much of a Bundle is kept in memory before it goes to a ``BundleStore``; tests lower this.
package struct BundleLimits: Sendable {
  /// How many addresses a table takes before the next one begins; there are two at most. It fits seven eighths of 2^17
  /// places of 24 bytes.
  package var addresses = 114_000
  /// How many references without an answer are kept before those that have been answered are dropped. Twice as many are
  /// moved, whatever the Bundle: in one entry there may be any number.
  package var references = 32_768
  /// The memory for what findings say of those references, in bytes.
  package var referenceBytes = 4 << 20
  /// The memory for sorting, in bytes.
  package var sortingBytes = 4 << 20
}
