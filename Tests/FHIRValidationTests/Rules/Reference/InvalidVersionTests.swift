import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

struct InvalidVersionTests {
  /// Releases with canonical references say that their versions are for these alone.
  @Test(arguments: [(FHIRRelease.dstu2, 0), (.stu3, 0), (.r4, 2), (.r4b, 2)])
  func reportsTheVersionOfACanonicalReference(release: FHIRRelease, count: Int) {
    let references = [
      "http://example.org/ValueSet/a|1", "http://example.org/a|1", "http://example.org/Patient?identifier=a|1",
      "http://example.org/a", "urn:oid:1.2|1",
    ]
    let text = references.map { #"{ "reference": "\#($0)" }"# }.joined(separator: ", ")
    let findings = Validator.insisting(on: release).validate(
      Array(#"{ "resourceType": "Provenance", "target": [\#(text)] }"#.utf8)
    ).findings
    #expect(findings.count { $0.rule.rawValue == "invariant/reference-version" } == count)
  }

  @Test func reportsNoVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsNoSlash() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsAMalformedVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/a_b"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func reportsASecondPart() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/12/_history/3/4"» }
        }
        """,
      [ExpectedFinding(.invalidVersion)])
  }

  @Test func acceptsAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12/_history/3" }
        }
        """)
  }

  @Test func acceptsNoVersionAtAll() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12" }
        }
        """)
  }
}
