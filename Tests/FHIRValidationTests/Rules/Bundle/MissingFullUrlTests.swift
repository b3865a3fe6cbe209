import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct MissingFullUrlTests {
  private func bundle(_ type: String, _ entry: String) -> String {
    #"{ "resourceType": "Bundle", "type": "\#(type)", "entry": [\#(entry)] }"#
  }

  private static let patient = #""resource": { "resourceType": "Patient", "id": "1" }"#

  @Test(arguments: ["collection", "searchset"])
  func reportsAResourceWithAnID(type: String) {
    expectFindings(
      in: bundle(type, "«{» \(Self.patient) }"), [ExpectedFinding(.missingFullURL, path: "Bundle.entry[0]")],
      release: .r4, options: .withoutRecommendations)
  }

  @Test func reportsItIfTheTypeComesLast() {
    expectFindings(
      in: #"{ "resourceType": "Bundle", "entry": [«{» \#(Self.patient) }], "type": "collection" }"#,
      [ExpectedFinding(.missingFullURL)], release: .r4, options: .withoutRecommendations)
  }

  @Test func aURLWithoutValueIsNone() {
    expectFindings(
      in: bundle(
        "collection",
        #"«{» "_fullUrl": { "extension": [{ "url": "http://example.org/a", "valueString": "b" }] }, \#(Self.patient) }"#
      ), [ExpectedFinding(.missingFullURL)], release: .r4, options: .withoutRecommendations)
  }

  @Test func aRequestMayNameTheResource() {
    func entry(_ method: String, _ url: String) -> String {
      #"\#(Self.patient), "request": { "method": "\#(method)", "url": "\#(url)" } }"#
    }
    expectFindings(
      in: bundle("transaction", "«{»" + entry("PUT", "Patient/1")), [ExpectedFinding(.missingFullURL, .warning)],
      release: .r4, options: .withoutRecommendations)
    expectFindings(
      in: bundle("transaction", "{" + entry("PUT", "Patient?identifier=a")), release: .r4,
      options: .withoutRecommendations)
    expectFindings(
      in: bundle("transaction", "{" + entry("POST", "Patient")), release: .r4, options: .withoutRecommendations)
  }

  @Test(arguments: [
    ("collection", #"{ "resource": { "resourceType": "Patient" } }"#),
    ("batch-response", #"{ \#(patient), "response": { "status": "200" } }"#),
    (
      "searchset",
      #"{ "resource": { "resourceType": "OperationOutcome", "id": "a", "issue": [{ "severity": "warning", "#
        + #""code": "processing" }] }, "search": { "mode": "outcome" } }"#
    ),
  ])
  func acceptsWhatIsNotIdentifiedAndResults(type: String, entry: String) {
    expectFindings(in: bundle(type, entry), release: .r4, options: .withoutRecommendations)
  }

  /// Another release states it as a constraint.
  @Test func anotherReleaseMayNotDemandIt() {
    expectFindings(
      in: bundle("collection", "«{» \(Self.patient) }"), [ExpectedFinding(.invariant("bdl-6"))], release: .dstu2)
  }
}
