import FHIRTape

/// Names of tags and attributes.
extension NarrativeScanner {
  // Functions that do not change the scanner are static: calling a method would first copy it.

  @inline(__always)
  static func readName(_ start: UnsafePointer<UInt8>) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    let length = Self.plainLength(Bytes.load(start))
    guard length < 8, !Self.goesOn(start[length]) else { return readLongName(start) }
    return (NarrativeName(shortAt: start, length: length), start + length)
  }

  /// Reads a name with characters other than lower-case letters and digits, or with eight characters or more.
  @inline(never)
  static func readLongName(
    _ start: UnsafePointer<UInt8>
  ) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    var name = NarrativeName()
    var p = start
    while true {
      var c = p.pointee
      var width = 1
      if c == JSONTextUnit.backslash || c == 0xEF {
        let unit = JSONTextUnit(at: p)
        c = unit.value
        width = unit.width
      }
      guard Self.isNameCharacter(c) else { return (name, p) }
      if c >= 0x80, width > 1 {
        for byte in JSONTextUnit.UTF8Bytes(escapeAt: p) { name.append(byte) }
      } else {
        name.append(c)
      }
      p += width
    }
  }

  /// How many of eight bytes, from the first on, are lower-case letters and digits.
  @inline(__always)
  static func plainLength(_ x: UInt64) -> Int {
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = x & ~tops
    // The top bit of a sum shows whether the byte reaches a bound: 0x61, 0x7B, 0x30 and 0x3A.
    let letters = (low &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(low &+ 0x0505_0505_0505_0505)
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)
    // If no bit is set, there are 64 trailing zeros.
    return ((~(letters | digits) | x) & tops).trailingZeroBitCount &>> 3
  }

  /// Whether a name may continue with this byte of the lexeme.
  @inline(__always)
  static func goesOn(_ c: UInt8) -> Bool { isNameCharacter(c) || c == JSONTextUnit.backslash }

  /// Whether the name of the element that was opened at `p` is this one.
  @inline(__always)
  static func isOpen(_ name: NarrativeName, at p: UnsafePointer<UInt8>) -> Bool {
    if name.length < 8, NarrativeName(shortAt: p, length: name.length).head == name.head, !Self.goesOn(p[name.length]) {
      return true
    }
    return Self.readName(p).name == name
  }

  /// Whether a name is short and equals the bytes between two places.
  @inline(__always)
  static func isWritten(
    _ name: NarrativeName, at start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> Bool {
    name.length < 8 && end - start == name.length
      && NarrativeName(shortAt: start, length: name.length).head == name.head
  }

  /// Letters, digits, `-`, `.`, `:` and `_`; names beyond ASCII are never allowed and are only read to report them.
  @inline(__always)
  static func isNameCharacter(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c &- 0x2D < 2 || c &- 0x30 < 11 || c == UInt8(ascii: "_") || c >= 0x80
  }

  /// Whether XML allows a name to begin with this character.
  @inline(__always)
  static func canBeginName(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") || c == UInt8(ascii: ":") || c >= 0x80
  }

  /// The colon after the prefix of a name.
  static func colon(in start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = start
    while p < end {
      let unit = JSONTextUnit(at: p)
      if unit.value == UInt8(ascii: ":") { return p }
      p += unit.width
    }
    return nil
  }
}
