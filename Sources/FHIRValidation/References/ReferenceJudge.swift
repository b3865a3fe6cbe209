import FHIRTape

/// Judges references: their form, the types of what they lead to, and within a Bundle or a resource whether that is there.
///
/// The Bundle is a part of it, since an entry is what a reference leads to.
struct ReferenceJudge: ~Copyable {
  /// The innermost Bundle, while its entries pass by.
  var bundle: BundleState
  /// The contained resources of the current one.
  var containedIDs = ContainedIDs()
  /// The address that a relative reference means.
  var address = PaddedBuffer()

  init(_ limits: BundleLimits) { bundle = BundleState(limits) }

  /// Drops what is known of a Bundle.
  mutating func forgetBundle() {
    if bundle.isActive { bundle = BundleState(bundle.addresses.limits) }
  }
}
