package enum Spelling {
  /// The candidate that takes the fewest edits: one in three letters, else two, or a third of the letters if that is more;
  /// `nil` for none.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let letters = Array(name.utf8.prefix(64))
    guard letters.count > 1 else { return nil }
    let limit = letters.count > 3 ? max(2, letters.count / 3) : 1
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let most = best.map { $0.distance - 1 } ?? limit
      if abs(candidate.utf8.count - letters.count) > most { continue }
      let distance = editDistance(letters, Array(candidate.utf8), limit: most)
      if let distance { best = (distance, candidate) }
    }
    guard let best, best.distance < letters.count else { return nil }
    return best.name
  }

  /// The number of letters to insert, remove or replace; a change of case costs nothing.
  package static func editDistance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    // An edit takes away one kind of letter and adds another at most.
    func kinds(_ letters: [UInt8]) -> UInt64 { letters.reduce(0) { $0 | 1 << UInt64(($1 | 0x20) & 63) } }
    if (kinds(a) ^ kinds(b)).nonzeroBitCount > 2 * limit { return nil }
    var row = Array(0...b.count)
    for (i, first) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, second) in b.enumerated() {
        let cost = first | 0x20 == second | 0x20 ? 0 : 1
        let value = min(row[j + 1] + 1, row[j] + 1, diagonal + cost)
        diagonal = row[j + 1]
        row[j + 1] = value
      }
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}
