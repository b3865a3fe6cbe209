public import FHIRJSON
import FHIRPrimitives

/// A decimal with its digits as written: `7.50` is not `7.5`.
///
/// Equality and hashing use the digits, as trailing zeros are significant in FHIR. ``doubleValue`` is for computation.
public struct FHIRDecimal: Hashable, Sendable, LosslessStringConvertible {
  /// The number as written in JSON.
  public let text: String

  init(lexeme: String) { text = lexeme }

  /// Makes a decimal from its text, such as `-0.70`; `nil` if that is not a decimal.
  ///
  /// An exponent (`1.0e-3`) is accepted, although not every release has it: ``FHIRDecoder`` applies the release's rule.
  public init?(_ text: String) {
    guard PaddedText.withBytes(text, DecimalGrammar.checkScientific)?.isNone == true else { return nil }
    self.text = text
  }

  /// Makes a decimal with the fewest digits that identify the binary number; `nil` if it is not a number or infinite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(DecimalText.text(of: value))
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

extension FHIRDecimal: ExpressibleByFloatLiteral {
  /// Makes a decimal from a literal with a fraction: `13.4` has the digits `13.4`.
  ///
  /// Swift passes literals as binary numbers. The decimal has the fewest digits that identify that number. These are
  /// the digits as written if there are at most 15 and the last is not zero. For `13.40`, and for more digits, make it
  /// from text: `FHIRDecimal("13.40")`.
  public init(floatLiteral value: Double) { text = DecimalText.text(of: value) }
}

extension FHIRDecimal: Codable {
  /// Reads a number. Foundation passes numbers without their trailing zeros.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      text = String(whole)
    } else {
      text = DecimalText.text(of: try container.decode(Double.self))
    }
  }

  /// Writes a number with the precision of a binary number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let whole = Int64(text) { try container.encode(whole) } else { try container.encode(doubleValue) }
  }
}

extension FHIRDecimal: TapeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRDecimal? {
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

extension Double {
  /// Makes the binary number that equals the decimal; `nil` without one, as for `0.1`. See ``FHIRDecimal/doubleValue``.
  public init?(exactly decimal: FHIRDecimal) {
    guard let value = DecimalParts(decimal.text)?.exactDouble else { return nil }
    self = value
  }
}

/// Writes a binary number in digits, without an exponent.
package enum DecimalText {
  package static func text(of value: Double) -> String {
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let isNegative = text.hasPrefix("-")
    let parts = text[..<e].drop { $0 == "-" }.split(separator: ".")
    let (whole, fraction) = (parts.first ?? "0", parts.count > 1 && parts[1] != "0" ? parts[1] : "")
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
