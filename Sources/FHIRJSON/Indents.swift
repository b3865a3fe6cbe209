/// The length of the white space before the last token at each depth: a prediction for the next one.
///
/// Half of an indented text is white space. Counting it stalls the processor, because the position of the next token
/// depends on the count. Comparing with a prediction is a branch, and branches are predicted: the processor reads the
/// next token while it still checks the spaces before it.
struct Indents {
  /// The length at the top; those of the depths below follow.
  let top: UnsafeMutablePointer<UInt8>

  init(maximumDepth: Int) {
    top = .allocate(capacity: maximumDepth + 1)
    top.initialize(repeating: 0, count: maximumDepth + 1)
  }

  func deallocate() { top.deallocate() }

  /// The first byte from `p` on that is not white space; `level` is the length at the depth of the next token.
  @inline(__always)
  static func skip(_ p: UnsafePointer<UInt8>, _ level: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
    p.pointee > 0x20 ? p : skipLine(p, level)
  }

  /// The same where white space begins; a call, because the three copies would take the registers of the caller's loop.
  @inline(never) private static func skipLine(
    _ p: UnsafePointer<UInt8>, _ level: UnsafeMutablePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let guess = p + Int(level.pointee)
    return guess.pointee > 0x20 && isLine(p, to: guess) ? guess : learn(p, level)
  }

  /// Whether the bytes are a line end and spaces, or only spaces.
  @inline(__always) private static func isLine(_ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
    guard start.pointee == Bytes.newline || start.pointee == 0x20 else { return false }
    var p = start + 1
    var rest = end - p
    // The parts that are checked from the front and from the end may overlap, which saves a loop.
    if rest > 16 {
      while rest > 32 {
        guard areSpaces(p), areSpaces(p + 8) else { return false }
        p += 16
        rest &-= 16
      }
      return areSpaces(p) && areSpaces(p + 8) && areSpaces(end - 16) && areSpaces(end - 8)
    }
    if rest >= 8 { return areSpaces(p) && areSpaces(end - 8) }
    return (Bytes.load(p) ^ spaces) & (1 &<< (UInt64(truncatingIfNeeded: rest) &<< 3) &- 1) == 0
  }

  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  @inline(__always) private static func areSpaces(_ p: UnsafePointer<UInt8>) -> Bool { Bytes.load(p) == spaces }

  /// Counts the white space, and remembers a count that stays within the padding after the text: a prediction must
  /// never lead past it.
  @inline(never)
  private static func learn(_ p: UnsafePointer<UInt8>, _ level: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
    let end = Bytes.skipSomeWhitespace(p)
    level.pointee = end - p < Bytes.padding ? UInt8(end - p) : 0
    return end
  }
}
