import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

/// Records designed to mislead the recogniser of releases, or to exhaust it.
@Suite struct HostileReleasesTests {
  private func releases(_ text: String) throws -> [String: [ReleaseReason: Int]] {
    try TwoReleases.validator().validate(Array(text.utf8)).tally.releases
  }

  @Test func aRepeatedMemberCountsOnce() throws {
    let silent = #"{"resourceType":"Patient","meta":{"profile":["http://fhir.org/guides/argonaut/a"]}}"#
    let repeated = #"{"resourceType":"Patient","generalPractitioner":[{}],"generalPractitioner":[{}]}"#
    #expect(try releases("\(repeated)\n\(silent)") == ["dstu2": [.file: 1, .profile: 1]])
  }

  @Test func escapesMeanWhatTheyStandFor() throws {
    let record =
      #"{"resourc\u0065Type":"P\u0061tient","generalPractition\u0065r":[{}],"n\u0061me":[{"f\u0061mily":"a"}]}"#
    #expect(try releases(record) == ["r4": [.elements: 1]])
    let profile = #"{"resourceType":"Patient","m\u0065ta":{"profile":["http:\/\/hl7.org\/fhir\/us\/core\/a"]}}"#
    #expect(try releases(profile) == ["r4": [.profile: 1]])
  }

  /// The type is first looked up where the previous record had it; the member there must really be the type.
  @Test(arguments: 0..<27)
  func whereARecordNamesItsTypeDoesNotMatter(turn: Int) throws {
    let contained = #""contained":[{"id":"m","resourceType":"MedicationOrder"}]"#
    let records = [
      [#""resourceType":"Patient""#, #""generalPractitioner":[{"display":"a"}]"#, #""id":"a""#],
      [#""resourceType":"MedicationOrder""#, #""id":"b""#, #""status":"active""#],
      [contained, #""id":"c""#, #""resourceType":"MedicationRequest""#],
      [#""id":"d""#, #""resourceType":"Patient""#, #""careProvider":[{"resourceType":"MedicationRequest"}]"#],
    ]
    func bundle(turning: (Int, [String]) -> [String]) -> String {
      let entries = (0..<12).map { number in
        let members = turning(number, records[number % records.count])
        return #"{"fullUrl":"urn:oid:1.\#(number)","resource":{\#(members.joined(separator: ","))}}"#
      }
      return #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    }
    let turned = bundle { number, members in
      let turn = turn / [1, 3, 9][number % 3] % 3
      return Array(members[turn...] + members[..<turn])
    }
    #expect(try releases(turned) == releases(bundle { $1 }))
  }

  @Test func profilesOfTwoReleasesAreNoEvidence() throws {
    let record = { (urls: String) in #"{"resourceType":"Patient","meta":{"profile":[\#(urls)]}}"# }
    let (own, other) = (#""http://fhir.org/guides/argonaut/a""#, #""http://hl7.org/fhir/us/core/a""#)
    #expect(try releases(record("\(own),\(other)")) == ["r4": [.assumed: 1]])
    #expect(try releases(record("\(other),null,1,{},\(other)")) == ["r4": [.profile: 1]])
  }

  /// A profile that only one release publishes, and a version of the specification.
  @Test(arguments: [
    (#"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/bp"]}}"#, "r4"),
    (#"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/Patient|4.0.1"]}}"#, "r4"),
    (
      #"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/Patient|1.0.2"]}}"#,
      "dstu2"
    ),
    (
      #"{"resourceType":"Patient","animal":{},"meta":{"profile":["http://hl7.org/fhir/StructureDefinition/bp"]}}"#, "r4"
    ),
  ])
  func aProfileOfTheSpecificationShowsItsRelease(record: String, release: String) throws {
    #expect(try releases(record) == [release: [.profile: 1]])
  }

  @Test(arguments: ["bpx", "Patient", "Patient|9.9", "bp/a"])
  func aProfileOfEachReleaseShowsNone(name: String) throws {
    let record = #"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/\#(name)"]}}"#
    #expect(try releases(record) == ["r4": [.assumed: 1]])
  }

  @Test func valuesOfAllFormsAreExamined() throws {
    for value in ["null", "[]", "[[]]", "[null]", "{}", "1", "true", #""""#, #"[{"coding":[1]}]"#, #"{"system":[]}"#] {
      let record = #"{"resourceType":"Observation","category":\#(value),"meta":\#(value),"code":\#(value)}"#
      #expect(try releases(record).values.flatMap(\.values).reduce(0, +) == 1)
    }
  }

  @Test func aLargeRecordIsExaminedInPart() throws {
    let keys = (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(try releases("{\"resourceType\":\"Patient\",\(keys)}") == ["r4": [.assumed: 1]])
  }

  /// Bundles within Bundles are looked through once each, not once for each around them.
  @Test func nestedBundlesTakeLinearTime() throws {
    var text = #"{"resourceType":"Patient"}"#
    for _ in 0..<60 { text = #"{"resourceType":"Bundle","entry":[{"resource":\#(text)}]}"# }
    #expect(try releases("\(text)\n{\"resourceType\":\"Patient\"}") == ["r4": [.assumed: 2]])
  }
}
