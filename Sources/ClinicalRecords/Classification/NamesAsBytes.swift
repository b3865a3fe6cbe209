import FHIRTape

/// Values by their names, which are looked up as bytes: no string is made for each record.
struct NamesAsBytes<Value: Sendable>: Sendable {
  /// By the length of the name, which leaves one or two to compare.
  private let ofLength: [[(name: [UInt8], value: Value)]]

  init(_ names: [(name: String, value: Value)]) {
    let names = names.map { (name: Array($0.name.utf8), value: $0.value) }
    let longest = names.map(\.name.count).max() ?? 0
    ofLength = (0...longest).map { length in names.filter { $0.name.count == length } }
  }

  func value(of name: UnsafeBufferPointer<UInt8>) -> Value? {
    guard let start = name.baseAddress, name.count < ofLength.count else { return nil }
    for candidate in ofLength[name.count] where Bytes.isEqual(candidate.name, start, name.count) {
      return candidate.value
    }
    return nil
  }
}

extension Tape {
  /// The text of the string or key at `index`, escapes resolved; `nil` for any other value.
  @inline(__always)
  func withText<Result>(_ index: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch tag(index) {
    case .string, .key: body(UnsafeBufferPointer(start: lexeme(index), count: length(index)))
    case .escapedString, .escapedKey: withEscapedText(index, body)
    default: nil
    }
  }

  /// The index of the value of the first member of this name, `.none` when there is none, or no object.
  @inline(__always) func value(of name: StaticString, in object: TapeIndex) -> TapeIndex {
    object.exists ? member(name, of: object) ?? .none : .none
  }
}
