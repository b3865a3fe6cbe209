import FHIRValidation
import Testing

struct InvalidSnomedTests {
  static let system = "http://snomed.info/sct"

  @Test(arguments: [
    "195967001", "73211009", "22298006", "138875005", "404684003", "386661006", "900000000000003001",
    "999000011000001104", "32570681000036106",
  ])
  func acceptsConcepts(code: String) { expectCoding(Self.system, code) }

  @Test(arguments: [
    "128045006:363698007=56459004", "421720008 |Spray dose form|", "=== 46866001", "73211009+386661006",
  ])
  func doesNotJudgeExpressions(code: String) { expectCoding(Self.system, code) }

  @Test(arguments: [
    ("195967002", "the check digit 1 behind 19596700"), ("73211090", "the check digit 7 behind 7321109"),
    ("900000000000003000", "the check digit 1 behind 90000000000000300"),
  ])
  func reportsAWrongCheckDigit(code: String, message: String) {
    expectCoding(Self.system, "«\(code)»", .invalidSnomed, "expected \(message), found \"\(code)\"")
  }

  @Test(arguments: [
    ("754786014", "the identifier of a concept and not that of a description"),
    ("100000028", "the identifier of a concept and not that of a relationship"),
    ("100033", "00 or 10 before the check digit"), ("1000101", "a namespace of seven digits"),
    ("01959670", "6 to 18 digits"), ("12345", "6 to 18 digits"), ("1959670010000000000", "6 to 18 digits"),
    ("D3-81100", "digits only"), ("asthma", "digits only"),
  ])
  func reportsAnotherForm(code: String, message: String) {
    expectCoding(Self.system, "«\(code)»", .invalidSnomed, message)
  }

  @Test func judgesAQuantityToo() {
    expectFindings(
      in: """
        { "resourceType": "MedicationOrder", "medicationReference": { "reference": "Medication/1" },
          "dispenseRequest": {
            "quantity": { "value": 1, "system": "http://snomed.info/sct", "code": «"385055002"» } } }
        """,
      [ExpectedFinding(.invalidSnomed, path: "MedicationOrder.dispenseRequest.quantity.code")])
  }
}
