import FHIRFindings
import FHIRSchema
import FHIRTape

/// The end of a Bundle: its type is known, and all of its entries have been judged.
extension ReferenceJudge {
  /// Settles everything that depends on the whole Bundle; the path is at the Bundle.
  mutating func finishBundle(_ index: TapeIndex, _ cursor: inout RecordCursor) {
    let type = typeOfBundle(index, cursor) ?? BundleType("", cursor.schema)
    checkFirstEntry(index, type: type, &cursor)
    cursor.checkTotal(of: index, type: type, matches: bundle.matches)
    checkTypeInvariants(index, type: type, &cursor)
    if let links = cursor.tape.member("link", of: index) { cursor.checkLinks(links) }
    reportUUIDs(&cursor)
    settleReferences(type: type, &cursor)
    let applies = BundleDemand.allCases.map { $0.applies(to: type) }
    // By number: an entry without a response is kept in most Bundles, and reported in few.
    for number in bundle.held.deferred.indices where applies[bundle.held.deferred[number].demand.rawValue] {
      reportDemand(bundle.held.deferred[number], &cursor)
    }
    for demand in BundleDemand.allCases where applies[demand.rawValue] {
      let dropped = bundle.held.dropped[demand.rawValue]
      if let rule = demand.rule {
        cursor.countUnlisted(rule.id, rule.severity, dropped)
      } else if let invariant = cursor.invariants.native(.uniqueFullURL) {
        cursor.countUnlisted(invariant.rule, invariant.severity, dropped)
      }
    }
  }

  func typeOfBundle(_ index: TapeIndex, _ cursor: borrowing RecordCursor) -> BundleType? {
    cursor.tape.text("type", of: index).map { BundleType($0, cursor.schema) }
  }

  private mutating func reportDemand(_ finding: DeferredFinding, _ cursor: inout RecordCursor) {
    let path = FindingPath.below("entry[\(finding.entry)]\(finding.suffix)")
    guard let rule = finding.demand.rule
    else { return cursor.report(.uniqueFullURL, inInput: finding.range, path: path, found: finding.message) }
    let severity = finding.isWarning ? .warning : rule.severity
    cursor.report(rule.id, severity, inInput: finding.range, path: path, finding.message)
  }

  mutating func settleReferences(type: BundleType, _ cursor: inout RecordCursor) {
    if bundle.addresses.store != nil { settleStored(type: type, &cursor) }
    if bundle.addresses.hasFailed {
      return cursor.counts.countUnjudged("addresses and references of a Bundle, for want of a temporary file")
    }
    for reference in bundle.addresses.references.all {
      if reference.flags.hasKey, let found = bundle.addresses.index.type(of: reference.key) {
        cursor.counts.references &-= 1
        if found.exists, !reference.flags.targets.accepts(found, cursor.rows) {
          cursor.reportWrongTarget(found, pending(reference))
        }
      } else if reference.flags.isOwed(in: type) {
        reportUnresolvedReference(pending(reference), type: type, &cursor)
      }
    }
  }

  /// Settles the references in the store, after the remaining ones have been moved there.
  private mutating func settleStored(type: BundleType, _ cursor: inout RecordCursor) {
    moveReferences()
    moveAddresses()
    guard let store = bundle.addresses.store, !bundle.addresses.hasFailed else { return }
    do throws(TemporaryFileError) {
      let (outcomes, answered) = try sortedOutcomes(store, type: type, &cursor)
      cursor.counts.references &-= answered
      while let row = try outcomes.next() { try reportOutcome(row, store, type: type, &cursor) }
    } catch {
      bundle.addresses.fail()
    }
  }

  private mutating func reportOutcome(
    _ row: IndexRow, _ store: BundleStore, type: BundleType, _ cursor: inout RecordCursor
  ) throws(TemporaryFileError) {
    switch row.w1 {
    case BundleRow.repeated:
      let (entry, range) = (Int(row.w3), Int(row.w0)..<Int(row.w0) + Int(row.w4))
      guard row.w5 > 0 else { return reportDuplicateFullURL(entry: entry, inInput: range, type: type, &cursor) }
      reportOverlap(entry: entry, inInput: range, type: type, &cursor)
    case BundleRow.unresolved:
      if cursor.drops(.unresolvedReference) { return }
      reportUnresolvedReference(try pending(row, store), type: type, &cursor)
    default:
      if cursor.drops(.wrongTargetType) { return }
      cursor.reportWrongTarget(TypeID(Int(row.w1) - 2), try pending(row, store))
    }
  }

  // MARK: - What is said of a reference

  private mutating func pending(_ reference: HeldReference) -> PendingReference {
    bundle.addresses.references.withDetail(reference.detail) {
      PendingReference(reference.flags, start: reference.start, detail: $0)
    }
  }

  private func pending(_ row: IndexRow, _ store: BundleStore) throws(TemporaryFileError) -> PendingReference {
    let place = Int(row.w3) - 1
    let count = try store.load(place, MemoryLayout<ReferenceDetail>.size) {
      $0.load(as: ReferenceDetail.self).byteCount
    }
    let flags = ReferenceFlags(bits: UInt32(truncatingIfNeeded: row.w2))
    return try store.load(place, count) { PendingReference(flags, start: Int(row.w0), detail: $0) }
  }
}

extension RecordCursor {
  /// Reports a fault of a reference that the walk has left; the path is at the Bundle.
  mutating func report(_ rule: Rule, about reference: PendingReference, _ message: String) {
    let (root, steps) = (path.root, Array(path.steps))
    path.restore(root, reference.steps)
    let record = reference.ownerType.map { findings.places.noteRecord($0, id: reference.ownerID) }
    report(rule.id, rule.severity, inInput: reference.range, path: .element, message, record: record)
    path.restore(root, steps)
  }
}

/// A Bundle that is larger than the memory for its addresses and references.
extension ReferenceJudge {
  @inline(never) mutating func makeRoomInBundle(_ cursor: inout RecordCursor) {
    if bundle.addresses.references.areMany {
      dropAnsweredReferences(&cursor)
      if bundle.addresses.references.areStillMany { moveReferences() }
    }
    if bundle.addresses.index.current.count >= bundle.addresses.limits.addresses {
      moveAddresses()
      bundle.addresses.index.beginTable()
    }
  }

  /// Drops the references that an earlier entry answers, unless it is of the wrong type, which is reported at the end.
  private mutating func dropAnsweredReferences(_ cursor: inout RecordCursor) {
    let (index, rows) = (bundle.addresses.index, cursor.rows)
    var answered = 0
    bundle.addresses.references.drop { reference in
      guard reference.flags.hasKey, let type = index.type(of: reference.key),
        !type.exists || reference.flags.targets.accepts(type, rows)
      else { return false }
      answered += 1
      return true
    }
    cursor.counts.references &-= answered
  }

  mutating func moveReferences() {
    let references = bundle.addresses.references
    bundle.addresses.useStore { store throws(TemporaryFileError) in
      for reference in references.all {
        let detail = reference.detail < 0 ? -1 : try references.withDetail(reference.detail, store.keep)
        try store.rows.append(BundleRow.reference(reference, detail: detail))
      }
    }
    references.removeAll()
  }

  /// Copies the addresses of the table to the store; later addresses go there directly.
  mutating func moveAddresses() {
    let table = bundle.addresses.index.current
    bundle.addresses.useStore { store throws(TemporaryFileError) in
      if store.hasAddresses { return }
      store.hasAddresses = true
      try table.forEachRow(store.rows.append)
    }
  }

  /// Puts the current entry's address, or the target of its request, into the store, once the addresses are there.
  @inline(never) mutating func storeAddress(
    _ key: BundleIndex.Key, type: TypeID, at value: TapeIndex, isRequest: Bool = false, _ cursor: inout RecordCursor
  ) {
    let row = BundleRow.address(
      key, type: type, entry: bundle.entries - 1, range: cursor.inputRange(cursor.headRange(value)),
      isRequest: isRequest)
    bundle.addresses.useStore { store throws(TemporaryFileError) in
      if store.hasAddresses { try store.rows.append(row) }
    }
  }

  /// Matches all addresses and references, and returns what must be reported, in the order of the input.
  func sortedOutcomes(
    _ store: BundleStore, type bundleType: BundleType, _ cursor: inout RecordCursor
  ) throws(TemporaryFileError) -> (outcomes: RowMerge, answered: Int) {
    let outcomes = RowSorter(budget: bundle.addresses.limits.sortingBytes)
    var answered = 0
    var group = AddressGroup()
    let merge = try RowMerge([store.rows], budget: bundle.addresses.limits.sortingBytes)
    while let row = try merge.next() {
      guard BundleRow.isReference(row) else {
        if !group.take(address: row) { try outcomes.append(BundleRow.outcome(BundleRow.repeated, row)) }
        continue
      }
      let flags = BundleRow.flags(row)
      guard let type = group.type(of: row) else {
        if flags.isOwed(in: bundleType) { try outcomes.append(BundleRow.outcome(BundleRow.unresolved, row)) }
        continue
      }
      answered += 1
      if type.exists, !flags.targets.accepts(type, cursor.rows) {
        try outcomes.append(BundleRow.outcome(UInt64(type.row + 2), row))
      }
    }
    return (try RowMerge([outcomes], budget: bundle.addresses.limits.sortingBytes), answered)
  }
}
