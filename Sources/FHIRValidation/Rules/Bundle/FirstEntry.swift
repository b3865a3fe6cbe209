package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRText

extension Rule {
  /// Reports a document or message that begins with something else.
  package static let firstEntry = Rule(
    "bundle/first-entry", .error, .structure,
    summary: "a document or message does not begin with its header",
    explanation: Explanation(
      checks: """
        The first entry of a Bundle of type `document` is a Composition, that of a `message` a MessageHeader; so \
        there is a first entry. R4 has the constraints bdl-11 and bdl-12 for it, which are reported in its place.
        """,
      matters: """
        The header says what the rest is about, who says so and to whom. A receiver looks for it in the first place, \
        and refuses the Bundle where it is not there.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/documents.html"))
}

extension Walker {
  /// The path stands at the Bundle.
  @inline(never)
  mutating func reportFirstEntry(_ index: Int, type: ByteText, expected: Int) {
    let name = schema.typeNames[expected]
    let native: NativeInvariant = expected == roles.composition ? .firstComposition : .firstMessageHeader
    guard let first = bundle.first else {
      return report(
        .firstEntry, or: native, at: headRange(index), path: .element,
        "expected a \(name) as the first entry of a \(type.string.clipped), found no entries")
    }
    let found = first.type >= 0 ? "'\(schema.typeNames[first.type])'" : "no resource"
    report(
      .firstEntry, or: native, inInput: first.range,
      path: .below(first.isResource ? "entry[0].resource" : "entry[0]"),
      "expected a \(name) as the first entry of a \(type.string.clipped), found \(found)")
  }
}
