import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRRowStore
import FHIRText

/// The end of a Bundle, where everything that it holds has been seen.
extension Walker {
  /// Settles the references without an answer so far.
  mutating func settleReferences(type: BundleType) {
    let (isDocument, isMessage) = (type.traits.contains(.document), type.traits.contains(.message))
    if bundle.store != nil {
      settleStored(type: type, isDocument: isDocument, isMessage: isMessage)
    }
    if bundle.hasFailed {
      findings.countUncomparedBundle()
      return
    }
    for reference in bundle.references.all {
      let flags = reference.flags
      if HeldReference.hasKey(flags), let found = bundle.index.type(of: reference.key) {
        findings.references &-= 1
        let targets = HeldReference.targets(flags)
        if found >= 0, targets != 0, !rows.isTarget(found, of: targets) {
          let pending = pending(reference)
          reportWrongTarget(found, pending, path: path(to: pending))
        }
      } else if HeldReference.isOwed(flags, isDocument: isDocument, isMessage: isMessage) {
        let pending = pending(reference)
        reportUnresolvedReference(pending, type: type.name, path: path(to: pending))
      }
    }
  }

  /// Settles what is in the store, after all of the rest has gone there too.
  private mutating func settleStored(type: BundleType, isDocument: Bool, isMessage: Bool) {
    moveReferences()
    moveAddresses()
    guard let store = bundle.store, !bundle.hasFailed else { return }
    do throws(TemporaryFileError) {
      let (outcomes, answered) = try sortedOutcomes(store, isDocument: isDocument, isMessage: isMessage)
      findings.references &-= answered
      while let row = try outcomes.next() { try report(row, store, type: type) }
    } catch {
      bundle.fail()
    }
  }

  private mutating func report(_ row: IndexRow, _ store: BundleStore, type: BundleType) throws(TemporaryFileError) {
    let start = Int(row.w0)
    switch BundleOutcome(row) {
    case .repeated:
      let (entry, range) = (Int(row.w3), start..<start + Int(row.w4))
      guard row.w5 > 0 else { return reportDuplicateFullURL(entry: entry, inInput: range, type: type) }
      guard BundleDemand.distinctRequests.applies(to: type) else { return }
      report(
        .overlappingRequests, inInput: range, path: .below("entry[\(entry)].request.url"),
        Self.repeatedRequest("that of an earlier entry"), label: nil)
    case .unresolved:
      if drops(.unresolvedReference) { return }
      let pending = try pending(row, store)
      reportUnresolvedReference(pending, type: type.name, path: path(to: pending))
    case .wrongTarget(let found):
      if drops(.wrongTargetType) { return }
      let pending = try pending(row, store)
      reportWrongTarget(found, pending, path: path(to: pending))
    }
  }

  // MARK: - What is said of a reference

  private func pending(_ reference: HeldReference) -> PendingReference {
    bundle.references.withDetail(reference.detail) {
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

  /// The path of a pending reference, which the walk has left long ago.
  private func path(to reference: PendingReference) -> FindingPath {
    reference.steps.withUnsafeBufferPointer {
      .text(ElementPath.text(findings.tables, root: path.root.name(findings.tables), steps: $0))
    }
  }

  /// The label of the record that a pending reference stands in.
  func label(of reference: PendingReference) -> RecordLabel? {
    guard let type = reference.ownerType else { return nil }
    let id = String(decoding: reference.ownerID, as: UTF8.self)
    return RecordLabel(resourceType: findings.tables.typeName(type), id: id.isEmpty ? nil : id.clipped)
  }
}
