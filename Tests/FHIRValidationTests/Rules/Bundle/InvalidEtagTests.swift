import FHIRValidation
import Testing

struct InvalidEtagTests {
  @Test func reportsTagsWithoutQuotes() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [
            { "response": { "status": "200", "etag": «"W/1"» } },
            { "response": { "status": "200", "etag": «"1"» } },
            { "response": { "status": "200", "etag": «"w/\"1\""» } }
          ]
        }
        """#,
      [
        ExpectedFinding(.invalidEtag, path: "Bundle.entry[0].response.etag"), ExpectedFinding(.invalidEtag),
        ExpectedFinding(.invalidEtag),
      ])
  }

  @Test func reportsConditionsWithoutQuotes() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            { "request": { "method": "DELETE", "url": "Patient/1", "ifMatch": «"2"» } },
            { "request": { "method": "GET", "url": "Patient/1", "ifNoneMatch": «"W/2"» } }
          ]
        }
        """#,
      [
        ExpectedFinding(.invalidEtag, path: "Bundle.entry[0].request.ifMatch"),
        ExpectedFinding(.invalidEtag, path: "Bundle.entry[1].request.ifNoneMatch"),
      ])
  }

  @Test func acceptsWeakAndStrongTagsListsAndAnything() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            { "request": { "method": "DELETE", "url": "Patient/1", "ifMatch": "W/\"2\"" } },
            { "request": { "method": "DELETE", "url": "Patient/2", "ifMatch": "\u0022a\u0022" } },
            { "request": { "method": "GET", "url": "Patient/1", "ifNoneMatch": "\"1\", W/\"2\"" } },
            { "request": { "method": "GET", "url": "Patient/1", "ifNoneMatch": "*" } }
          ]
        }
        """#)
  }
}
