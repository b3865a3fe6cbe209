import Testing

@testable import FHIRValidation

struct CheckDigitTests {
  static func modulus10(_ digits: [UInt8]) -> UInt8 { digits.withUnsafeBufferPointer(CheckDigit.modulus10) }
  static func verhoeff(_ digits: [UInt8]) -> UInt8 { digits.withUnsafeBufferPointer(CheckDigit.verhoeff) }

  /// Numbers with the check digits published for LOINC and SNOMED CT.
  @Test func published() {
    for (number, digit) in [("8302", "2"), ("29463", "7"), ("2345", "7"), ("55284", "4")] {
      #expect([Self.modulus10(Array(number.utf8))] == Array(digit.utf8))
    }
    for (number, digit) in [("13887500", "5"), ("40468400", "3"), ("90000000000000300", "1"), ("7321100", "9")] {
      #expect([Self.verhoeff(Array(number.utf8))] == Array(digit.utf8))
    }
  }

  @Test func findErrorsOfOneDigit() {
    for (number, checkDigit) in [("1029384", Self.modulus10), ("90837264510", Self.verhoeff)] {
      let digits = Array(number.utf8)
      for place in digits.indices {
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != digits[place] {
          var other = digits
          other[place] = digit
          #expect(checkDigit(other) != checkDigit(digits))
        }
      }
    }
  }

  /// Modulus 10 does not distinguish 09 and 90.
  @Test func findSwapsOfNeighbours() {
    for (number, checkDigit) in [("1829384", Self.modulus10), ("90837264510", Self.verhoeff)] {
      let digits = Array(number.utf8)
      for place in digits.indices.dropLast() where digits[place] != digits[place + 1] {
        var other = digits
        other.swapAt(place, place + 1)
        #expect(checkDigit(other) != checkDigit(digits))
      }
    }
  }
}
