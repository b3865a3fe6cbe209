import FHIRDSTU2
import Testing

/// Values as written in code.
struct LiteralTests {
  @Test func aCodeIsSetAsItIs() {
    var observation = Observation(status: .preliminary, code: CodeableConcept(text: "Hemoglobin"))
    #expect(observation.status?.value == .preliminary)
    observation.status = .amended
    #expect(observation.status?.value == .amended && observation.status == .amended)
    observation.status = Primitive(.unlisted("new"))
    #expect(observation.status?.value?.code == "new")
  }

  @Test func aQuantityIsOneLine() {
    let quantity = Quantity(
      value: 13.4, comparator: .lessThan, unit: "g/dL", system: "http://unitsofmeasure.org", code: "g/dL")
    #expect(quantity.value?.value?.text == "13.4" && quantity.comparator == .lessThan && quantity.unit == "g/dL")
    #expect(Quantity(value: 5).value?.value?.text == "5")
    #expect(Quantity() == Quantity(value: nil))
  }

  /// The digits of a literal are kept as written, up to 15 of them and without trailing zeros.
  @Test func aDecimalHasTheDigitsOfItsLiteral() {
    let decimals: [(FHIRDecimal, String)] = [
      (13.4, "13.4"), (0.1, "0.1"), (-0.07, "-0.07"),
      (1e21, "1000000000000000000000"),
      (1e-7, "0.0000001"), (123456789.012345, "123456789.012345"), (7, "7"), (-7, "-7"), (7.0, "7"), (13.40, "13.4"),
      (0.000123456789012345, "0.000123456789012345"), (999999999999999, "999999999999999"), (-0.0, "-0"),
    ]
    for (decimal, text) in decimals { #expect(decimal.text == text) }
    #expect(FHIRDecimal(13.2).text == "13.2")
  }

  /// Every decimal of up to 15 digits is restored from the nearest binary number.
  @Test func fifteenDigitsAreExact() {
    var others: [String] = []
    for _ in 0..<50_000 {
      let digits = Int64.random(in: 1..<1_000_000_000_000_000)
      guard digits % 10 != 0 else { continue }
      let places = Int.random(in: 1...18)
      let all = String(repeating: "0", count: max(0, places + 1 - String(digits).count)) + String(digits)
      let text = all.dropLast(places) + "." + all.suffix(places)
      if FHIRDecimal(floatLiteral: Double(text) ?? .nan).text != text { others.append(String(text)) }
    }
    #expect(others == [])
  }

  @Test func textMakesAPrimitive() {
    let patient = Patient(birthDate: Primitive(text: "1974-12"))
    #expect(patient.birthDate?.value == FHIRDate(year: 1974, month: 12))
    #expect(Primitive<FHIRDate>(text: "1974-13") == nil)
    #expect(Primitive<FHIRDecimal>(text: "13.40")?.value?.text == "13.40")
    #expect(Primitive<Bool>(text: "true")?.value == true && Primitive<Int32>(text: "x") == nil)
  }

  @Test func aResourceIsBuiltFromItsRequiredElements() throws {
    let observation = Observation(
      id: "hb", status: .final,
      code: CodeableConcept(coding: [Coding(system: "http://loinc.org", code: "718-7")], text: "Hemoglobin"),
      effective: .dateTime(Primitive(FHIRDateTime("2015-06-11T07:55:00-05:00")!)),
      value: .quantity(Quantity(value: 13.2, unit: "g/dL")))
    #expect(
      String(decoding: FHIREncoder().encode(observation), as: UTF8.self)
        == #"{"resourceType":"Observation","id":"hb","status":"final","code":{"coding":[{"system":"http://loinc.org","#
        + #""code":"718-7"}],"text":"Hemoglobin"},"effectiveDateTime":"2015-06-11T07:55:00-05:00","#
        + #""valueQuantity":{"value":13.2,"unit":"g/dL"}}"#)
    #expect(try FHIRDecoder().decode(Observation.self, from: FHIREncoder().encode(observation)) == observation)
  }
}
