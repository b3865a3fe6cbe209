package import FHIRSchema
package import FHIRTape

extension BundleTypes {
  /// Those of the published releases.
  package static let published = BundleTypes(ReleaseDistinctions.published.bundleTypes)
}
