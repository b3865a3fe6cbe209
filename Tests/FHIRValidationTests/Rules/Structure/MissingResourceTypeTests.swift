import FHIRValidation
import Testing

struct MissingResourceTypeTests {
  @Test func reportsARecord() {
    expectFindings(
      in: """
        «{» "id": "a", "gender": "female" }
        """,
      [ExpectedFinding(.missingResourceType, messageContains: "resourceType")])
  }

  @Test func reportsAContainedResource() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "contained": [«{» "id": "p1" }],
          "subject": { "reference": "#p1" }
        }
        """,
      [ExpectedFinding(.missingResourceType)])
  }

  @Test func reportsAResourceInABundle() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [{ "fullUrl": "urn:uuid:0f3d5a52-8f0a-4f3b-9d8e-52b7c3f7e6a1", "resource": «{» "id": "a" } }]
        }
        """,
      [ExpectedFinding(.missingResourceType)])
  }

  @Test func acceptsItAsTheLastMember() {
    expectFindings(
      in: """
        { "id": "a", "gender": "female", "resourceType": "Patient" }
        """)
  }

  @Test func acceptsABundleThatSaysItsTypeLast() {
    expectFindings(
      in: """
        {
          "type": "collection",
          "entry": [{
            "fullUrl": "urn:uuid:0f3d5a52-8f0a-4f3b-9d8e-52b7c3f7e6a1", "resource": { "resourceType": "Patient" }
          }],
          "resourceType": "Bundle"
        }
        """)
  }
}
