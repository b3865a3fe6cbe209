/// Rendered issues of one file, in order, that can be cut between any two.
struct Piece: Sendable {
  /// The rendered text.
  var bytes: [UInt8] = []
  /// Where each issue ends in it.
  var ends: [Int] = []

  /// How many issues there are.
  var count: Int { ends.count }
}
