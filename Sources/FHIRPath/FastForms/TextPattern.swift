/// A regular expression that is a sequence of characters or classes, each with a repetition count: it can be matched
/// from left to right without backtracking.
struct TextPattern {
  /// A class of ASCII characters, and its repetition count.
  struct Piece {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var minimum = 1
    var maximum = 1

    @inline(__always)
    func has(_ byte: UInt8) -> Bool { (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1 }

    mutating func add(_ range: ClosedRange<UInt8>) {
      for byte in range { if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) } }
    }

    func isDisjoint(with other: Piece) -> Bool { low & other.low == 0 && high & other.high == 0 }
  }

  private(set) var pieces: [Piece] = []
  /// Whether it must match the whole text.
  private(set) var isAnchored = false

  /// `nil` if the expression is more than a sequence of classes, or if a class may take characters that the next one
  /// needs.
  init?(_ expression: String) {
    var rest = Array(expression.utf8)[...]
    guard rest.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    let begins = rest.first == UInt8(ascii: "^")
    let ends = rest.last == UInt8(ascii: "$") && rest.dropLast().last != UInt8(ascii: "\\")
    guard begins == ends else { return nil }
    isAnchored = begins
    if begins { rest = rest.dropFirst().dropLast() }
    while let first = rest.popFirst() {
      var piece: Piece?
      if first == UInt8(ascii: "("), rest.first == UInt8(ascii: "[") {
        rest.removeFirst()
        piece = Self.takeClass(&rest)
        guard rest.popFirst() == UInt8(ascii: ")") else { return nil }
      } else {
        piece = first == UInt8(ascii: "[") ? Self.takeClass(&rest) : Self.single(first, &rest)
      }
      guard var piece, Self.takeTimes(&piece, &rest) else { return nil }
      pieces.append(piece)
    }
    guard isUnambiguous, !pieces.isEmpty else { return nil }
  }

  /// Whether the expression matches the whole text; `nil` if the text has a character that the classes do not cover.
  @inline(__always)
  static func matches(_ text: TextSpan, _ pieces: UnsafeBufferPointer<Piece>) -> Bool? {
    for place in 0..<text.count where text[place] &- 0x20 > 0x5E { return nil }
    var place = 0
    for piece in pieces {
      var times = 0
      while place < text.count, times < piece.maximum, piece.has(text[place]) {
        place &+= 1
        times &+= 1
      }
      if times < piece.minimum { return false }
    }
    return place == text.count
  }

  /// Whether a greedy match is always correct.
  private var isUnambiguous: Bool {
    for (number, piece) in pieces.enumerated() where piece.minimum != piece.maximum {
      for next in pieces[(number + 1)...] {
        if !piece.isDisjoint(with: next) { return false }
        if next.minimum > 0 { break }
      }
    }
    return true
  }

  /// A character outside a class.
  private static func single(_ first: UInt8, _ rest: inout ArraySlice<UInt8>) -> Piece? {
    var piece = Piece()
    switch first {
    case UInt8(ascii: "\\"): return escaped(&rest)
    case UInt8(ascii: "."): piece.add(0x20...0x7E)
    case _ where "()[]{}|?*+^$".utf8.contains(first): return nil
    default: piece.add(first...first)
    }
    return piece
  }

  /// The character or class after a backslash.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Piece? {
    guard let byte = rest.popFirst() else { return nil }
    var piece = Piece()
    switch byte {
    case UInt8(ascii: "d"): piece.add(0x30...0x39)
    // The other kinds of white space are not among the supported characters.
    case UInt8(ascii: "s"): piece.add(0x20...0x20)
    case _ where byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26: return nil
    default: piece.add(byte...byte)
    }
    return piece
  }

  /// A class, after its opening bracket.
  private static func takeClass(_ rest: inout ArraySlice<UInt8>) -> Piece? {
    var piece = Piece()
    if rest.first == UInt8(ascii: "^") { return nil }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "]"): return piece.low == 0 && piece.high == 0 ? nil : piece
      case UInt8(ascii: "["), UInt8(ascii: "&"): return nil
      case UInt8(ascii: "\\"):
        guard let escaped = escaped(&rest), rest.first != UInt8(ascii: "-") else { return nil }
        piece.low |= escaped.low
        piece.high |= escaped.high
      default:
        if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]") {
          guard end > byte, end != UInt8(ascii: "\\") else { return nil }
          rest = rest.dropFirst(2)
          piece.add(byte...end)
        } else {
          piece.add(byte...byte)
        }
      }
    }
    return nil
  }

  /// `?`, `*`, `+`, `{3}`, `{3,}` or `{3,5}` after a piece.
  private static func takeTimes(_ piece: inout Piece, _ rest: inout ArraySlice<UInt8>) -> Bool {
    switch rest.first {
    case UInt8(ascii: "?"): (piece.minimum, piece.maximum) = (0, 1)
    case UInt8(ascii: "*"): (piece.minimum, piece.maximum) = (0, .max)
    case UInt8(ascii: "+"): (piece.minimum, piece.maximum) = (1, .max)
    case UInt8(ascii: "{"):
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return false }
      let words = rest[rest.startIndex + 1..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let numbers = words.map { Int(String(decoding: $0, as: UTF8.self)) }
      guard let minimum = numbers.first ?? nil, (0...1_000).contains(minimum), words.count <= 2 else { return false }
      var maximum = minimum
      if words.count == 2 {
        guard words[1].isEmpty || numbers[1] != nil else { return false }
        maximum = numbers[1] ?? .max
      }
      guard maximum >= minimum else { return false }
      (piece.minimum, piece.maximum) = (minimum, maximum)
      rest = rest[(end + 1)...]
      return followsNothing(rest)
    default: return true
    }
    rest.removeFirst()
    return followsNothing(rest)
  }

  /// A second quantifier would make the first one lazy or possessive.
  private static func followsNothing(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    return !"?*+{".utf8.contains(next)
  }
}
