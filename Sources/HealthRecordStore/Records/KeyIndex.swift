/// Finds rows by the hash of their key: open addressing over row numbers, four bytes for each slot.
///
/// The index does not hold keys; the caller compares them.
struct KeyIndex: Sendable {
  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1

  private var places: [UInt32] = []
  /// The number of slots that are not empty, including removed ones.
  private var used = 0

  /// The row with this hash for which `isSame` holds.
  func row(_ hash: Int, where isSame: (UInt32) -> Bool) -> UInt32? {
    guard !places.isEmpty else { return nil }
    let mask = places.count - 1
    var place = hash & mask
    while places[place] != KeyIndex.empty {
      if places[place] != KeyIndex.removed, isSame(places[place]) { return places[place] }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Whether there is no room for another row before ``rebuild(_:hash:)``.
  var isFull: Bool { (used + 1) * 4 > places.count * 3 }

  /// Adds a row that is not in the index; there must be room.
  mutating func insert(_ row: UInt32, hash: Int) {
    let mask = places.count - 1
    var place = hash & mask
    while places[place] != KeyIndex.empty { place = (place + 1) & mask }
    places[place] = row
    used += 1
  }

  /// Removes a row.
  mutating func remove(_ row: UInt32, hash: Int) {
    guard !places.isEmpty else { return }
    let mask = places.count - 1
    var place = hash & mask
    while places[place] != KeyIndex.empty {
      if places[place] == row {
        places[place] = KeyIndex.removed
        return
      }
      place = (place + 1) & mask
    }
  }

  /// Rebuilds the index for these rows, with room for half as many more.
  mutating func rebuild(_ rows: some Sequence<UInt32>, count: Int, hash: (UInt32) -> Int) {
    var size = 16
    while size * 3 < (count + count / 2 + 1) * 4 { size *= 2 }
    places = Array(repeating: KeyIndex.empty, count: size)
    used = 0
    for row in rows { insert(row, hash: hash(row)) }
  }
}
