package import FHIRDiagnostics
import FHIRView
import FHIRTape

extension Rule {
  /// Reports an extension that says nothing.
  package static let missingValue = Rule(
    "extension/missing-value", .error, .extension,
    summary: "an extension has neither a value nor extensions",
    explanation: Explanation(
      checks: """
        An extension has a `value[x]` or extensions of its own. A value may be present by its `_` sibling alone.
        """,
      matters: """
        A url alone states that something is known and then does not say it. For a flag, `valueBoolean` has to be \
        there, since absence is not the same as true.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/religion" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/religion", "valueString": "Lutheran" }]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/extensibility.html"))
}

extension Walker {
  @inline(never)
  mutating func reportMissingValue(_ object: Int) {
    if drops(.missingValue) { return }
    report(
      .missingValue, at: headRange(object), path: .element,
      "expected a \(schema.elements[roles.extensionValue.element].name) or nested extensions, found neither")
  }
}
