package import FHIRFindings
import FHIRPrimitives
import FHIRTape

/// Reads the type and id of records whose bytes are read again.
package enum RecordLabels {
  /// Never the first limit that a record meets: the validator's is lower, or has been reported.
  private static let maximumDepth = 1_000

  package enum Answer {
    /// The label; `nil` for a record without a type.
    case label(RecordLabel?)
    /// The bytes do not contain the end of the record, or are not a record.
    case needsBytes
  }

  /// The label of the record that begins at an offset of a text with `Bytes.padding` zeros after `end`.
  package static func label(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Answer {
    if let label = PlainBeginning.label(bytes + start) { return .label(label) }
    var builder = TapeBuilder(maximumDepth: maximumDepth)
    guard case .value = builder.read(bytes + start, from: 0, to: end - start) else { return .needsBytes }
    let tape = builder.tape(over: bytes + start)
    let parts = IdentityParts(tape, resource: .root, entry: .none)
    guard parts.type.exists else { return .label(nil) }
    func text(_ index: TapeIndex) -> String { String(decoding: parts.text(index), as: UTF8.self).shortened() }
    return .label(RecordLabel(resourceType: text(parts.type), id: parts.id.exists ? text(parts.id) : nil))
  }

  /// What the record at the beginning of the bytes is about and when, such as `Glucose, 2025-07-01`; `nil` if it has
  /// neither, is larger than ``longestTitled``, or HealthKit has no type for it.
  package static func title(in bytes: UnsafeRawBufferPointer) -> String? {
    let count = min(bytes.count, longestTitled)
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    var buffer = PaddedBuffer(capacity: count)
    buffer.append(start, count: count)
    var builder = TapeBuilder(maximumDepth: maximumDepth)
    guard case .value = builder.read(buffer.bytes, from: 0, to: count) else { return nil }
    let tape = builder.tape(over: buffer.bytes)
    guard tape.tag(.root) == .object, let facts = RecordFacts(tape, at: .root) else { return nil }
    let name = facts.code.flatMap { $0.name ?? $0.codings.lazy.compactMap(\.code).first }
    let parts = [name ?? "", String((facts.start ?? facts.issued ?? "").prefix(10))].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ").shortened()
  }

  private static let longestTitled = 64 << 10
}

/// Reads the label of a record that begins with its type and its id, as most do: the rest of it need not be read.
private struct PlainBeginning {
  private var next: UnsafePointer<UInt8>

  /// The largest number of characters of a type or an id: `IDGrammar` has 64.
  private static let maximumLength = 64

  /// - Parameter start: the first byte of a record, in a text followed by zeros, where reading ends at the latest.
  static func label(_ start: UnsafePointer<UInt8>) -> RecordLabel? {
    var beginning = PlainBeginning(next: start)
    guard beginning.skips("{"), beginning.skips("\"resourceType\""), beginning.skips(":"),
      let type = beginning.name(), beginning.skips(","), beginning.skips("\"id\""), beginning.skips(":"),
      let id = beginning.name()
    else { return nil }
    return RecordLabel(resourceType: type, id: id)
  }

  private mutating func skips(_ text: StaticString) -> Bool {
    while Bytes.isWhitespace(next[0]) { next += 1 }
    for place in 0..<text.utf8CodeUnitCount where next[place] != text.utf8Start[place] { return false }
    next += text.utf8CodeUnitCount
    return true
  }

  /// A string of letters, digits, `-` and `.`, none of which is written as an escape here.
  private mutating func name() -> String? {
    guard skips("\"") else { return nil }
    var count = 0
    while PlainBeginning.isPlain(next[count]) {
      count += 1
      if count > PlainBeginning.maximumLength { return nil }
    }
    guard count > 0, next[count] == UInt8(ascii: "\"") else { return nil }
    defer { next += count + 1 }
    return String(decoding: UnsafeBufferPointer(start: next, count: count), as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
