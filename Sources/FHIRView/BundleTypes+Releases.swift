package import FHIRSchema
package import FHIRTape

extension BundleTypes {
  /// The Bundle types of the published releases.
  package static let published = BundleTypes(ReleaseNames.published.bundleTypes)
}
