package import FHIRTape

/// What a record says of itself by name: type, id and version, as written; `nil` for what it does not say.
package struct RecordNames {
  package let resourceType: String?
  package let id: String?
  package let versionId: String?
  package let lastUpdated: String?

  /// - Parameter typeIndex: the tape index of what the resource says of its type, -1 for nothing.
  package init(_ tape: Tape, at resource: Int, typeIndex: Int) {
    let parts = IdentityParts(tape, resource: resource, entry: -1)
    let text = { (index: Int) in index < 0 ? nil : String(decoding: tape.text(index), as: UTF8.self) }
    resourceType = text(typeIndex)
    id = text(parts.id)
    versionId = text(parts.versionId)
    lastUpdated = text(parts.lastUpdated)
  }
}
