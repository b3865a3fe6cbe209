/// Counts by row of the schema: a list, since an input names few of the rows.
struct RowCounts {
  private(set) var all: [(row: Int, count: Int)] = []

  mutating func add(_ row: Int) {
    for place in all.indices where all[place].row == row {
      all[place].count += 1
      return
    }
    if all.isEmpty { all.reserveCapacity(16) }
    all.append((row, 1))
  }

  /// Takes one back that was added.
  mutating func remove(_ row: Int) {
    guard let place = all.firstIndex(where: { $0.row == row }) else { return }
    all[place].count -= 1
    if all[place].count == 0 { all.remove(at: place) }
  }
}
