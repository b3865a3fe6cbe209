import FHIRValidation
import Testing

struct InvalidLoincTests {
  @Test(arguments: [
    "8302-2", "29463-7", "39156-5", "2345-7", "72166-2", "10183-2", "85354-9", "55284-4", "48765-2", "LA6560-2",
    "LP14885-5", "LG51018-6", "LL715-4",
  ])
  func acceptsCodesOfLOINC(code: String) { expectCoding("http://loinc.org", code) }

  @Test(arguments: [("8302-3", "2 behind 8302"), ("29436-7", "3 behind 29436"), ("20339-9", "8 behind 20339")])
  func reportsAWrongCheckDigit(code: String, message: String) {
    expectCoding(
      "http://loinc.org", "«\(code)»", .invalidLoinc, "expected the check digit \(message), found \"\(code)\"")
  }

  @Test(arguments: [
    "8302", "8302-", "-2", "8302-22", "83o2-2", "weight", "LX123-4", "LA-4", "12345678-9", "8302_2", "L",
  ])
  func reportsAnotherForm(code: String) {
    expectCoding("http://loinc.org", "«\(code)»", .invalidLoinc, "expected a code of LOINC, such as '8302-2'")
  }

  @Test func judgesCodesOfThisSystemOnly() {
    expectCoding("http://example.org/tests", "8302-3")
    expectFindings(in: "{ \"resourceType\": \"Medication\", \"code\": { \"coding\": [{ \"code\": \"8302-3\" }] } }")
    expectFindings(
      in: "{ \"resourceType\": \"Medication\", \"code\": { \"coding\": [{ \"system\": \"http://loinc.org\" }] } }")
  }

  @Test func readsEscapedTexts() {
    expectCoding(#"http:\/\/loinc.org"#, #"«8302\u002d3»"#, .invalidLoinc, "2 behind 8302")
    expectCoding(#"http:\/\/loinc.org"#, #"8302\u002d2"#)
  }

  /// Another rule reports texts that are not codes.
  @Test func ignoresTextThatIsNotACode() {
    expectFindings(
      in: """
        { "resourceType": "Medication",
          "code": { "coding": [{ "system": "http://loinc.org", "code": «" 8302-2"» }] } }
        """,
      [ExpectedFinding(.invalidCode)])
  }
}
