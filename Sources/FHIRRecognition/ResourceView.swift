import FHIRSchema
public import FHIRTape

/// A resource on the tape: the facts that the walk needs before it judges the members.
@usableFromInline
package struct ResourceView {
  package let tape: Tape
  /// The tape index of the resource's object.
  package let index: TapeIndex

  package init(_ tape: Tape, _ index: TapeIndex) {
    self.tape = tape
    self.index = index
  }

  /// The tape index of the value of `resourceType`, wherever it is; the first one if there are several.
  package var typeIndex: TapeIndex? { tape.resourceTypeIndex(of: index) }

  /// Whether a key is `resourceType`.
  @inlinable @inline(__always)
  package static func isTypeKey(_ key: TapeIndex, of tape: Tape) -> Bool { tape.isKey(key, "resourceType") }

  /// The resource type as written, `nil` if there is none that is a string.
  package var typeName: String? { typeIndex.flatMap { tape.text($0) } }

  /// The `id` as written.
  package var id: String? { tape.text("id", of: index) }
}

extension BundleTypes {
  /// The Bundle types of the published releases.
  package static let published = BundleTypes(ReleaseNames.published.bundleTypes)
}
