#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads one JSON value into a tape: checks grammar, UTF-8, escapes and numbers in one pass.
///
/// The loop keeps its state in locals and raw pointers; versions with arrays, spans and classes ran at a half to a
/// fifth of the speed. All unsafe code that depends on the input's shape is in this file, and relies on two facts:
/// ``Bytes/padding`` zeros follow the text, or the guarantee that `Window` describes for a caller's bytes, and the
/// loop ensures room for a container before each item.
///
/// Nesting does not recurse: an open container keeps its parent's tape index in its second word.
@usableFromInline
package struct TapeBuilder: ~Copyable {
  @usableFromInline private(set) var words: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private let maximumDepth: Int
  private let maximumWords: Int
  private let indents: Indents
  /// The types of documents whose entries the caller may read separately.
  package var bundles = BundleTypes.none
  /// The word after the last tape, where the next tape begins.
  @usableFromInline private(set) var used = 0
  @usableFromInline private(set) var start = 0
  /// How many words must be free to continue.
  private static let leastRoom = 64
  /// The largest number of words added at once; the limit is tested after each such step.
  private static let mostGrowth = 2 << 20

  /// The result of one call.
  package enum Outcome {
    /// A complete value; `end` is the offset after it.
    case value(end: Int)
    /// The top-level object's `entry` array begins at this offset, and the caller asked to read it separately;
    /// `isBundle` is whether the object has named the type Bundle before.
    case entries(start: Int, isBundle: Bool)
    case failure(SyntaxError)
  }

  /// - Parameter maximumWords: how many words the tape of a value may have; beyond that the result is
  ///   ``SyntaxError/Code/recordTooLarge``.
  package init(maximumDepth: Int, capacity: Int = 4096, maximumWords: Int = .max) {
    self.maximumDepth = maximumDepth
    self.maximumWords = maximumWords
    self.capacity = max(capacity, 2 * Self.leastRoom)
    words = Self.room(for: self.capacity, instead: nil)
    indents = Indents(maximumDepth: maximumDepth)
  }

  deinit {
    free(words)
    indents.deallocate()
  }

  /// Allocates memory for words, or grows existing memory: the kernel moves large blocks by its page tables, so growing
  /// does not need twice the memory.
  private static func room(
    for count: Int, instead old: UnsafeMutablePointer<UInt64>?
  ) -> UnsafeMutablePointer<UInt64> {
    guard let memory = realloc(old, count * MemoryLayout<UInt64>.stride) else { fatalError("out of memory") }
    return memory.bindMemory(to: UInt64.self, capacity: count)
  }

  /// The tape of the last complete value, over the same bytes.
  ///
  /// It points into this builder and the bytes: do not keep it beyond the next call.
  @inlinable package func tape(over bytes: UnsafePointer<UInt8>) -> Tape { tape(at: start, over: bytes) }

  /// The tape that begins at a word: the value of ``end`` before it was read.
  @inlinable package func tape(at start: Int, over bytes: UnsafePointer<UInt8>) -> Tape {
    Tape(words: UnsafePointer(words + start), bytes: bytes)
  }

  /// The start of the next tape.
  @inlinable package var end: Int { used }

  /// Reads the value that begins at `start`; leading white space is allowed.
  ///
  /// - Parameters:
  ///   - bytes: the text, with ``Bytes/padding`` zero bytes after `end`.
  ///   - stopsAtEntries: whether to stop at an `entry` array of the top-level object.
  ///   - inPlace: whether the guarantee of a `Window` over a caller's bytes replaces the zeros after `end`. A text
  ///     that continues past `end` then fails there.
  ///   - keepsTapes: whether the previous tapes are still needed; otherwise this one overwrites them.
  package mutating func read(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, stopsAtEntries: Bool = false, inPlace: Bool = false,
    keepsTapes: Bool = false
  ) -> Outcome {
    let limit = bytes + end
    let indents = self.indents
    let maximumDepth = self.maximumDepth
    let maximumWords = self.maximumWords
    let first = keepsTapes ? used : 0
    var words = self.words + first
    var capacity = self.capacity &- first
    /// The tape index of the next word.
    var t = 0
    var p = Bytes.skipWhitespace(bytes + start)
    let valueStart = p
    /// Up to here there is room for any token; at most ``limit``.
    var checkpoint = p
    var depth = 0
    /// The tape index of the open container, -1 at the top.
    var container = -1
    var inObject = false
    let entryDepth = stopsAtEntries && bundles.lengths != 0 ? 1 : -1

    item: while true {
      if p >= checkpoint {
        if p >= limit, inPlace { return .failure(SyntaxError(.unexpectedEnd, start: end, end: end)) }
        if capacity &- t < Self.leastRoom {
          if t > maximumWords { return .failure(Self.tooLarge(at: valueStart - bytes)) }
          grow()
          words = self.words + first
          capacity = self.capacity &- first
        }
        // An item writes at most two words for each byte, as a bracket does, and three in all.
        checkpoint = min(limit, p + (capacity &- t &- 8) &>> 1)
      }

      if inObject {
        guard p.pointee == Bytes.quote else {
          return .failure(Self.missingKey(p, bytes, limit, isFirst: words[container] & TapeLayout.lengths == 0))
        }
        let key = p + 1
        var q = Bytes.firstSpecial(from: key)
        var tag = TapeTag.key
        if q.pointee != Bytes.quote {
          let rest = StringScanner.scanRest(q, limit: limit)
          if let fault = rest.fault { return .failure(Self.stringFault(fault, rest, bytes)) }
          q = rest.end
          if rest.hasEscapes { tag = .escapedKey }
        }
        words[t] = TapeLayout.word(tag, length: q - key, offset: key - bytes)
        t &+= 1
        p = q + 1
        if p.pointee != Bytes.colon {
          p = Bytes.skipWhitespace(p)
          guard p.pointee == Bytes.colon else { return .failure(Self.unexpected(p, bytes, limit, .colon)) }
        }
        p = Bytes.skipSpace(p + 1)
        if q - key == 5, depth == entryDepth, p.pointee == Bytes.openBracket,
          Bytes.load(key) & 0xFF_FFFF_FFFF == 0x79_7274_6E65  // "entry"
        {
          let read = Tape(words: words, bytes: bytes)
          switch bundles.verdict(membersFrom: .root.content, to: TapeIndex(t - 1), of: read) {
          case .bundle: return .entries(start: p - bytes, isBundle: true)
          case .open: return .entries(start: p - bytes, isBundle: false)
          case .other: break
          }
        }
      }

      switch p.pointee {
      case Bytes.quote:
        let text = p + 1
        var q = Bytes.firstSpecial(from: text)
        var tag = TapeTag.string
        if q.pointee != Bytes.quote {
          let rest = StringScanner.scanRest(q, limit: limit)
          if let fault = rest.fault { return .failure(Self.stringFault(fault, rest, bytes)) }
          q = rest.end
          if rest.hasEscapes { tag = .escapedString }
        }
        words[t] = TapeLayout.word(tag, length: q - text, offset: text - bytes)
        t &+= 1
        p = q + 1

      case Bytes.openBrace, Bytes.openBracket:
        let opensObject = p.pointee == Bytes.openBrace
        depth &+= 1
        if depth > maximumDepth {
          return .failure(SyntaxError(.tooDeep, start: p - bytes, end: p - bytes + 1))
        }
        words[t] = TapeLayout.word(opensObject ? .object : .array, length: 0, offset: p - bytes)
        words[t &+ 1] = UInt64(truncatingIfNeeded: container &+ 1)
        container = t
        t &+= 2
        inObject = opensObject
        p = indents.skip(p + 1, depth: depth)
        if p.pointee != (opensObject ? Bytes.closeBrace : Bytes.closeBracket) { continue item }
        // The end counts the item before it, but here there is none.
        words[container] &-= TapeLayout.oneItem

      case UInt8(ascii: "t"):
        guard UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x6575_7274) else {
          return .failure(Self.invalidLiteral(p, bytes, limit, "true"))
        }
        words[t] = TapeLayout.word(.true, length: 4, offset: p - bytes)
        t &+= 1
        p += 4
        if Self.isWord(p.pointee) { return .failure(Self.invalidLiteral(p - 4, bytes, limit, "true")) }

      case UInt8(ascii: "f"):
        guard UnsafeRawPointer(p + 1).loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x6573_6C61) else {
          return .failure(Self.invalidLiteral(p, bytes, limit, "false"))
        }
        words[t] = TapeLayout.word(.false, length: 5, offset: p - bytes)
        t &+= 1
        p += 5
        if Self.isWord(p.pointee) { return .failure(Self.invalidLiteral(p - 5, bytes, limit, "false")) }

      case UInt8(ascii: "n"):
        guard UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x6C6C_756E) else {
          return .failure(Self.invalidLiteral(p, bytes, limit, "null"))
        }
        words[t] = TapeLayout.word(.null, length: 4, offset: p - bytes)
        t &+= 1
        p += 4
        if Self.isWord(p.pointee) { return .failure(Self.invalidLiteral(p - 4, bytes, limit, "null")) }

      case 0x30...0x39, UInt8(ascii: "-"):
        let number = NumberScanner.scan(p)
        guard number.isValid, Self.canEndNumber(number.end.pointee) else {
          return .failure(Self.invalidNumber(p, number.end, bytes, limit))
        }
        words[t] = TapeLayout.word(number.tag, length: number.end - p, offset: p - bytes)
        t &+= 1
        p = number.end

      default:
        let inArray = container >= 0 && !inObject
        let isFirst = inArray && words[container] & TapeLayout.lengths == 0
        return .failure(Self.missingValue(p, bytes, limit, inArray: inArray, isFirst: isFirst))
      }

      // After a value: close the containers that end here, then continue after the comma.
      while container >= 0 {
        p = indents.skip(p, depth: depth &- 1)
        let c = p.pointee
        if c == Bytes.comma {
          words[container] &+= TapeLayout.oneItem
          p = indents.skip(p + 1, depth: depth)
          continue item
        }
        guard c == (inObject ? Bytes.closeBrace : Bytes.closeBracket) else {
          return .failure(Self.unexpected(p, bytes, limit, inObject ? .commaOrEndOfObject : .commaOrEndOfArray))
        }
        p += 1
        let open = words + container
        let parent = Int(truncatingIfNeeded: open[1]) &- 1
        open[0] &+= TapeLayout.oneItem
        open[1] = UInt64(truncatingIfNeeded: p - bytes) &<< 32 | UInt64(truncatingIfNeeded: t)
        depth &-= 1
        container = parent
        if parent >= 0 { inObject = words[parent] &>> 60 == UInt64(TapeTag.object.rawValue) }
      }
      if t > maximumWords { return .failure(Self.tooLarge(at: valueStart - bytes)) }
      self.start = first
      used = first &+ t
      return .value(end: p - bytes)
    }
  }

  @inline(never)
  private mutating func grow() {
    capacity += min(capacity, Self.mostGrowth)
    words = Self.room(for: capacity, instead: words)
  }

  private static func tooLarge(at start: Int) -> SyntaxError {
    SyntaxError(.recordTooLarge, start: start, end: start + 1)
  }

  /// Whether a byte may follow a number; `2020-01-31` and `1.2.3` are faults of the whole number.
  @inline(__always)
  static func canEndNumber(_ c: UInt8) -> Bool {
    c == Bytes.comma || c <= 0x20 || !(isWord(c) || c == 0x2B || c == 0x2D || c == 0x2E)
  }

  @inline(__always)
  static func isWord(_ c: UInt8) -> Bool {
    Bytes.isDigit(c) || (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_")
  }
}
