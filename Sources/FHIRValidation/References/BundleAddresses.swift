import FHIRRowStore

/// The addresses of a Bundle's entries, and the references that none of them answers so far.
struct BundleAddresses {
  let limits: BundleLimits
  /// The addresses of entries, and the resources that a PUT or DELETE of the Bundle is about.
  var index = BundleIndex()
  /// References without an answer so far.
  var references: HeldReferences
  /// What does not fit into memory; `nil` for nothing.
  private(set) var store: BundleStore?
  /// Whether the store could not be written: addresses are not compared from there on, and references not resolved.
  private(set) var hasFailed = false

  init(_ limits: BundleLimits) {
    self.limits = limits
    references = HeldReferences(limits)
  }

  /// Does something with the store, and goes on without one when that fails.
  mutating func useStore(_ body: (BundleStore) throws(TemporaryFileError) -> Void) {
    if hasFailed { return }
    let store = store ?? BundleStore(budget: limits.sortingBytes)
    self.store = store
    do throws(TemporaryFileError) { try body(store) } catch { fail() }
  }

  /// Goes on without comparing addresses and resolving references.
  mutating func fail() {
    hasFailed = true
    store = nil
    references.removeAll()
  }
}
