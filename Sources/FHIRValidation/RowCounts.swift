import FHIRView

/// Counts by row: a list, since an input uses few rows.
struct RowCounts {
  private(set) var all: [(row: ReleaseRow, count: Int)] = []

  mutating func add(_ row: ReleaseRow) {
    for place in all.indices where all[place].row == row {
      all[place].count += 1
      return
    }
    if all.isEmpty { all.reserveCapacity(16) }
    all.append((row, 1))
  }
}
