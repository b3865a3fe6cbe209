import ClinicalRecords
import Testing

@Suite struct FactValueTests {
  private func value(_ member: String) -> RecordFacts.Value? {
    RecordFacts(json: Array("{\"resourceType\": \"Observation\", \(member)}".utf8))?.measurement?.value
  }

  @Test func eachKindOfValueIsRead() throws {
    #expect(value(#""valueString": "clear""#) == .text("clear"))
    #expect(value(#""valueBoolean": false"#) == .boolean(false))
    #expect(value(#""valueTime": "10:00:00""#) == .time("10:00:00"))
    #expect(value(#""valueDateTime": "2015""#) == .dateTime("2015"))
    #expect(value(#""valuePeriod": {"start": "2015"}"#) == .period(start: "2015", end: nil))
    #expect(value(#""valueSampledData": {"data": "1 2 E"}"#) == .samples("1 2 E"))
    guard case .integer(let integer) = value(#""valueInteger": 7"#) else {
      Issue.record("expected a whole number")
      return
    }
    #expect(integer.text == "7")
    guard case .concept(let concept) = value(#""valueCodeableConcept": {"text": "A"}"#) else {
      Issue.record("expected a concept")
      return
    }
    #expect(concept.name == "A")
    guard case .range(let low, let high) = value(#""valueRange": {"low": {"value": 1}, "high": {"value": 2}}"#) else {
      Issue.record("expected a range")
      return
    }
    #expect([low, high].map { $0?.number?.text } == ["1", "2"])
    guard case .ratio(let numerator, let denominator) = value(#""valueRatio": {"numerator": {"value": 1}}"#) else {
      Issue.record("expected a ratio")
      return
    }
    #expect((numerator?.number?.text, denominator) == ("1", nil))
    #expect(value(#""valueQuantity": {}"#) == nil)
  }

  @Test(
    arguments: [
      ("7.50", 750, -2), ("-0.001", -1, -3), ("12", 12, 0), ("1.5e3", 15, 2), ("2E-2", 2, -2), ("0.0", 0, -1),
      ("-12345678901234567890.5", -123_456_789_012_345_678_905, -1),
    ] as [(String, Int128, Int)]) func aNumberKeepsItsDigits(_ text: String, _ significand: Int128, _ exponent: Int)
    throws
  {
    guard case .quantity(let quantity) = value("\"valueQuantity\": {\"value\": \(text)}") else {
      Issue.record("expected a quantity")
      return
    }
    let exact = try #require(quantity.number?.exactValue)
    #expect(quantity.number?.description == text)
    #expect((exact.significand, exact.exponent) == (significand, exponent))
  }

  @Test(arguments: [String(repeating: "9", count: 40), "1e99999999999999999999", "1e2000000"])
  func aNumberBeyondTheBoundsHasNoExactValue(_ text: String) {
    guard case .quantity(let quantity) = value("\"valueQuantity\": {\"value\": \(text)}") else {
      Issue.record("expected a quantity")
      return
    }
    #expect(quantity.number?.exactValue == nil)
    #expect(quantity.number?.text == text)
  }
}
