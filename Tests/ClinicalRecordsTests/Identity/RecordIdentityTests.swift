import ClinicalRecords
import FHIRSchema
import JSONTape
import Testing

/// Where the source of a record is found, in which order.
struct RecordIdentityTests {
  static let r4 = FHIRRelease(name: "r4", version: "4.0.1")

  private func identity(
    _ resource: String, fullUrl: String? = nil, given: String? = nil, release: FHIRRelease = .dstu2
  ) throws -> RecordIdentity? {
    let address = fullUrl.map { "\"fullUrl\":\"\($0)\"," } ?? ""
    return try withTape("{\(address)\"resource\":\(resource)}") { tape in
      let index = try #require(tape.member("resource", of: 0))
      return RecordIdentity(tape, resource: index, entry: 0, givenSource: given, release: release)
    }
  }

  @Test func theFirstSourceThatIsThereCounts() throws {
    let resource = #"{"resourceType":"Patient","id":"1","meta":{"source":"http://m.example/x#7"}}"#
    let url = "http://base.example/fhir/Patient/1"
    #expect(try identity(resource, fullUrl: url, given: "St. Anna", release: Self.r4)?.source == "St. Anna")
    #expect(try identity(resource, fullUrl: url, given: "", release: Self.r4)?.source == "http://m.example/x")
    #expect(try identity(resource, fullUrl: url, release: Self.r4)?.source == "http://m.example/x")
    // In DSTU2 meta has no such element.
    #expect(try identity(resource, fullUrl: url)?.source == "http://base.example/fhir")
    #expect(try identity(resource)?.source == "")
  }

  @Test func aMetaSourceThatIsOnlyAFragmentIsNone() throws {
    let resource = ##"{"resourceType":"Patient","id":"1","meta":{"source":"#7"}}"##
    #expect(try identity(resource, release: Self.r4)?.source == "")
  }

  @Test(arguments: [
    ("http://a.example/fhir/Patient/1", "http://a.example/fhir"),
    ("https://a.example/Patient/1", "https://a.example"),
    ("HTTPS://a.example/Patient/1", "HTTPS://a.example"),
    (#"http:\/\/a.example\/fhir\/Patient\/1"#, "http://a.example/fhir"),
    ("http://a.example/fhir/Patient/1/_history/2", "http://a.example/fhir"),
    ("http://a.example/fhir/Patient/other", "http://a.example/fhir"),
    ("http://a.example/fhir/Observation/1", ""),
    ("http://a.example/fhir/Patient/", ""),
    ("http://a.example/fhir/Patient/1/_history", ""),
    ("http://Patient/1", ""),
    ("http://", ""),
    ("urn:uuid:0b6c4a1e-0000-4000-8000-000000000000", ""),
    ("ftp://a.example/Patient/1", ""),
    ("Patient/1", ""),
    ("", ""),
  ])
  func theServiceBaseStandsBeforeTypeAndId(url: String, base: String) throws {
    #expect(try identity(#"{"resourceType":"Patient","id":"1"}"#, fullUrl: url)?.source == base)
  }

  @Test func theParts() throws {
    let found = try identity(#"{"id":"a\u0062","resourceType":"Pati\u0065nt"}"#, given: "S")
    #expect(found == RecordIdentity(source: "S", resourceType: "Patient", id: "ab"))
  }

  @Test(arguments: [
    #"{"resourceType":"Patient"}"#, #"{"resourceType":"Patient","id":""}"#, #"{"resourceType":"Patient","id":7}"#,
    #"{"resourceType":"Patient","id":null}"#,
  ])
  func withoutAnIdThereIsNoIdentity(resource: String) throws {
    #expect(try identity(resource) == nil)
  }
}
