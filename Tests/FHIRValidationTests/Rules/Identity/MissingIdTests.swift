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
}
