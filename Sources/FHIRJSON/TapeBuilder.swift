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

  package enum Outcome {
    /// A complete value; `end` is the offset after it.
    case value(end: Int)
    /// The top-level object's `entry` array begins at this offset, and the caller asked to read it separately;
    case entries(start: Int, Head)
    case failure(SyntaxError)
  }

  /// What a document states before its `entry` array.
  package struct Head {
    /// Whether it has named the type Bundle.
    package let isBundle: Bool
    /// Its member `type`, if that is a string.
    package let type: String?
  }

  /// - Parameter maximumWords: how many words the tape of a value may have; beyond that the result is
  ///   ``SyntaxError/Code/recordTooLarge``.
  package init(maximumDepth: Int, capacity: Int = 4096, maximumWords: Int = .max) {
    (self.maximumDepth, self.maximumWords) = (maximumDepth, maximumWords)
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
  private static func room(for count: Int, instead old: UnsafeMutablePointer<UInt64>?) -> UnsafeMutablePointer<UInt64> {
    guard let memory = realloc(old, count * MemoryLayout<UInt64>.stride) else { fatalError("out of memory") }
    return memory.bindMemory(to: UInt64.self, capacity: count)
  }

  /// The tape of the last complete value. It points into this builder and the bytes, and is valid until the next call.
  @inlinable package func tape(over bytes: UnsafePointer<UInt8>) -> Tape { tape(at: start, over: bytes) }

  /// The tape that begins at a word: the value of ``end`` before it was read.
  @inlinable package func tape(at start: Int, over bytes: UnsafePointer<UInt8>) -> Tape {
    Tape(words: UnsafePointer(words + start), bytes: bytes)
  }

  @inlinable package var end: Int { used }

  /// Drops all tapes, and keeps the memory.
  package mutating func removeAll() { used = 0 }

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
    let first = keepsTapes ? used : 0
    // The word of a string is the sum of one of these, the pointer to its text, and its length in the upper half.
    let keys = TapeLayout.word(.key, length: 0, offset: 0) &- UInt64(UInt(bitPattern: bytes))
    let strings = TapeLayout.word(.string, length: 0, offset: 0) &- UInt64(UInt(bitPattern: bytes))
    var words = self.words + first
    var w = words
    /// The open container; at the top the word before the value, which is an array's so that no key is expected.
    var container = words
    container.pointee = TapeLayout.word(.array, length: 0, offset: 0)
    var p = Bytes.skipWhitespace(bytes + start)
    let valueStart = p
    /// Up to here there is room for any token; at most ``limit``.
    var checkpoint = p
    let top = indents.top
    let deepest = top + maximumDepth
    /// The depth, as a place in ``indents``.
    var level = top
    let entryLevel = stopsAtEntries && bundles.lengths != 0 ? top + 1 : deepest + 1

    item: while true {
      if p >= checkpoint {
        if p >= limit, inPlace { return .failure(SyntaxError(.unexpectedEnd, start: end, end: end)) }
        let t = w - words
        let open = container - words
        guard let next = makeRoom(after: t, first, from: p, to: limit) else {
          return .failure(Self.limit(.recordTooLarge, at: valueStart - bytes))
        }
        checkpoint = next
        words = self.words + first
        w = words + t
        container = words + open
      }

      value: do {
        if TapeLayout.isObject(container) {
          // Members whose values are strings need no more than this loop.
          while true {
            guard p.pointee == Bytes.quote else { return .failure(Self.missingKey(p, bytes, limit, container)) }
            let key = p + 1
            p = Bytes.firstSpecial(from: key)
            if _fastPath(p.pointee == Bytes.quote) {
              w.pointee = TapeLayout.word(keys, from: key, to: p)
            } else {
              guard let end = StringScanner.scanRest(of: key, from: p, to: limit, keys, w) else {
                return .failure(Self.stringFault(p, bytes, limit))
              }
              p = end
            }
            w += 1
            if _slowPath(p[1] != Bytes.colon) {
              p = Bytes.skipMixedWhitespace(p + 1) - 1
              guard p[1] == Bytes.colon else { return .failure(Self.unexpected(p + 1, bytes, limit, .colon)) }
            }
            p = Bytes.skipSpace(p + 2)
            guard p.pointee == Bytes.quote else { break }

            let text = p + 1
            p = Bytes.firstSpecial(from: text)
            if _fastPath(p.pointee == Bytes.quote) {
              w.pointee = TapeLayout.word(strings, from: text, to: p)
            } else {
              guard let end = StringScanner.scanRest(of: text, from: p, to: limit, strings, w) else {
                return .failure(Self.stringFault(p, bytes, limit))
              }
              p = end
            }
            w += 1
            p += 1
            guard p.pointee == Bytes.comma else { break value }
            TapeLayout.addItem(to: container)
            p = Indents.skip(p + 1, level)
            if p >= checkpoint { continue item }
          }
        }

        switch p.pointee {
        case Bytes.openBrace:
          if level >= deepest { return .failure(Self.limit(.tooDeep, at: p - bytes)) }
          w[0] = TapeLayout.word(.object, length: 0, offset: p - bytes)
          p = Indents.skip(p + 1, level + 1)
          if p.pointee != Bytes.closeBrace {
            w[1] = TapeLayout.link(from: w, to: container)
            container = w
            w += 2
            level += 1
            continue item
          }
          p += 1
          w += 2
          w[-1] = TapeLayout.end(at: p - bytes, next: w, words)

        case Bytes.openBracket:
          if level == entryLevel, TapeLayout.isObject(container) {
            let read = Tape(words: words, bytes: bytes)
            if let head = head(before: TapeIndex(w - words - 1), of: read) {
              return .entries(start: p - bytes, head)
            }
          }
          if level >= deepest { return .failure(Self.limit(.tooDeep, at: p - bytes)) }
          w[0] = TapeLayout.word(.array, length: 0, offset: p - bytes)
          p = Indents.skip(p + 1, level + 1)
          if p.pointee != Bytes.closeBracket {
            w[1] = TapeLayout.link(from: w, to: container)
            container = w
            w += 2
            level += 1
            continue item
          }
          p += 1
          w += 2
          w[-1] = TapeLayout.end(at: p - bytes, next: w, words)

        case Bytes.quote:
          // Few strings are items of arrays.
          guard let end = StringScanner.scanRest(of: p + 1, from: p + 1, to: limit, strings, w) else {
            return .failure(Self.stringFault(p + 1, bytes, limit))
          }
          p = end + 1
          w += 1

        default:
          guard let end = Self.scalar(p, bytes, w) else {
            return .failure(Self.missingValue(p, bytes, limit, level == top ? nil : container))
          }
          p = end
          w += 1
        }
        if level == top { break item }
      }

      // After a value: close the containers that end here, then continue after the comma.
      while true {
        p = Indents.skip(p, level - 1)
        let c = p.pointee
        if c == Bytes.comma {
          TapeLayout.addItem(to: container)
          p = Indents.skip(p + 1, level)
          continue item
        }
        guard c == (TapeLayout.isObject(container) ? Bytes.closeBrace : Bytes.closeBracket) else {
          let isObject = TapeLayout.isObject(container)
          return .failure(Self.unexpected(p, bytes, limit, isObject ? .commaOrEndOfObject : .commaOrEndOfArray))
        }
        p += 1
        TapeLayout.addItem(to: container)
        let parent = TapeLayout.linked(from: container)
        container[1] = TapeLayout.end(at: p - bytes, next: w, words)
        level -= 1
        if level == top { break item }
        container = parent
      }
    }
    let t = w - words
    if t > maximumWords { return .failure(Self.limit(.recordTooLarge, at: valueStart - bytes)) }
    self.start = first
    used = first &+ t
    return .value(end: p - bytes)
  }

  /// Ensures that there is room after `t` words of a tape that begins at word `first`; returns the place up to which it
  /// suffices for any text, `nil` if the tape is too large.
  @inline(never) private mutating func makeRoom(
    after t: Int, _ first: Int, from p: UnsafePointer<UInt8>, to limit: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    if capacity &- first &- t < Self.leastRoom {
      if t > maximumWords { return nil }
      capacity += min(capacity, Self.mostGrowth)
      words = Self.room(for: capacity, instead: words)
    }
    // An item writes at most two words for each byte, as a bracket does, and three in all.
    return min(limit, p + (capacity &- first &- t &- 8) &>> 1)
  }

  /// What stands before the array of `key`, the last word of the tape; `nil` if it is not to be read separately.
  @inline(never) private func head(before key: TapeIndex, of tape: Tape) -> Head? {
    guard tape.tag(key) == .key, tape.string(key, equals: "entry") else { return nil }
    let verdict = bundles.verdict(membersFrom: .root.content, to: key, of: tape)
    if verdict == .other { return nil }
    let type = tape.member("type", from: .root.content, to: key)
    return Head(isBundle: verdict == .bundle, type: type.flatMap { tape.text($0) })
  }

  private static func limit(_ code: SyntaxError.Code, at start: Int) -> SyntaxError {
    SyntaxError(code, start: start, end: start + 1)
  }
}
