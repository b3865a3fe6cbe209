import RowStore

extension RecordIndex {
  /// What was found, in the order of the input: of each record its first relation to an earlier one.
  ///
  /// A record with the content of an earlier one is its duplicate. One that differs from an earlier one of the same
  /// version conflicts with it. One that is only there in other versions is another version of the first of them. One
  /// of which only other spellings of the id are there differs in case from the first of those. The record that is
  /// named is always the first of its kind in the run.
  ///
  /// The index is used up by this.
  ///
  /// - Parameters:
  ///   - storage: where records are read again to be compared.
  ///   - body: gets each finding.
  /// - Throws: what a temporary file or `body` throws.
  public func findings(in storage: some RecordStorage, _ body: (IdentityFinding) throws -> Void) throws {
    if let failure { throw failure }
    let found = RowSorter(budget: budget / 4)
    try collectFindings(in: storage) { problem, later, earlier throws(TemporaryFileError) in
      try found.append(
        IndexRow(later.upper, later.lower, UInt64(problem.rawValue), earlier?.upper ?? .max, earlier?.lower ?? 0))
    }
    sorters = [RowSorter(budget: 0)]
    let merge = try RowMerge([found], budget: budget / 4)
    while let row = try merge.next() {
      guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { continue }
      try body(
        IdentityFinding(
          problem: problem, record: RowPlace(row.w0, row.w1).location,
          other: row.w3 == .max ? nil : RowPlace(row.w3, row.w4).location))
    }
  }

  /// Climbs the levels; see ``IdentityLevel``.
  private func collectFindings(
    in storage: some RecordStorage,
    _ report: (IdentityProblem, RowPlace, RowPlace?) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) {
    // Reading back takes memory too: where much is held, the disk takes it first.
    let held = sorters.reduce(0) { $0 + $1.heldBytes }
    if held > budget / 2 || sorters.contains(where: { $0.file != nil }) {
      for sorter in sorters { try sorter.release() }
    }
    var current = try RowMerge(sorters, budget: budget / 4)
    for level in IdentityLevel.allCases {
      let above = RowSorter(budget: budget / 4)
      let sets = IdentitySets(level: level, storage: storage, above: above)
      while let row = try current.next() {
        if row.w0 == RecordIndex.noIdentity, row.w1 == RecordIndex.noIdentity {
          if !isWithdrawn(row) { try report(.missingID, RowPlace(row), nil) }
        } else if level != .content || !isWithdrawn(row) {
          try sets.take(row, report)
        }
      }
      current = try RowMerge([above], budget: budget / 4)
    }
  }

  private func isWithdrawn(_ row: IndexRow) -> Bool {
    guard !withdrawn.isEmpty else { return false }
    let place = RowPlace(row)
    return place.isStreamedEntry && withdrawn.contains(place.file)
  }
}
