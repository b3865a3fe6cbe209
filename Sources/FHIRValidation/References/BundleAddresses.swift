import FHIRSupport

/// The addresses of a Bundle's entries, and the references that no entry has answered yet.
struct BundleAddresses {
  let limits: BundleLimits
  /// The addresses of entries, and the resources that the Bundle's PUT and DELETE requests change.
  var index = BundleIndex()
  private var held: HeldReferences?
  /// What does not fit into memory; `nil` if everything fits.
  private(set) var store: BundleStore?
  /// Whether writing the store failed: later addresses are not compared, and references are not resolved.
  private(set) var hasFailed = false

  init(_ limits: BundleLimits) { self.limits = limits }

  /// References without an answer. Made on first use: most inputs are not Bundles.
  var references: HeldReferences {
    mutating get {
      let references = held ?? HeldReferences(limits)
      held = references
      return references
    }
  }

  /// Whether it is time to make room for addresses and references; asked for each entry.
  var areMany: Bool { index.current.count >= limits.addresses || held?.areMany ?? false }

  /// Whether it is time to move all references to the store; asked for each of them.
  var holdsTooMany: Bool { held?.areTooMany ?? false }

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
