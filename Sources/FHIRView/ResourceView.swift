package import FHIRTape

/// A resource on the tape: what must be known of it before its members can be judged.
package struct ResourceView {
  package let tape: Tape
  /// The tape index of the resource's object.
  package let index: Int

  package init(_ tape: Tape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// The tape index of the value of `resourceType`, wherever it stands; the first one where there are several.
  package var typeIndex: Int? { tape.resourceTypeIndex(of: index) }

  /// Whether a key is `resourceType`.
  @inline(__always)
  package static func isTypeKey(_ key: Int, of tape: Tape) -> Bool { tape.isKey(key, "resourceType") }

  /// The resource type as written, `nil` when there is none that is a string.
  package var typeName: String? { typeIndex.flatMap(string) }

  /// The `id` as written.
  package var id: String? { tape.member("id", of: index).flatMap(string) }

  private func string(_ index: Int) -> String? {
    switch tape.tag(index) {
    case .string, .escapedString: tape.string(index)
    default: nil
    }
  }
}
