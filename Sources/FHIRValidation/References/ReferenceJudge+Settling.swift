import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRRowStore
import FHIRText

/// The end of a Bundle, after all of its content was judged.
extension ReferenceJudge {
  /// Settles the references without an answer.
  mutating func settleReferences(type: BundleType, _ cursor: inout RecordCursor) {
    let (isDocument, isMessage) = (type.traits.contains(.document), type.traits.contains(.message))
    if bundle.addresses.store != nil {
      settleStored(type: type, isDocument: isDocument, isMessage: isMessage, &cursor)
    }
    if bundle.addresses.hasFailed {
      cursor.counts.countUncomparedBundle()
      return
    }
    for reference in bundle.addresses.references.all {
      let flags = reference.flags
      if HeldReference.hasKey(flags), let found = bundle.addresses.index.type(of: reference.key) {
        cursor.counts.references &-= 1
        if found.exists, !HeldReference.targets(flags).accepts(found, cursor.rows) {
          let pending = pending(reference)
          cursor.reportWrongTarget(found, pending, path: pathText(to: pending, cursor))
        }
      } else if HeldReference.isOwed(flags, isDocument: isDocument, isMessage: isMessage) {
        let pending = pending(reference)
        reportUnresolvedReference(pending, type: type, path: pathText(to: pending, cursor), &cursor)
      }
    }
  }

  /// Settles the references in the store, after the remaining ones have been moved there.
  private mutating func settleStored(type: BundleType, isDocument: Bool, isMessage: Bool, _ cursor: inout RecordCursor)
  {
    moveReferences()
    moveAddresses()
    guard let store = bundle.addresses.store, !bundle.addresses.hasFailed else { return }
    do throws(TemporaryFileError) {
      let (outcomes, answered) = try sortedOutcomes(store, isDocument: isDocument, isMessage: isMessage, &cursor)
      cursor.counts.references &-= answered
      while let row = try outcomes.next() { try reportOutcome(row, store, type: type, &cursor) }
    } catch {
      bundle.addresses.fail()
    }
  }

  private mutating func reportOutcome(
    _ row: IndexRow, _ store: BundleStore, type: BundleType, _ cursor: inout RecordCursor
  ) throws(TemporaryFileError) {
    let start = Int(row.w0)
    switch BundleOutcome(row) {
    case .repeated:
      let (entry, range) = (Int(row.w3), start..<start + Int(row.w4))
      guard row.w5 > 0 else { return reportDuplicateFullURL(entry: entry, inInput: range, type: type, &cursor) }
      reportOverlap(entry: entry, inInput: range, type: type, &cursor)
    case .unresolved:
      if cursor.drops(.unresolvedReference) { return }
      let pending = try pending(row, store)
      reportUnresolvedReference(pending, type: type, path: pathText(to: pending, cursor), &cursor)
    case .wrongTarget(let found):
      if cursor.drops(.wrongTargetType) { return }
      let pending = try pending(row, store)
      cursor.reportWrongTarget(found, pending, path: pathText(to: pending, cursor))
    }
  }

  // MARK: - What is said of a reference

  private mutating func pending(_ reference: HeldReference) -> PendingReference {
    bundle.addresses.references.withDetail(reference.detail) {
      PendingReference(flags: reference.flags, start: reference.start, detail: $0)
    }
  }

  private func pending(_ row: IndexRow, _ store: BundleStore) throws(TemporaryFileError) -> PendingReference {
    let place = Int(row.w3) - 1
    let count = try store.load(place, MemoryLayout<ReferenceDetail>.size) {
      $0.load(as: ReferenceDetail.self).byteCount
    }
    let (flags, start) = (UInt32(truncatingIfNeeded: row.w2), Int(row.w0))
    return try store.load(place, count) { PendingReference(flags: flags, start: start, detail: $0) }
  }

  /// The path of a pending reference, which the walk has left.
  private func pathText(to reference: PendingReference, _ cursor: borrowing RecordCursor) -> FindingPath {
    let tables = cursor.findings.tables
    let root = cursor.path.root.name(tables)
    return reference.steps.withUnsafeBufferPointer { .text(ElementPath.text(tables, root: root, steps: $0)) }
  }
}

extension RecordCursor {
  /// The label of the record that contains a pending reference.
  func label(of reference: PendingReference) -> RecordLabel? {
    guard let type = reference.ownerType else { return nil }
    let id = String(decoding: reference.ownerID, as: UTF8.self)
    return RecordLabel(resourceType: findings.tables.typeName(type), id: id.isEmpty ? nil : id.clipped)
  }
}
