import FHIRValidation
import Testing

struct LastModifiedDisagreesTests {
  private func response(lastUpdated: String, lastModified: String) -> String {
    """
    {
      "resourceType": "Bundle",
      "type": "batch-response",
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1", "meta": { "lastUpdated": "\(lastUpdated)" } },
          "response": { "status": "200", "lastModified": \(lastModified) }
        }
      ]
    }
    """
  }

  @Test(arguments: ["2015-08-18T01:43:34Z", "2015-08-18T01:43:33+01:00", "2016-08-18T01:43:33.000Z"])
  func reportsAnotherMoment(moment: String) {
    expectFindings(
      in: response(lastUpdated: "2015-08-18T01:43:33Z", lastModified: "«\"\(moment)\"»"),
      [ExpectedFinding(.lastModifiedDisagrees, path: "Bundle.entry[0].response.lastModified")])
  }

  @Test(arguments: ["2015-08-18T01:43:33Z", "2015-08-17T23:43:33-02:00", "2015-08-18T01:43:33.900Z"])
  func acceptsTheSameSecond(moment: String) {
    expectFindings(in: response(lastUpdated: "2015-08-18T01:43:33.123Z", lastModified: "\"\(moment)\""))
  }
}
