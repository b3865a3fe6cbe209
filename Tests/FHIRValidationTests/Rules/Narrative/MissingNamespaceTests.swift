import FHIRFindings
import FHIRValidation
import Testing

struct MissingNamespaceTests {
  @Test func reportsARootWithoutNamespace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<«div»>a</div>"
          }
        }
        """,
      [ExpectedFinding(.missingNamespace, path: "Patient.text.div")])
  }

  @Test func isReportedOnce() {
    expectFindings(
      in: """
        [
          { "resourceType": "Patient", "text": { "status": "generated", "div": "<«div»>a</div>" } },
          { "resourceType": "Patient", "text": { "status": "generated", "div": "<div>b</div>" } }
        ]
        """,
      [ExpectedFinding(.missingNamespace)])
  }

  @Test func isReportedOnceForLines() {
    let line = #"{"resourceType":"Patient","text":{"status":"generated","div":"<div>a</div>"}}"# + "\n"
    let result = Validator().validate(Array(String(repeating: line, count: 3).utf8))
    #expect(result.findings.map(\.severity) == [.information])
    #expect(result.tally.bySeverity == [.information: 1])
  }

  @Test func reportsTheNextRecordIfTheFirstHasAnotherRelease() {
    let narrative = #""text":{"status":"generated","div":"<div>a</div>"}"#
    let lines = """
      {"resourceType":"Observation","meta":{"profile":["http://hl7.org/fhir/us/core/StructureDefinition/a"]},\(narrative)}
      {"resourceType":"MedicationOrder",\(narrative)}

      """
    let result = Validator().validate(Array(lines.utf8))
    #expect(result.findings.contains { $0.rule == Rule.missingNamespace.id })
  }

  @Test func acceptsAPrefix() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<n:div xmlns:n=\"http://www.w3.org/1999/xhtml\"><n:p>a</n:p></n:div>"
          }
        }
        """#)
  }
}
