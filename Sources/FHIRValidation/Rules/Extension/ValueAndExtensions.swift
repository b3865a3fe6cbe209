package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let valueAndExtensions = Rule(
    "extension/value-and-extensions", .error, .extension, summary: "an extension has both a value and extensions",
    checks: """
      An extension has either a `value[x]` or nested extensions, never both. To qualify a primitive value, extensions \
      go into the `_` sibling of that value; to qualify a complex value, into the value itself. In R4 this is the \
      constraint ext-1, which is reported instead.
      """,
    matters: "Readers treat an extension as simple or as complex, and read only the value or only the extensions.",
    form: .resource("Patient"),
    bad: """
      "extension": [
        {
          "url": "http://example.org/religion",
          "valueString": "Lutheran",
          "extension": [{ "url": "http://example.org/since", "valueDate": "1990" }]
        }
      ]
      """,
    good: """
      "extension": [
        {
          "url": "http://example.org/religion",
          "extension": [
            { "url": "http://example.org/name", "valueString": "Lutheran" },
            { "url": "http://example.org/since", "valueDate": "1990" }
          ]
        }
      ]
      """,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportValueAndExtensions(_ object: TapeIndex) {
    if drops(.valueAndExtensions, or: .extensionContent) { return }
    report(
      .valueAndExtensions, or: .extensionContent, at: headRange(object), path: .element,
      "expected a \(schema.elements[roles.extensionValue.element].name) or nested extensions, found both")
  }
}
