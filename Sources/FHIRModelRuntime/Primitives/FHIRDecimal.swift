import FHIRPrimitives
import FHIRTape

/// A decimal with its digits as they were written: `7.50` is not `7.5`.
///
/// Equality and hashing are on the digits, since FHIR gives meaning to trailing zeros. Use ``doubleValue`` to compute.
public struct FHIRDecimal: Hashable, Sendable, CustomStringConvertible {
  /// The number as written in JSON.
  public let text: String

  init(lexeme: String) { text = lexeme }

  /// Makes a decimal from its text, such as `-0.70`; `nil` when that is not a decimal.
  ///
  /// An exponent (`1.0e-3`) is taken, though not every release has it: ``FHIRDecoder`` judges by the release.
  public init?(_ text: String) {
    let fault = PaddedText.check(text, DecimalGrammar.checkScientific)
    guard fault == .none else { return nil }
    self.text = text
  }

  /// The nearest binary number.
  public var doubleValue: Double { Double(text) ?? .nan }

  /// The number as written in JSON.
  public var description: String { text }
}

extension FHIRDecimal: ExpressibleByIntegerLiteral {
  /// Makes a decimal from a whole number.
  public init(integerLiteral value: Int) { text = String(value) }
}

extension FHIRDecimal: Codable {
  /// Reads a number. Foundation hands numbers on without their trailing zeros.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      text = String(whole)
    } else {
      text = DecimalText.text(of: try container.decode(Double.self))
    }
  }

  /// Writes a number, as exact as a binary number can be.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let whole = Int64(text) { try container.encode(whole) } else { try container.encode(doubleValue) }
  }
}

extension FHIRDecimal: TapeValue {
  @usableFromInline package static func read(_ index: Int, _ reader: inout TapeReader) -> FHIRDecimal? {
    switch reader.tape.tag(index) {
    case .integer, .decimal: break
    case .exponent:
      if !reader.forms.exponents {
        reader.fault(.invalidDecimal, at: index, "a decimal written out, without an exponent")
      }
    default:
      reader.wrongKind(index, "a number")
      return nil
    }
    return FHIRDecimal(lexeme: reader.text(index))
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.raw(text) }
}

/// A binary number in digits, never with an exponent.
enum DecimalText {
  static func text(of value: Double) -> String {
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let isNegative = text.hasPrefix("-")
    let parts = text[..<e].drop { $0 == "-" }.split(separator: ".")
    let whole = parts.first ?? "0"
    let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    var digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 {
      digits = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      digits += String(repeating: "0", count: point - digits.count)
    } else {
      digits.insert(".", at: digits.index(digits.startIndex, offsetBy: point))
    }
    return (isNegative ? "-" : "") + String(digits)
  }
}

/// Runs a check of a primitive on text; the checks read some bytes more than the value has.
enum PaddedText {
  static func check(_ text: String, _ check: (UnsafePointer<UInt8>, Int) -> PrimitiveFault) -> PrimitiveFault {
    withBytes(text) { check($0, $1) } ?? .empty
  }

  static func withBytes<Result>(_ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result?) -> Result? {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Bytes.padding))
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      return body(start, count)
    }
  }
}
