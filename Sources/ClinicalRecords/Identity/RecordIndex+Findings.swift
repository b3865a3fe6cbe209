package import FHIRSupport

extension RecordIndex {
  /// Passes on all findings, in the order of the input: for each record its first relation to an earlier one.
  ///
  /// A record with the content of an earlier one is its duplicate. A record that differs from an earlier one of the
  /// same version conflicts with it. A record whose earlier occurrences are all in other versions is another version of
  /// the first of them. A record whose earlier occurrences all have ids in other letter case differs in case from the
  /// first of them. The finding always names the first record of its kind in the run.
  ///
  /// The index cannot be used afterwards.
  ///
  /// - Parameters:
  ///   - isSameFile: whether two numbers stand for the same file: a record is not a copy of itself.
  ///   - body: gets each finding.
  /// - Throws: what a temporary file or `body` throws.
  public func findings(
    isSameFile: (Int, Int) -> Bool = { $0 == $1 }, _ body: (IdentityFinding) throws -> Void
  ) throws {
    let found = RowSorter(budget: budget / 4)
    for part in try searches(1) {
      try part.run(isSameFile: isSameFile) { try found.append(IndexRow($0)) }
    }
    let merge = try RowMerge([found], budget: budget / 4)
    while let row = try merge.next() {
      if let finding = IdentityFinding(row) { try body(finding) }
    }
  }

  /// Divides the records among several threads: each search finds the problems of its own part, in no order.
  ///
  /// The index cannot be used afterwards.
  package func searches(_ count: Int) throws -> [IdentitySearch] {
    finish()
    if let failure { throw failure }
    // Reading back takes memory too, so if much is held, it is written to disk first.
    let held = sorters.reduce(0) { $0 + $1.heldBytes }
    if held > budget / 4 * 3 || sorters.contains(where: { $0.file != nil }) {
      for sorter in sorters { try sorter.release() }
    }
    defer { sorters = [RowSorter(budget: 0)] }
    // The first words of identities are evenly distributed.
    let width = UInt64.max / UInt64(max(count, 1))
    return (0..<max(count, 1)).map { number in
      let lower = UInt64(number) * width
      let upper = number == count - 1 ? .max : lower + (width - 1)
      return IdentitySearch(sorters: sorters, range: lower...upper, budget: budget / 4 / count)
    }
  }
}

/// Finds the problems of the records whose identities lie in a range.
package final class IdentitySearch {
  // Shared with the other searches; all of them only read.
  private let sorters: [RowSorter]
  private let range: ClosedRange<UInt64>
  private let budget: Int

  fileprivate init(sorters: [RowSorter], range: ClosedRange<UInt64>, budget: Int) {
    self.sorters = sorters
    self.range = range
    self.budget = budget
  }

  /// Compares level by level; see ``IdentityLevel``. Findings come in no order.
  package func run(
    isSameFile: (Int, Int) -> Bool, _ report: (IdentityFinding) throws -> Void
  ) throws {
    var current = try RowMerge(sorters, range: range, budget: budget)
    for level in IdentityLevel.allCases {
      let above = RowSorter(budget: budget)
      var sets = IdentitySets(level: level, above: above)
      while let row = try current.next() {
        // Only the first level has records without an identity.
        if row.w0 == RecordIndex.noIdentity, row.w1 == RecordIndex.noIdentity {
          try report(IdentityFinding(problem: .missingID, record: RowPlace(row).location, other: nil))
        } else {
          try sets.take(row, isSameFile, report)
        }
      }
      current = try RowMerge([above], budget: budget)
    }
  }
}

extension IndexRow {
  /// A finding as a row: in the order of the later places.
  package init(_ finding: IdentityFinding) {
    let (later, earlier) = (finding.record, finding.other)
    self.init(
      UInt64(truncatingIfNeeded: later.file), UInt64(truncatingIfNeeded: later.offset),
      UInt64(finding.problem.rawValue), earlier.map { UInt64(truncatingIfNeeded: $0.file) } ?? .max,
      earlier.map { UInt64(truncatingIfNeeded: $0.offset) } ?? 0)
  }
}

extension IdentityFinding {
  /// The finding in a row; `nil` if the row does not hold one.
  package init?(_ row: IndexRow) {
    guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { return nil }
    let place = { (file: UInt64, offset: UInt64) in
      RecordLocation(file: Int(truncatingIfNeeded: file), offset: Int(truncatingIfNeeded: offset))
    }
    self.init(problem: problem, record: place(row.w0, row.w1), other: row.w3 == .max ? nil : place(row.w3, row.w4))
  }
}
