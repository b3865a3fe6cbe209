import FHIRReporting
import Foundation
import Testing

/// Strings are scanned eight bytes at a time, so special characters are tested at each position.
@Suite struct JSONWriterTests {
  private static let special: [Unicode.Scalar] = [
    "\"", "\\", "\u{0}", "\n", "\r", "\t", "\u{1F}", " ", "!", "#", "[", "]", "~", "\u{7F}", "\u{80}", "\u{85}", "ö",
    "\u{FF}", "\u{200B}", "\u{2028}", "日", "\u{FEFF}", "\u{10FFFF}",
  ]

  private func written(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Each character alone, by the rules for strings.
  private func expected(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{80}"..."\u{9F}", "\u{200B}", "\u{2028}", "\u{FEFF}":
        result += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      case "\u{10FFFF}": result += "\\udbff\\udfff"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  @Test(arguments: special) func aSpecialCharacterIsFoundAtEachPosition(_ scalar: Unicode.Scalar) throws {
    for length in 0..<20 {
      for place in 0...length {
        var scalars = Array(repeating: Unicode.Scalar("a"), count: length)
        scalars.insert(scalar, at: place)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        #expect(written(String(text)) == expected(String(text)))
      }
    }
  }

  /// Borrows and carries between bytes hide no special character.
  @Test func neighboursDoNotHideEachOther() {
    for first in Self.special {
      for second in Self.special {
        let text = "a" + String(first) + String(second) + "bcdefgh" + String(second) + String(first)
        #expect(written(text) == expected(text))
      }
    }
  }

  @Test(arguments: [0, 7, -7, 10, 1234567890, Int.max, Int.min]) func numbersHaveTheirDigits(_ number: Int) {
    var writer = JSONWriter()
    writer.integer(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
  }
}
