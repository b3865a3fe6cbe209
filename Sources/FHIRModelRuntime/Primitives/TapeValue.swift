public import FHIRJSON
package import FHIRPrimitives

/// A type whose values are read from a single JSON string, number or boolean, and written as one.
@usableFromInline package protocol TapeValue: Hashable, Sendable {
  /// The value at a tape index; if it is invalid, reports a fault to the reader and returns `nil`.
  static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> Self?
  func write(to writer: inout ElementWriter)
}

extension String: TapeValue {
  @inlinable package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> String? {
    switch reader.tape.tag(index) {
    case .string: return reader.text(index)
    case .escapedString: return reader.escapedText(index)
    default:
      reader.wrongKind(index, "a string")
      return nil
    }
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.string(self) }
}

extension Bool: TapeValue {
  @inlinable package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> Bool? {
    switch reader.tape.tag(index) {
    case .true: return true
    case .false: return false
    default:
      reader.wrongKind(index, "true or false")
      return nil
    }
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.raw(self ? "true" : "false") }
}

extension Int32: TapeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> Int32? {
    switch reader.tape.tag(index) {
    case .integer, .decimal, .exponent:
      let fault = IntegerGrammar.check(reader.tape.lexeme(index), reader.tape.length(index))
      guard fault.isNone else {
        reader.fault(.invalidInteger, at: index, fault.expectation)
        return nil
      }
    default:
      reader.wrongKind(index, "a number")
      return nil
    }
    let text = reader.text(index)
    if text == "-0" { reader.exactText = text }
    return Int32(text)
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.raw(String(self)) }
}

/// A value that other formats represent by its text.
public protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  /// Reads the value from a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no \(Self.self)")
    }
    self = value
  }

  /// Writes the value as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FHIRDate: TextCodable {}
extension FHIRTime: TextCodable {}
extension FHIRDateTime: TextCodable {}
extension FHIRInstant: TextCodable {}

/// The forms of dates, times and decimals that a release allows, where releases differ. Generated from the grammars in
/// `Schemas/RELEASE/primitives.txt`.
@usableFromInline package struct PrimitiveForms: Sendable {
  let date, dateTime, instant, time: MomentForms
  let exponents: Bool

  package init(date: MomentForms, dateTime: MomentForms, instant: MomentForms, time: MomentForms, exponents: Bool) {
    (self.date, self.dateTime, self.instant, self.time, self.exponents) = (date, dateTime, instant, time, exponents)
  }
}

extension MomentForms {
  /// The forms that any release allows, for text that does not belong to a record.
  static let any: MomentForms = [.signedYear, .leapSecond]
}

/// Runs a check of a primitive on text with padding; the checks read some bytes past the value.
enum PaddedText {
  static func withBytes<Result>(_ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result?) -> Result? {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Bytes.padding))
    return bytes.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap { body($0, count) } }
  }
}
