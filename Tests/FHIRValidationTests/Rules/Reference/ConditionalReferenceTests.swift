import FHIRTestSupport
import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// References that are a search, which a transaction of R4 may have.
struct ConditionalReferenceTests {
  private func bundle(_ type: String, _ subject: String) -> String {
    """
    {
      "resourceType": "Bundle",
      "entry": [{
        "resource": {
          "resourceType": "Flag", "status": "active", "code": { "text": "a" },
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">a</div>" },
          "subject": { "reference": \(subject) }
        }\(type == "transaction" ? #", "request": { "method": "POST", "url": "Flag" }"# : "")
      }],
      "type": "\(type)"
    }
    """
  }

  @Test(arguments: ["Patient?name=a", "Patient?identifier=http://example.org/mrn|7"])
  func aTransactionMayHaveThem(reference: String) {
    expectFindings(in: bundle("transaction", "\"\(reference)\""), release: .r4)
  }

  @Test func otherBundlesMayNot() {
    expectFindings(
      in: bundle("collection", "«\"Patient?name=a\"»"),
      [ExpectedFinding(.invalidReference, path: "Bundle.entry[0].resource.subject.reference")], release: .r4)
  }

  @Test func nothingElseMay() {
    expectFindings(
      in: """
        { "resourceType": "Basic", "code": { "text": "a" }, "subject": { "reference": «"Patient?name=a"» } }
        """,
      [ExpectedFinding(.invalidReference, messageContains: "DSTU2")])
  }

  /// The scheme of what is searched for is not that of the reference; DSTU2 has no such references.
  @Test(arguments: ["Patient?identifier=http://x.org|1", "Patient?identifier=urn:oid:1.2|3", "Patient?a=b:c"])
  func aSchemeEndsBeforeTheQuery(reference: String) {
    let record =
      #"{ "resourceType": "Basic", "code": { "text": "a" }, "subject": { "reference": «"\#(reference)"» } }"#
    expectFindings(in: record, [ExpectedFinding(.invalidReference)])
    expectFindings(in: bundle("transaction", "\"\(reference)\""), release: .r4)
  }

  @Test(arguments: ["?x=http://a", "?x:y"])
  func aQueryAloneIsNoReference(reference: String) {
    for release in [FHIRRelease.dstu2, .r4] {
      let record = #"{ "resourceType": "Basic", "code": { "text": "a" }, "subject": { "reference": "\#(reference)" } }"#
      let findings = Validator.insisting(on: release).validate(Array(record.utf8)).findings
      #expect(findings.contains { $0.rule == Rule.invalidReference.id })
    }
  }

  @Test func theSearchedTypeIsOneThatIsAllowed() {
    expectFindings(
      in: bundle("transaction", "«\"Encounter?identifier=a\"»"), [ExpectedFinding(.wrongTargetType)], release: .r4)
  }
}
