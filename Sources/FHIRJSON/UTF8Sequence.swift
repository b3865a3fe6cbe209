/// One UTF-8 sequence of two to four bytes, checked against the table of well-formed sequences in the Unicode standard:
/// no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Sequence {
  /// The length of the sequence at `p`, whose first byte is not ASCII; 0 if it is not well-formed.
  static func length(_ p: UnsafePointer<UInt8>) -> Int {
    let first = p[0]
    if first < 0xC2 { return 0 }
    if first < 0xE0 { return isContinuation(p[1]) ? 2 : 0 }
    guard secondIsAllowed(first, p[1]), isContinuation(p[2]) else { return 0 }
    if first < 0xF0 { return 3 }
    return isContinuation(p[3]) ? 4 : 0
  }

  /// Whether an ill-formed sequence lacks only bytes that would follow at `limit`.
  static func isCut(_ p: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>) -> Bool {
    let first = p[0]
    guard first >= 0xC2, first < 0xF5 else { return false }
    let needed = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let available = limit - p
    guard available < needed else { return false }
    if available > 1, needed > 2, !secondIsAllowed(first, p[1]) { return false }
    return available < 3 || isContinuation(p[2])
  }

  private static func isContinuation(_ c: UInt8) -> Bool { c & 0xC0 == 0x80 }

  private static func secondIsAllowed(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0xE0: 0xA0...0xBF ~= second
    case 0xED: 0x80...0x9F ~= second
    case 0xE1...0xEF, 0xF1...0xF3: isContinuation(second)
    case 0xF0: 0x90...0xBF ~= second
    case 0xF4: 0x80...0x8F ~= second
    default: false
    }
  }
}
