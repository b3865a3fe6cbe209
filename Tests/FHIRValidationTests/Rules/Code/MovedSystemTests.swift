import FHIRSchema
import FHIRValidation
import Testing

/// Systems whose URI differs between DSTU2 and R4.
struct MovedSystemTests {
  private func coding(_ system: String, _ code: String = "a") -> String {
    """
    {
      "resourceType": "Basic",
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">a</div>" },
      "code": { "coding": [{ "system": \(system), "code": "\(code)" }] }
    }
    """
  }

  @Test(arguments: [
    ("http://hl7.org/fhir/v3/ActCode", "http://terminology.hl7.org/CodeSystem/v3-ActCode", "AMB"),
    ("http://hl7.org/fhir/v2/0203", "http://terminology.hl7.org/CodeSystem/v2-0203", "MR"),
    ("http://hl7.org/fhir/observation-category", "http://terminology.hl7.org/CodeSystem/observation-category", "exam"),
  ])
  func theNewURIIsExpected(old: String, new: String, code: String) {
    expectFindings(
      in: coding("«\"\(old)\"»", code), [ExpectedFinding(.misspeltSystem, messageContains: "expected '\(new)'")],
      release: .r4)
    expectFindings(in: coding("\"\(new)\"", code), release: .r4)
    expectFindings(in: coding("\"\(old)\"", code), release: .dstu2)
  }

  @Test(arguments: [
    "http://hl7.org/fhir/v3/", "http://hl7.org/fhir/observation-categories", "http://hl7.org/fhir/sid/icd-10",
  ])
  func othersAreLeftAlone(system: String) { expectFindings(in: coding("\"\(system)\""), release: .r4) }
}
