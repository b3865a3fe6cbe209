import ClinicalRecords
import FHIRFindings
import FHIRValidation
import Testing

struct MissingIdTests {
  @Test func reportsARecordWithoutAnId() throws {
    try expectRunFinding(in: #"«{ "resourceType": "Patient", "gender": "male" }»"#, rule: .missingId)
  }

  @Test func acceptsBundlesParametersAndContainedResourcesWithoutOne() throws {
    try expectRunFinding(
      in: #"{ "resourceType": "Bundle", "type": "collection" }"#, #"{ "resourceType": "Parameters" }"#, rule: nil)
  }

  @Test(arguments: [
    (#"{ "method": "POST", "url": "Patient" }"#, true),
    (#"{ "method": "PUT", "url": "Patient?identifier=http://a.example|1" }"#, true),
    (#"{ "method": "PUT", "url": "Patient/1" }"#, false),
  ])
  func aRecordToBeCreatedNeedsNone(request: String, isToBeCreated: Bool) throws {
    let bundle = """
      { "resourceType": "Bundle", "type": "transaction", "entry": [
        { "resource": { "resourceType": "Patient" }, "request": \(request) } ] }
      """
    let rules = try RunFindings.findings(in: [Array(bundle.utf8)]).map(\.rule)
    #expect(rules.contains(Rule.missingId.id) == !isToBeCreated)
  }
}
