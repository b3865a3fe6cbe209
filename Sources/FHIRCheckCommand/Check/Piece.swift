/// Rendered issues of one file, in order, that can be cut between any two.
struct Piece: Sendable {
  /// What stands before the first of them where it is the first of the file.
  var heading: [UInt8] = []
  /// Whether the heading stands whatever came before it; that of a part stands only where no part before has it.
  var opensFile = false
  /// The rendered text.
  var bytes: [UInt8] = []
  /// Where each issue ends in it.
  var ends: [Int] = []

  /// How many issues there are.
  var count: Int { ends.count }
}
