/// The rows of one clinical and one resource type, in the order of the store's changes.
///
/// Dead rows stay until they outnumber live ones, so an iteration is linear in the number of rows it finds.
struct RowList: Sendable {
  private(set) var rows: [UInt32] = []
  private var dead = 0

  /// The number of live rows.
  var count: Int { rows.count - dead }

  mutating func append(_ row: UInt32) { rows.append(row) }

  /// Counts one more dead row, and removes the dead rows when they are many.
  mutating func noteDead(_ isDead: (UInt32) -> Bool) {
    dead += 1
    guard dead > rows.count / 2 else { return }
    rows.removeAll(where: isDead)
    dead = 0
  }
}
