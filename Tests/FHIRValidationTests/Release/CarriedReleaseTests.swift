import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Records of R4 that have no sign of their own but what they carry, or what they refer to.
@Suite struct CarriedReleaseTests {
  private func tally(_ text: String) -> ValidationTally { Validator().validate(Array(text.utf8)).tally }

  private static let request =
    #"{"resourceType":"ServiceRequest","id":"s","status":"active","intent":"order","subject":{"reference":"Patient/1"}}"#
  private static let observation =
    #"{"resourceType":"Observation","status":"final","code":{"text":"a"},"focus":[{"display":"b"}],"note":[{"text":"c"}]}"#

  @Test(arguments: [
    // What it carries.
    #"{"resourceType":"Parameters","parameter":[{"name":"in","resource":\#(request)}]}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","valueString":"b"},{"name":"in","resource":\#(observation)}]}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","part":[{"name":"b","part":[{"name":"c","resource":\#(request)}]}]}]}"#,
    ##"{"resourceType":"Basic","contained":[\##(request)],"code":{"text":"a"},"subject":{"reference":"#s"}}"##,
    #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:oid:1.2","resource":{"resourceType":"Parameters","parameter":[{"name":"in","resource":\#(request)}]}}]}"#,
    // Elements of its types.
    #"{"resourceType":"Organization","meta":{"source":"http://example.org/server"},"name":"A"}"#,
    #"{"resourceType":"Organization","me\u0074a":{"sourc\u0065":"http://example.org/server"},"name":"A"}"#,
    #"{"resourceType":"Basic","code":{"text":"a"},"subject":{"identifier":{"system":"http://example.org/ids","value":"1"}}}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","part":[{"name":"b","valueReference":{"type":"Patient","display":"c"}}]}]}"#,
    #"{"resourceType":"Flag","status":"active","code":{"text":"a"},"subject":{"reference":"Patient/1","type":"Patient"}}"#,
    // References to a type that not all have.
    #"{"resourceType":"Observation","status":"final","code":{"text":"a"},"performer":[{"reference":"PractitionerRole/1"}]}"#,
    #"{"resourceType":"Observation","status":"final","code":{"text":"a"},"performer":[{"reference":"http://example.org/fhir/CareTeam/1"}]}"#,
    #"{"resourceType":"Observation","status":"final","code":{"text":"a"},"performer":[{"reference":"http://example.org/fhir/PractitionerRole/1/_history/2"}]}"#,
    #"{"resourceType":"List","status":"current","mode":"working","entry":[{"item":{"reference":"ServiceRequest/1"}}]}"#,
  ])
  func aRecordIsOfR4(record: String) {
    let tally = tally(record)
    #expect(tally.releases.keys.sorted() == ["r4"] && tally.bySeverity[.error] == nil, "\(tally.bySeverity)")
    #expect(tally.releases["r4"]?[.assumed] == nil, "\(tally.releases)")
  }

  /// The same carriers around records of other releases.
  @Test(arguments: [
    (#"{"resourceType":"MedicationOrder","medicationCodeableConcept":{"text":"a"}}"#, "dstu2"),
    (
      #"{"resourceType":"ProcedureRequest","status":"active","intent":"order","code":{"text":"a"},"subject":{"display":"b"}}"#,
      "stu3"
    ), (request, "r4"), (#"{"resourceType":"Ingredient","status":"active"}"#, "r4b"),
    (#"{"resourceType":"DeviceUsage","status":"active"}"#, "r5"),
    // What these state.
    (#"{"resourceType":"Basic","meta":{"profile":["http://fhir.org/guides/argonaut/a"]}}"#, "dstu2"),
    (#"{"resourceType":"StructureDefinition","name":"b","fhirVersion":"3.0.2"}"#, "stu3"),
  ])
  func aCarrierIsOfTheReleaseOfWhatItCarries(record: String, release: String) {
    for carrier in [
      #"{"resourceType":"Parameters","parameter":[{"name":"in","resource":\#(record)}]}"#,
      #"{"resourceType":"Basic","contained":[\#(record)],"code":{"text":"a"}}"#,
      #"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Basic","contained":[\#(record)]}}]}"#,
    ] {
      #expect(tally(carrier).releases.keys.sorted() == [release], "\(carrier)")
    }
  }

  /// What a carried record states counts beside others, as what a record itself states does.
  @Test func aCarrierBesideOthersIsOfTheReleaseThatItsContentStates() {
    let definition = #"{"resourceType":"StructureDefinition","url":"http://a/b","name":"b","fhirVersion":"3.0.2"}"#
    let carrier = #"{"resourceType":"Parameters","parameter":[{"name":"in","resource":\#(definition)}]}"#
    let others = Array(repeating: Self.request, count: 20)
    let releases = tally("[\((others + [carrier]).joined(separator: ","))]").releases
    // The carrier and what it carries.
    #expect(releases.mapValues { $0.values.reduce(0, +) } == ["r4": 20, "stu3": 2])
  }

  /// All releases have these.
  @Test(arguments: [
    #"{"resourceType":"Patient","id":"a","maritalStatus":{"text":"married"}}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","valueString":"b"}]}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","resource":{"resourceType":"Patient","gender":"male"}}]}"#,
    #"{"resourceType":"Basic","code":{"text":"a"},"subject":{"reference":"Patient/1"}}"#,
    #"{"resourceType":"Basic","code":{"text":"a"},"subject":{"reference":"http://example.org/ServiceRequest"}}"#,
    #"{"resourceType":"Basic","code":{"text":"ServiceRequest/1"},"subject":{"display":"ServiceRequest/1"}}"#,
    #"{"resourceType":"Basic","code":{"text":"a"},"subject":{"reference":"urn:uuid:5d1f0b3c-6a1e-4c5e-9b1a-0d3f1c2b4a59"}}"#,
    #"{"resourceType":"DocumentReference","status":"current","type":{"text":"a"},"content":[{"attachment":{"url":"http://example.org/a"}}]}"#,
  ])
  func aRecordWithoutSignsIsAssumedToBeOfR4(record: String) {
    let tally = tally(record)
    #expect(tally.releases.keys.sorted() == ["r4"] && tally.bySeverity[.error] == nil, "\(tally.bySeverity)")
    #expect(tally.releases["r4"]?[.assumed] ?? 0 > 0, "\(tally.releases)")
  }
}
