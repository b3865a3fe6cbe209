import FHIRSchema
import FHIRTape
import FHIRRowStore

/// A Bundle that is larger than the memory for its addresses and references.
extension ReferenceJudge {
  /// Makes room before an entry.
  @inline(never)
  mutating func makeRoomInBundle(_ cursor: inout RecordCursor) {
    if bundle.addresses.references.areMany {
      dropAnsweredReferences(&cursor)
      if bundle.addresses.references.areStillMany { moveReferences() }
    }
    if bundle.addresses.index.current.count >= bundle.addresses.limits.addresses {
      moveAddresses()
      bundle.addresses.index.beginTable()
    }
  }

  /// Drops the references that an earlier entry answers, unless that entry is of the wrong type, which is reported at
  /// the end.
  private mutating func dropAnsweredReferences(_ cursor: inout RecordCursor) {
    let (index, rows) = (bundle.addresses.index, cursor.rows)
    var answered = 0
    bundle.addresses.references.drop { reference in
      guard HeldReference.hasKey(reference.flags), let type = index.type(of: reference.key) else { return false }
      guard !type.exists || HeldReference.targets(reference.flags).accepts(type, rows) else { return false }
      answered += 1
      return true
    }
    cursor.counts.references &-= answered
  }

  /// Moves the held references to the store.
  mutating func moveReferences() {
    let references = bundle.addresses.references
    bundle.addresses.useStore { store throws(TemporaryFileError) in
      for reference in references.all {
        var detail = -1
        if reference.detail >= 0 {
          detail = try references.withDetail(reference.detail) { bytes throws(TemporaryFileError) in
            try store.keep(bytes)
          }
        }
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
      try table.forEachRow { row throws(TemporaryFileError) in try store.rows.append(row) }
    }
  }

  /// Puts the current entry's address, or the target of its request, into the store, once the addresses are there.
  @inline(never)
  mutating func storeAddress(
    _ key: BundleIndex.Key, type: TypeID, at value: TapeIndex, isRequest: Bool = false, _ cursor: inout RecordCursor
  ) {
    let row = BundleRow.address(
      key, type: type, entry: bundle.entries - 1, range: cursor.inputRange(cursor.headRange(value)),
      isRequest: isRequest)
    bundle.addresses.useStore { store throws(TemporaryFileError) in
      if store.hasAddresses { try store.rows.append(row) }
    }
  }

  // MARK: - The end

  /// Matches all addresses and references, and returns what must be reported, in the order of the input.
  ///
  /// - Parameter type: the type of the Bundle.
  func sortedOutcomes(
    _ store: BundleStore, isDocument: Bool, isMessage: Bool, _ cursor: inout RecordCursor
  ) throws(TemporaryFileError) -> (outcomes: RowMerge, answered: Int) {
    let outcomes = RowSorter(budget: bundle.addresses.limits.sortingBytes)
    var answered = 0
    var group = AddressGroup()
    let merge = try RowMerge([store.rows], budget: bundle.addresses.limits.sortingBytes)
    while let row = try merge.next() {
      let start = BundleRow.start(row)
      guard BundleRow.isReference(row) else {
        if !group.take(address: row) {
          try outcomes.append(BundleOutcome.row(.repeated, at: start, row))
        }
        continue
      }
      let flags = UInt32(truncatingIfNeeded: row.w3)
      guard let type = group.type(of: row) else {
        if HeldReference.isOwed(flags, isDocument: isDocument, isMessage: isMessage) {
          try outcomes.append(BundleOutcome.row(.unresolved, at: start, row))
        }
        continue
      }
      answered += 1
      if type.exists, !HeldReference.targets(flags).accepts(type, cursor.rows) {
        try outcomes.append(BundleOutcome.row(.wrongTarget(type), at: start, row))
      }
    }
    return (try RowMerge([outcomes], budget: bundle.addresses.limits.sortingBytes), answered)
  }
}

/// What must be reported about a row of a ``BundleStore``, and where, encoded as a row.
enum BundleOutcome {
  /// An address or a request that the Bundle already has.
  case repeated
  case unresolved
  /// A reference to a resource of this type.
  case wrongTarget(TypeID)

  static func row(_ outcome: BundleOutcome, at start: Int, _ row: IndexRow) -> IndexRow {
    let kind: UInt64 =
      switch outcome {
      case .repeated: 0
      case .unresolved: 1
      case .wrongTarget(let type): UInt64(type.row + 2)
      }
    return IndexRow(UInt64(start), kind, row.w3, row.w4, row.w5, row.w6)
  }

  init(_ row: IndexRow) {
    switch row.w1 {
    case 0: self = .repeated
    case 1: self = .unresolved
    default: self = .wrongTarget(TypeID(Int(row.w1) - 2))
    }
  }
}
