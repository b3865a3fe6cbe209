import ClinicalRecords
import FHIRToolkit
import FHIRModelRuntime
import Foundation
import Testing

/// Decimals are converted to Foundation and back without loss, or not at all.
struct DecimalTests {
  @Test func throughDecimal() throws {
    var random = RandomValues(seed: 4)
    for _ in 0..<RandomValues.count {
      let text = Self.text(digits: Int.random(in: 1...38, using: &random), using: &random)
      let value = try #require(FHIRDecimal(text), "\(text)")
      let decimal = try #require(value.decimalValue, "\(text)")
      if FHIRDecimal(decimal) != value { Issue.record("\(text) became \(decimal)") }
    }
  }

  @Test func throughDouble() throws {
    var random = RandomValues(seed: 5)
    for _ in 0..<RandomValues.count {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let value = try #require(FHIRDecimal(number), "\(number)")
      if value.doubleValue != number { Issue.record("\(number) became \(value)") }
    }
  }

  /// A JSON number of up to 38 digits with its point anywhere.
  private static func text(digits: Int, using random: inout RandomValues) -> String {
    var text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    let point = Int.random(in: 0...digits, using: &random)
    if point == 0 {
      text = "0." + text
    } else if point < digits {
      text.insert(".", at: text.index(text.startIndex, offsetBy: point))
    }
    while text.hasPrefix("0"), text.count > 1, !text.hasPrefix("0.") { text.removeFirst() }
    // `Decimal` has no negative zero.
    return Bool.random(using: &random) && text.contains { $0 != "0" && $0 != "." } ? "-" + text : text
  }

  @Test(arguments: [
    ("7.50", "7.50"), ("-0.70", "-0.70"), ("100", "100"), ("0.00", "0.00"), ("1.0e-3", "0.0010"), ("12E2", "1200"),
    ("-0", "0"),
  ])
  func digitsAreKept(text: String, written: String) {
    #expect(FHIRDecimal(text)?.decimalValue.flatMap { FHIRDecimal($0) }?.text == written)
  }

  @Test(arguments: ["1e200", "1e-200", "10e127", "1e128", String(repeating: "9", count: 40)])
  func numbersBeyondDecimalAreNil(text: String) {
    #expect(FHIRDecimal(text) != nil)
    #expect(FHIRDecimal(text)?.decimalValue == nil)
  }

  @Test func nonNumbersAreNil() {
    #expect(FHIRDecimal(Decimal.nan) == nil)
    #expect(FHIRDecimal(Double.nan) == nil)
    #expect(FHIRDecimal(-Double.infinity) == nil)
  }

  @Test(
    arguments: [
      ("13.2", nil), ("0.1", nil), ("0.5", 0.5), ("-13.25", -13.25), ("7.50", 7.5), ("1e22", 1e22), ("1e23", nil),
      ("0.0", 0), ("9007199254740992", 9_007_199_254_740_992), ("9007199254740993", nil), ("3e-1", nil), ("5e-1", 0.5),
    ] as [(String, Double?)])
  func aDoubleIsExactOrNil(text: String, number: Double?) throws {
    #expect(Double(exactly: try #require(FHIRDecimal(text))) == number)
  }

  @Test func arithmeticOfDecimal() throws {
    let sum = try #require(FHIRDecimal("13.20")?.decimalValue) + Decimal(string: "0.05")!
    #expect(FHIRDecimal(sum)?.decimalValue == Decimal(string: "13.25"))
    #expect(FHIRDecimal(Decimal(13) * 1000)?.text == "13000")
    #expect(FHIRDecimal("1e127")?.decimalValue == Decimal(sign: .plus, exponent: 127, significand: 1))
    let facts = RecordFacts(
      json: Data(#"{"resourceType":"Observation","valueQuantity":{"value":7.50}}"#.utf8))
    #expect(facts?.measurement?.quantity?.number?.decimalValue == Decimal(string: "7.5"))
  }
}
