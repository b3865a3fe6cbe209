import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// dom-3 where a contained resource may also refer to its container.
struct ReferringResourceTests {
  private func expect(contained: String, _ member: String, _ paths: String...) {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "contained": [\(contained)],
          "status": "final",
          "code": { "text": "Body weight" }\(member)
        }
        """,
      paths.map { ExpectedFinding(.invariant("dom-3"), path: $0) }, release: .r4, options: .withoutRecommendations)
  }

  @Test func theExpressionFindsAReference() {
    expect(contained: #"{ "resourceType": "Patient", "id": "p1" }"#, ##", "subject": { "reference": "#p1" }"##)
    expect(contained: #"«{» "resourceType": "Patient", "id": "p1" }"#, "", "Observation.contained[0]")
  }

  /// Also in the extensions of a primitive, and in the contained resource itself.
  @Test(arguments: [
    ##""valueUri": "#p1""##, ##""valueUrl": "#p1""##, ##""valueCanonical": "#p1""##,
    ##""valueReference": { "reference": "#p1" }"##, ##""valueUri": "\u0023p1""##,
  ])
  func anExtensionMayRefer(value: String) {
    let holder = #"{ "extension": [{ "url": "http://example.org/a", \#(value) }] }"#
    expect(contained: #"{ "resourceType": "Patient", "id": "p1" }"#, #", "_status": \#(holder)"#)
    expect(contained: #"{ "resourceType": "Patient", "id": "p1", "_birthDate": \#(holder) }"#, "")
  }

  @Test(arguments: [
    ##""valueString": "#p1""##, ##""valueMarkdown": "#p1""##, ##""valueCode": "#p1""##,
    ##""valueCoding": { "display": "#p1" }"##,
  ])
  func aTextIsNoReference(value: String) {
    expect(
      contained: #"«{» "resourceType": "Patient", "id": "p1" }"#,
      #", "extension": [{ "url": "http://example.org/a", \#(value) }]"#, "Observation.contained[0]")
  }

  /// The specification's page of narratives has an image whose source is a contained Binary.
  @Test func aNarrativeMayRefer() {
    let picture = #"{ "resourceType": "Binary", "id": "p1", "contentType": "image/gif", "data": "AAAA" }"#
    func text(_ source: String) -> String {
      ##", "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p><img src=\"\##(source)\" "##
        + #"alt=\"a\"/></p></div>" }"#
    }
    expect(contained: picture, text("#p1"))
    expect(contained: "«{»" + picture.dropFirst(), text("p1.gif"), "Observation.contained[0]")
  }

  @Test func aContainedResourceMayReferToItsContainer() {
    expect(
      contained: ##"{ "resourceType": "List", "id": "p1", "status": "current", "mode": "working", "##
        + ##""entry": [{ "item": { "reference": "#" } }] }"##, "")
    expect(
      contained: ##"«{» "resourceType": "List", "id": "p1", "status": "current", "mode": "working" }, "##
        + ##"{ "resourceType": "List", "id": "p2", "status": "current", "mode": "working", "##
        + ##""entry": [{ "item": { "reference": "#" } }] }"##, "", "Observation.contained[0]")
  }

  /// No contained resource may contain another; each of them is judged, and the reference of one is no other's.
  @Test func resourcesAtAnyDepthAreJudged() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "contained": [
            «{» "resourceType": "Patient", "id": "p1", "contained": [«{» "resourceType": "Patient", "id": "p2" }] }
          ],
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "#p1" }
        }
        """,
      [
        ExpectedFinding(.invariant("dom-2"), path: "Observation.contained[0]"),
        ExpectedFinding(.invariant("dom-3"), path: "Observation.contained[0].contained[0]"),
      ], release: .r4, options: .withoutRecommendations)
  }
}
