import FHIRValidation
import Testing

struct InvalidIfNoneExistTests {
  private func transaction(_ condition: String) -> String {
    #"""
    {
      "resourceType": "Bundle",
      "type": "transaction",
      "entry": [
        {
          "fullUrl": "urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
          "resource": { "resourceType": "Patient" },
          "request": { "method": "POST", "url": "Patient", "ifNoneExist": \#(condition) }
        }
      ]
    }
    """#
  }

  @Test(arguments: [#""?identifier=12""#, #""Patient?identifier=12""#, #""http://example.org/Patient?identifier=12""#])
  func reportsMoreThanTheQuery(condition: String) {
    expectFindings(
      in: transaction("«\(condition)»"),
      [ExpectedFinding(.invalidIfNoneExist, path: "Bundle.entry[0].request.ifNoneExist")])
  }

  @Test(arguments: [
    #""identifier=12""#, #""url=http://example.org/a?b=c""#, #""identifier:exact=http://example.org|12&b=c""#,
  ])
  func acceptsAQuery(condition: String) {
    expectFindings(in: transaction(condition))
  }
}
