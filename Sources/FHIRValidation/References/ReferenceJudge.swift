import FHIRTape

/// Judges references: their form, the types of their targets, and whether targets exist within a Bundle or a resource.
///
/// It also holds the state of the Bundle, because references lead to entries.
struct ReferenceJudge: ~Copyable {
  /// The innermost Bundle, while its entries are walked.
  var bundle: BundleState
  /// The contained resources of the current resource.
  var containedIDs = ContainedIDs()
  /// The address that a relative reference resolves to.
  var address = PaddedBuffer()

  init(_ limits: BundleLimits) { bundle = BundleState(limits) }

  /// Clears the state of the Bundle.
  mutating func forgetBundle() {
    if bundle.isActive { bundle = BundleState(bundle.addresses.limits) }
  }
}
