/// Guesses what somebody meant.
enum Suggestion {
  /// The candidate that is the fewest edits away, when that is close enough to be meant.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(2, word.utf8.count / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < (best?.distance ?? .max) { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Edits of one byte that lead from one word to the other; two neighbours swapped are one edit.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for (row, byte) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(previous[column] + (byte == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, byte == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[second.count]
  }
}
