import FHIRRowStore

/// The addresses of a Bundle's entries, and the references that no entry has answered yet.
struct BundleAddresses {
  let limits: BundleLimits
  /// The addresses of entries, and the resources that the Bundle's PUT and DELETE requests change.
  var index = BundleIndex()
  /// References without an answer. Made on first use: most inputs are not Bundles.
  lazy var references = HeldReferences(limits)
  /// What does not fit into memory; `nil` if everything fits.
  private(set) var store: BundleStore?
  /// Whether writing the store failed: later addresses are not compared, and references are not resolved.
  private(set) var hasFailed = false

  init(_ limits: BundleLimits) { self.limits = limits }

  /// Runs `body` with the store; if that fails, continues without a store.
  mutating func useStore(_ body: (BundleStore) throws(TemporaryFileError) -> Void) {
    if hasFailed { return }
    let store = store ?? BundleStore(budget: limits.sortingBytes)
    self.store = store
    do throws(TemporaryFileError) { try body(store) } catch { fail() }
  }

  /// Stops comparing addresses and resolving references.
  mutating func fail() {
    hasFailed = true
    store = nil
    references.removeAll()
  }
}
