/// The tape: a JSON value as a flat run of 64-bit words, in document order.
///
/// A validator needs the place of every value, the digits of every number and all duplicate keys; a tree of Swift
/// values keeps none of these and costs one allocation per node. The tape keeps offsets into the bytes instead, and is
/// written in the same pass that checks the grammar.
///
/// | bits   | a scalar, a key                        | first word of a container  | second word of a container  |
/// |--------|----------------------------------------|----------------------------|-----------------------------|
/// | 60..63 | ``TapeTag``                            | ``TapeTag``                | (part of the offset)        |
/// | 32..59 | bytes of the lexeme                    | number of items            | byte offset after the end   |
/// | 0..31  | byte offset of the lexeme              | byte offset of its bracket | tape index after the end    |
///
/// The lexeme of a string or key lies between the quotes. `{"a": [true, 1.50]}` becomes
///
/// ```text
/// 0  object    items 1   offset 0
/// 1            after 19  next 7
/// 2  key       bytes 1   offset 2      a
/// 3  array     items 2   offset 6
/// 4            after 18  next 7
/// 5  true      bytes 4   offset 7
/// 6  decimal   bytes 4   offset 13     1.50
/// ```
///
/// To find `a`: start at word 2 and compare the key; its value is word 3. To skip that value, continue at its `next`.
/// Values are converted only on request: `1.50` stays `1.50`.
@frozen
@usableFromInline
package enum TapeTag: UInt8, Sendable {
  case null
  case `false`
  case `true`
  /// A number of digits and sign only.
  case integer
  /// A number with a fraction, and no exponent.
  case decimal
  case exponent
  /// A string whose lexeme is its value.
  case string
  /// A string with at least one escape, or with U+FFFE or U+FFFF, which XML does not allow.
  case escapedString
  /// A key whose lexeme is its value.
  case key
  case escapedKey
  case object
  case array
}

@usableFromInline
package enum TapeLayout {
  /// The largest length of a lexeme and number of items, and so the largest document that fits the layout.
  package static let maximumBytes = 1 << 28

  /// How many words the tape of a record may have: as many bytes as the record itself, because `[1,1,1]` takes four
  /// times as much space on the tape as in the text. A tape of a megabyte is always allowed.
  package static func maximumWords(forRecordBytes count: Int) -> Int {
    max(count, 1 << 20) / MemoryLayout<UInt64>.stride
  }

  /// The bits of a word that hold a length or a number of items.
  static let lengths: UInt64 = 0xFFF_FFFF << 32

  @inlinable
  package static func word(_ tag: TapeTag, length: Int, offset: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: tag.rawValue) &<< 60 | UInt64(truncatingIfNeeded: length) &<< 32
      | UInt64(truncatingIfNeeded: offset)
  }
}

/// The words that the builder writes, and how it reads those of open containers.
extension TapeLayout {
  /// The word of a string, from the word of an empty string at the beginning of all memory.
  @inline(__always)
  static func word(_ base: UInt64, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UInt64 {
    base &+ UInt64(UInt(bitPattern: start)) &+ UInt64(truncatingIfNeeded: end - start) &<< 32
  }

  /// The tag and the number of items of a container; as half a word it needs no constants of 64 bits.
  @inline(__always)
  private static func upperHalf(_ container: UnsafeMutablePointer<UInt64>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(container) + (1.littleEndian == 1 ? 4 : 0)
  }

  @inline(__always) static func addItem(to container: UnsafeMutablePointer<UInt64>) {
    let half = upperHalf(container)
    half.storeBytes(of: half.load(as: UInt32.self) &+ 1, as: UInt32.self)
  }

  /// Whether a container is an object; the tags of objects and arrays differ in one bit.
  @inline(__always) static func isObject(_ container: UnsafeMutablePointer<UInt64>) -> Bool {
    upperHalf(container).load(as: UInt32.self) & 1 &<< 28 == 0
  }

  /// The second word of an open container: the distance to the one around it, in bytes.
  @inline(__always)
  static func link(from container: UnsafeMutablePointer<UInt64>, to parent: UnsafeMutablePointer<UInt64>) -> UInt64 {
    UInt64(UInt(bitPattern: parent) &- UInt(bitPattern: container))
  }

  @inline(__always) static func linked(from container: UnsafeMutablePointer<UInt64>) -> UnsafeMutablePointer<UInt64> {
    let distance = Int(truncatingIfNeeded: container[1])
    return (UnsafeMutableRawPointer(container) + distance).assumingMemoryBound(to: UInt64.self)
  }

  /// The second word of a container that ends before `offset`; `words` is the beginning of the tape.
  @inline(__always)
  static func end(at offset: Int, next: UnsafeMutablePointer<UInt64>, _ words: UnsafeMutablePointer<UInt64>) -> UInt64 {
    UInt64(truncatingIfNeeded: offset) &<< 32 | UInt64(UInt(bitPattern: next) &- UInt(bitPattern: words)) &>> 3
  }
}
