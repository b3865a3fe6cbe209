import FHIRDSTU2
import Testing

/// Content that JSON readers commonly lose.
struct LosslessTests {
  @Test(arguments: [
    #"{"resourceType":"Patient","name":[{"given":["A",null,"C"],"_given":[null,{"id":"g"},{"extension":[{"url":"u"}]}]}]}"#,
    #"{"resourceType":"Patient","_birthDate":{"extension":[{"url":"u","valueCode":"unknown"}]}}"#,
    #"{"birthDate":"1974-12","_birthDate":{"id":"b","fhir_comments":["c"]},"resourceType":"Patient"}"#,
    #"{"deceasedDateTime":"2015-02-07T13:28:17.0009000-00:00","_deceasedDateTime":{"id":"d"},"resourceType":"Patient"}"#,
    #"{"resourceType":"Patient","fhir_comments":["one","two"],"contained":[{"id":"x","resourceType":"Flag","a":[1.0]}]}"#,
    #"{"resourceType":"Patient","\u0061ctive":true,"text":{"status":"generated","div":"<div>\u00e9\"\\</div>"}}"#,
    #"{"resourceType":"Patient","deceasedDateTime":"2015-02-07T13:28:17.123456789012345678901Z"}"#,
    #"{"resourceType":"Patient","multipleBirthInteger":-0}"#,
    #"{"resourceType":"Patient","maritalStatus":{}}"#,
  ])
  func comesBack(json: String) throws {
    let patient = try FHIRDecoder().decode(Patient.self, from: Array(json.utf8))
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(patient)) == [])
  }

  @Test(arguments: ["0", "-0.00", "7.50", "123456789012345678901234567890.1234567890", "0.000000001", "100"])
  func decimalsKeepTheirDigits(text: String) throws {
    let json =
      #"{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":\#(text)}}"#
    let observation = try FHIRDecoder().decode(Observation.self, from: Array(json.utf8))
    guard case .quantity(let quantity)? = observation.value else {
      Issue.record("no quantity")
      return
    }
    #expect(quantity.value?.value?.text == text)
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(observation)) == [])
  }

  @Test(arguments: [
    "2015", "2015-02", "2015-02-07", "-0044-03-15", "2015-02-07T13:28:17-05:00", "2015-02-07T13:28:17.239Z",
    "2012-02-29T00:00:00+14:00", "2015-02-07T13:28:17-00:00", "2015-02-07T13:28:17.050+00:30",
  ])
  func datesKeepTheirPrecision(text: String) throws {
    #expect(FHIRDateTime(text)?.description == text)
  }

  @Test func datesHaveComponents() throws {
    let value = try #require(FHIRDateTime("2015-02-07T13:28:17.239-05:30"))
    #expect((value.date.year, value.date.month, value.date.day) == (2015, 2, 7))
    #expect(value.time?.hour == 13)
    #expect(value.time?.fraction == 239)
    #expect(value.zone?.minutes == -330)
    #expect(value.secondsSince1970 == 1_423_335_497.239)
    #expect(FHIRDate("1970-01-01")?.daysSince1970 == 0)
    #expect(FHIRDate("2000-03")?.day == nil)
    #expect(FHIRDate("2015-02-30") == nil)
    #expect(FHIRTime("24:00:00") == nil)
    #expect(FHIRInstant("2015-02-07") == nil)
  }

  /// One string of a megabyte, plain and with an escape at its end.
  @Test(arguments: ["", #"\u00e9\n"#])
  func hugeStringsComeBack(end: String) throws {
    let text = String(repeating: "x", count: 1 << 20) + end
    let json = Array(#"{"resourceType":"Patient","id":"\#(text)","implicitRules":"\#(text)"}"#.utf8)
    let patient = try FHIRDecoder().decode(Patient.self, from: json)
    #expect(patient.id?.value.map(\.utf8.count) == (1 << 20) + (end.isEmpty ? 0 : 3))
    #expect(try LosslessComparison.differences(json, FHIREncoder().encode(patient)) == [])
  }

  @Test func copiesAreIndependent() throws {
    let first = Patient {
      $0.id = "p1"
      $0.name = [HumanName { $0.family = ["Jansen"] }]
    }
    var second = first
    second.id = "p2"
    second.name[0].family[0] = "Smith"
    #expect(first.id?.value == "p1")
    #expect(first.name[0].family[0].value == "Jansen")
    #expect(first != second)
    second.id = "p1"
    second.name[0].family[0] = "Jansen"
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
  }
}
