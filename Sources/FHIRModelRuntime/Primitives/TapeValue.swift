public import FHIRJSON
import FHIRPrimitives

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
    let (p, count) = (reader.tape.lexeme(index), reader.tape.length(index))
    switch reader.tape.tag(index) {
    case .integer, .decimal, .exponent:
      let fault = IntegerGrammar.check(p, count)
      guard fault == .none else {
        reader.fault(.invalidInteger, at: index, fault.expectation.description)
        return nil
      }
    default:
      reader.wrongKind(index, "a number")
      return nil
    }
    let isNegative = p[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for i in (isNegative ? 1 : 0)..<count { value = value &* 10 &+ Int64(p[i] &- 0x30) }
    if isNegative, value == 0 { reader.exactText = "-0" }
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.raw(String(self)) }
}
