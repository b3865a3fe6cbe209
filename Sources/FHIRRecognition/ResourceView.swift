import FHIRSchema
public import FHIRTape

/// A resource on the tape: the facts that the walk needs before it judges the members.
@usableFromInline
package struct ResourceView {
  package let tape: Tape
  package let index: TapeIndex

  package init(_ tape: Tape, _ index: TapeIndex) {
    self.tape = tape
    self.index = index
  }

  package var typeIndex: TapeIndex? { tape.resourceTypeIndex(of: index) }

  @inlinable @inline(__always)
  package static func isTypeKey(_ key: TapeIndex, of tape: Tape) -> Bool { tape.isKey(key, "resourceType") }

  package var typeName: String? { typeIndex.flatMap { tape.text($0) } }

  package var id: String? { tape.text("id", of: index) }
}

extension BundleTypes {
  package static let published = BundleTypes(ReleaseNames.published.bundleTypes)
}
