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

  @Test func reportsAnotherMomentInEscapes() {
    expectFindings(
      in: response(lastUpdated: "2015-02-07T13:28:17Z", lastModified: #"«"\u0032015-02-08T13:28:17Z"»"#),
      [ExpectedFinding(.lastModifiedDisagrees)])
    expectFindings(in: response(lastUpdated: #"\u0032015-02-07T13:28:17Z"#, lastModified: #""2015-02-07T13:28:17Z""#))
  }
}
