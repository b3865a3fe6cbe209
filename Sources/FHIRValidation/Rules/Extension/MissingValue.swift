package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let missingValue = Rule(
    "extension/missing-value", .error, .extension, summary: "an extension has neither a value nor extensions",
    checks: """
      An extension has a `value[x]` or nested extensions. A value may be present by its `_` sibling alone. In R4 this \
      is the constraint ext-1, which is reported instead.
      """,
    matters: """
      An extension with only a url has no content. A flag needs a `valueBoolean`, as a missing value does not mean \
      true.
      """,
    form: .resource("Patient"), bad: #""extension": [{ "url": "http://example.org/religion" }]"#,
    good: #""extension": [{ "url": "http://example.org/religion", "valueString": "Lutheran" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMissingValue(_ object: TapeIndex) {
    if drops(.missingValue, or: .extensionContent) { return }
    report(
      .missingValue, or: .extensionContent, at: headRange(object), path: .element,
      "expected a \(schema.elements[roles.extensionValue.element].name) or nested extensions, found neither")
  }
}
