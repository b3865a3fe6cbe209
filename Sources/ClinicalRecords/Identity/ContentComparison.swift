package import FHIRTape

/// Compares two JSON values exactly, to check ``ContentDigest`` in tests and fuzzing.
///
/// Members are sorted by key. If an object has a key twice, the order of the two members counts, because some readers
/// use the first and some the last.
package struct ContentComparison {
  private let first: Tape
  private let second: Tape

  package init(_ first: Tape, _ second: Tape) {
    self.first = first
    self.second = second
  }

  /// Whether the values at the two indices have the same content.
  package func isSame(_ one: TapeIndex, _ other: TapeIndex) -> Bool {
    Content(first, at: one) == Content(second, at: other)
  }

  private indirect enum Content: Equatable {
    case plain(TapeTag, [UInt8])
    case text([UInt8])
    case array([Content])
    case object([Member])

    struct Member: Equatable {
      let name: [UInt8]
      let value: Content
    }

    init(_ tape: Tape, at index: TapeIndex) {
      switch tape.tag(index) {
      case .string, .escapedString, .key, .escapedKey: self = .text(tape.text(index))
      case .array: self = .array(tape.items(of: index).map { Content(tape, at: $0) })
      case .object:
        let members = tape.keys(of: index).map { (name: tape.text($0), key: $0) }.sorted {
          $0.name == $1.name ? $0.key < $1.key : $0.name.lexicographicallyPrecedes($1.name)
        }
        self = .object(members.map { Member(name: $0.name, value: Content(tape, at: $0.key.value)) })
      case .null, .true, .false: self = .plain(tape.tag(index), [])
      case .integer, .decimal, .exponent: self = .plain(tape.tag(index), tape.text(index))
      }
    }
  }
}

extension Tape {
  /// The value of a string or key or the digits of a number, as bytes: Swift's strings treat canonically equivalent
  /// texts as equal.
  func text(_ index: TapeIndex) -> [UInt8] {
    let lexeme = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    guard tag(index) == .escapedString || tag(index) == .escapedKey else { return Array(lexeme) }
    var value: [UInt8] = []
    JSONString.unescape(lexeme, into: &value)
    return value
  }

  /// Whether the index is that of a string that is not a key.
  func isString(_ index: TapeIndex) -> Bool { tag(index) == .string || tag(index) == .escapedString }
}
