package import Diagnostics
import JSONTape

/// Type and id of records whose bytes somebody has read again.
package struct RecordLabels: ~Copyable {
  private var builder = TapeBuilder(maximumDepth: RecordLabels.maximumDepth)

  /// Whoever judged the record was stricter, or has said that it is too deep.
  private static let maximumDepth = 10_000
  /// The most characters of a type or an id that a label has.
  private static let maximumLength = 80

  /// What the bytes tell of the record that begins with them.
  package enum Answer {
    /// The label; `nil` for a record without a type.
    case label(RecordLabel?)
    /// The record does not end in these bytes, or is none.
    case needsBytes
  }

  package init() {}

  /// The label of the record that begins at an offset of a text with `Bytes.padding` zeros after `end`.
  package mutating func label(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Answer {
    guard case .value = builder.read(bytes + start, from: 0, to: end - start) else { return .needsBytes }
    let tape = builder.tape(over: bytes + start)
    let parts = IdentityParts(tape, resource: 0, entry: -1)
    guard parts.type >= 0 else { return .label(nil) }
    let id = parts.id < 0 ? nil : RecordLabels.clipped(parts.text(parts.id))
    return .label(RecordLabel(resourceType: RecordLabels.clipped(parts.text(parts.type)), id: id))
  }

  /// The text itself, or its beginning where it is too long for a message.
  private static func clipped(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.count > maximumLength, text.unicodeScalars.count > maximumLength else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength - 3))) + "..."
  }
}
