import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// ref-1: local references and the resources that they name.
struct LocalReferenceTests {
  @Test func reportsAMissingResource() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"#p1"» }
        }
        """,
      [ExpectedFinding(.invariant("ref-1"), messageContains: "p1")])
  }

  /// `#` alone names the container; only a contained resource has one.
  @Test(arguments: [FHIRRelease.stu3, .r4, .r4b])
  func aResourceThatIsNotContainedHasNoContainer(release: FHIRRelease) {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "contained": [{ "resourceType": "Observation", "status": "final", "code": { "text": "Size" },
            "subject": { "reference": "#p1" }, "extension": [
              { "url": "http://example.org/a", "valueReference": { "reference": "#" } }
            ] }, { "resourceType": "Patient", "id": "p1" }],
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "#p1" },
          "extension": [{ "url": "http://example.org/a", "valueReference": { "reference": «"#"» } }]
        }
        """,
      [ExpectedFinding(.invariant("ref-1"), messageContains: "no resource contains this one")], release: release,
      options: .withoutRecommendations)
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "contained": [«{» "resourceType": "Patient", "id": "P1" }],
          "subject": { "reference": «"#p1"» }
        }
        """,
      [ExpectedFinding(.invariant("dom-3"), .warning), ExpectedFinding(.invariant("ref-1"))])
  }

  @Test func looksOnlyInTheSameResource() {
    expectFindings(
      in: """
        [
          {
            "resourceType": "Observation",
            "contained": [{ "resourceType": "Patient", "id": "p1" }],
            "status": "final",
            "code": { "text": "Body weight" },
            "subject": { "reference": "#p1" }
          },
          {
            "resourceType": "Observation",
            "status": "final",
            "code": { "text": "Body weight" },
            "subject": { "reference": «"#p1"» }
          }
        ]
        """,
      [ExpectedFinding(.invariant("ref-1"), path: "Observation.subject.reference")])
  }

  @Test func acceptsAResourceThatComesLater() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "#p1" },
          "contained": [{ "resourceType": "Patient", "id": "p1" }]
        }
        """)
  }

  @Test func acceptsAReferenceBetweenContainedResources() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "contained": [
            { "resourceType": "Organization", "id": "o1", "name": "Example Hospital" },
            { "resourceType": "Patient", "id": "p1", "managingOrganization": { "reference": "#o1" } }
          ],
          "subject": { "reference": "#p1" }
        }
        """)
  }
}
