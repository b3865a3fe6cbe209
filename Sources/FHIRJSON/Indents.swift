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

  /// The same where white space begins. A call would cost more than the comparison.
  @inline(__always) private static func skipLine(
    _ p: UnsafePointer<UInt8>, _ level: UnsafeMutablePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let guess = p + Int(level.pointee)
    return guess.pointee > 0x20 && lineLength(p) == Int(level.pointee) ? guess : learn(p, level)
  }

  /// The longest line end with spaces that ``lineLength(_:)`` measures.
  private static let longest = 31

  /// The length of the line end at `p` with the spaces after it, 0 if there is none; 32 stands for any that is longer.
  @inline(__always) private static func lineLength(_ p: UnsafePointer<UInt8>) -> Int {
    let spaces = SIMD16<UInt8>(repeating: 0x20)
    var lineStart = spaces
    lineStart[0] = Bytes.newline
    return Bytes.run(Bytes.block(p) .== lineStart, Bytes.block(p + 16) .== spaces)
  }

  /// Counts the white space, and remembers a count that can be compared.
  @inline(never)
  private static func learn(_ p: UnsafePointer<UInt8>, _ level: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
    let end = Bytes.skipSomeWhitespace(p)
    level.pointee = end - p <= longest ? UInt8(end - p) : 0
    return end
  }
}
