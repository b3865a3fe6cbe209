import FHIRR4
import Testing

/// Features of the models of R4 that those of DSTU2 lack.
struct R4ModelTests {
  private func decoded<R: FHIRResource>(_ json: String) throws -> R {
    let resource = try FHIRDecoder().decode(R.self, from: Array(json.utf8))
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(resource)) == [])
    return resource
  }

  private func faults(_ json: String) -> [FHIRFault.Code] {
    FHIRDecoder().decodeLeniently(AnyResource.self, from: Array(json.utf8)).faults.map(\.code)
  }

  @Test(arguments: [
    "1e2", "1.50E+3", "-0.070e-10", "6.02214076e23", "1e400", "7.50", "123456789012345678901234567890.1234567890",
  ])
  func decimalsKeepTheirDigitsAndExponents(text: String) throws {
    let observation: Observation = try decoded(
      #"{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":\#(text)}}"#)
    guard case .quantity(let quantity)? = observation.value else {
      Issue.record("no quantity")
      return
    }
    #expect(quantity.value?.value?.text == text)
    #expect(FHIRDecimal(text) == quantity.value?.value)
    #expect(quantity.value?.value?.doubleValue == Double(text))
  }

  @Test func thereAreNoComments() throws {
    let json = #"{"resourceType":"Patient","fhir_comments":["c"],"_birthDate":{"fhir_comments":["d"],"id":"b"}}"#
    #expect(faults(json) == [.unknownElement, .unknownElement])
    let patient = try #require(FHIRDecoder().decodeLeniently(Patient.self, from: Array(json.utf8)).value)
    #expect(patient.keptAside.map(\.name) == ["fhir_comments"])
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(patient)) == [])
    // Nothing is written under a name that the release does not define.
    var other = Patient()
    other.extras.comments = ["c"]
    #expect(FHIREncoder().encode(other) == FHIREncoder().encode(Patient()))
  }

  @Test(arguments: [
    (#""birthDate":"-0044""#, [FHIRFault.Code.invalidDate]), (#""deceasedDateTime":"-0044-03-15""#, [.invalidDateTime]),
    (#""deceasedDateTime":"2016-12-31T23:59:60Z""#, []),
    (#""deceasedDateTime":"2016-12-31T23:59:61Z""#, [.invalidDateTime]),
    (#""meta":{"lastUpdated":"2016-12-31T23:59:60.5+00:00"}"#, []),
    (#""extension":[{"url":"u","valueTime":"23:59:60"}]"#, []),
    (#""extension":[{"url":"u","valueTime":"23:59"}]"#, [.invalidTime]),
  ])
  func datesAndTimesFollowTheGrammarOfTheRelease(member: String, expected: [FHIRFault.Code]) throws {
    let json = "{\"resourceType\":\"Patient\",\(member)}"
    #expect(faults(json) == expected)
    let patient = try #require(FHIRDecoder().decodeLeniently(Patient.self, from: Array(json.utf8)).value)
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(patient)) == [])
  }

  @Test func leapSecondsAreTimes() throws {
    let time = try #require(FHIRTime("23:59:60"))
    #expect(time == FHIRTime(hour: 23, minute: 59, second: 60))
    #expect(time.secondsSinceMidnight == 86_400)
    #expect(FHIRTime(hour: 23, minute: 59, second: 61) == nil)
    let midnight = try #require(FHIRDateTime("2017-01-01T00:00:00Z"))
    #expect(FHIRDateTime("2016-12-31T23:59:60Z")?.secondsSince1970 == midnight.secondsSince1970)
  }

  @Test func referencesHaveATypeAndAnIdentifier() throws {
    let reference = """
      {"type":"Patient","identifier":{"system":"urn:x","value":"7","assigner":{"identifier":{"value":"8"}}},"display":"d"}
      """
    let observation: Observation = try decoded(
      #"{"resourceType":"Observation","status":"final","code":{"text":"x"},"subject":\#(reference)}"#)
    #expect(observation.subject?.type?.value == "Patient")
    #expect(observation.subject?.identifier?.assigner?.identifier?.value?.value == "8")
  }

  @Test func containedResourcesAreModels() throws {
    let request: MedicationRequest = try decoded(
      """
      {"resourceType":"MedicationRequest","status":"active","intent":"order","subject":{"reference":"Patient/p"},
       "contained":[{"resourceType":"Medication","id":"m","code":{"text":"Salbutamol"}},{"resourceType":"Flag","n":1.0}],
       "medicationReference":{"reference":"#m"},"dosageInstruction":[{"asNeededBoolean":true,"doseAndRate":
       [{"doseRange":{"low":{"value":1},"high":{"value":2.0}}}]}]}
      """)
    guard case .medication(let medication)? = request.contained.first else {
      Issue.record("no medication")
      return
    }
    #expect(medication.code?.text?.value == "Salbutamol")
    #expect(request.contained[1].resourceType == .flag)
    #expect(request.dosageInstruction[0].asNeeded == .boolean(true))
  }

  /// One record with each type that an extension may have.
  @Test func extensionsHaveFiftyTypes() throws {
    let texts = [
      "Base64Binary": #""aGk=""#, "Boolean": "true", "Canonical": #""http://a|1""#, "Code": #""c""#,
      "Date": #""2020""#, "DateTime": #""2020-02-29""#, "Decimal": "1.0e1", "Id": #""i""#,
      "Instant": #""2020-02-29T00:00:00Z""#, "Integer": "-7", "Markdown": #""*m*""#, "Oid": #""urn:oid:1.2""#,
      "PositiveInt": "1", "String": #""s""#, "Time": #""08:30:00""#, "UnsignedInt": "0", "Uri": #""urn:u""#,
      "Url": #""http://u""#, "Uuid": #""urn:uuid:c757873d-ec9a-4326-a141-556f43239520""#,
    ]
    let objects = [
      "Address", "Age", "Annotation", "Attachment", "CodeableConcept", "Coding", "ContactDetail", "ContactPoint",
      "Contributor", "Count", "DataRequirement", "Distance", "Dosage", "Duration", "Expression", "HumanName",
      "Identifier", "Meta", "Money", "ParameterDefinition", "Period", "Quantity", "Range", "Ratio", "Reference",
      "RelatedArtifact", "SampledData", "Signature", "Timing", "TriggerDefinition", "UsageContext",
    ]
    let members = texts.map { "\"value\($0)\":\($1)" } + objects.map { "\"value\($0)\":{\"id\":\"x\"}" }
    #expect(members.count == 50)
    let known: Set<FHIRFault.Code> = [.missingElement]
    for member in members {
      let patient = Array("{\"resourceType\":\"Patient\",\"extension\":[{\"url\":\"u\",\(member)}]}".utf8)
      let result = FHIRDecoder().decodeLeniently(Patient.self, from: patient)
      // Required elements of the types are missing here, and there is no other fault.
      #expect(Set(result.faults.map(\.code)).isSubset(of: known), "\(member): \(result.faults)")
      let found = try #require(result.value)
      #expect(found.extension[0].value != nil && found.extension[0].keptAside.isEmpty, "\(member)")
      #expect(try LosslessComparison.differences(patient, FHIREncoder().encode(found)) == [])
    }
  }
}
