import FHIRSchema
import FHIRTape

/// What was looked up for the last records by name: their types, and the releases of their profiles.
struct RecentNames: Sendable {
  private struct KnownType: @unchecked Sendable {
    // @unchecked: the names of the recogniser keep the type alive.
    let head: UInt64
    let tail: UInt64
    let length: Int
    let type: Unmanaged<JointType>
  }

  private var types: [KnownType] = []
  private var profiles: [(url: [UInt8], releases: ReleaseSet)] = []
  /// More than most inputs have; a search through them takes less time than one by name.
  private static let most = 32

  /// The type that a value names; `nil` if no release has it, or the value is not a text.
  @inline(__always)
  mutating func type(at value: TapeIndex, _ tape: Tape, _ names: ReleaseNames) -> Unmanaged<JointType>? {
    guard value.exists, tape.tag(value) == .string else { return other(value, tape, names) }
    let length = tape.length(value)
    let (head, tail) = (NameHash.head(tape.lexeme(value), length), NameHash.tail(tape.lexeme(value), length))
    for known in types where known.head == head && known.tail == tail && known.length == length { return known.type }
    guard let type = other(value, tape, names) else { return nil }
    // A longer name has bytes between these words.
    if length <= 16 {
      if types.count == Self.most { types.removeAll(keepingCapacity: true) }
      types.append(KnownType(head: head, tail: tail, length: length, type: type))
    }
    return type
  }

  @inline(never)
  private func other(_ value: TapeIndex, _ tape: Tape, _ names: ReleaseNames) -> Unmanaged<JointType>? {
    guard value.exists, tape.tag(value) == .string || tape.tag(value) == .escapedString, tape.length(value) < 400
    else { return nil }
    return tape.withText(value) { names.type(named: $0) }.map(Unmanaged.passUnretained)
  }

  /// The releases that publish a profile; empty for one that shows none.
  mutating func releases(ofProfile value: TapeIndex, _ tape: Tape, _ names: ReleaseNames) -> ReleaseSet {
    tape.withText(value) { url in
      for known in profiles where known.url.count == url.count && known.url.elementsEqual(url) { return known.releases }
      let releases = names.releases(ofProfile: String(decoding: url, as: UTF8.self))
      if profiles.count == Self.most { profiles.removeAll(keepingCapacity: true) }
      profiles.append((Array(url), releases))
      return releases
    }
  }
}

extension Tape {
  /// Calls `body` with the bytes of a text, escapes resolved; with none for another value.
  func withText<Result>(_ value: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch tag(value) {
    case .string, .key: return body(UnsafeBufferPointer(start: lexeme(value), count: length(value)))
    case .escapedString, .escapedKey:
      let text = Array(string(value).utf8)
      // Some readers of names read eight bytes at once.
      return (text + [UInt8](repeating: 0, count: Bytes.padding)).withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[..<text.count]))
      }
    default: return body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }
}
