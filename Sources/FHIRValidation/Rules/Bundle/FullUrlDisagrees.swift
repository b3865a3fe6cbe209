package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a fullUrl that does not match the resource.
  package static let fullURLDisagrees = Rule(
    "bundle/full-url-disagrees", .error, .invariant,
    summary: "a fullUrl names another resource",
    explanation: Explanation(
      checks: """
        A `fullUrl` that looks like that of a FHIR server, `http://.../Type/id`, ends in the type and the id of the \
        resource in the entry. Where the resource has no id, only the type is compared. A `urn:uuid:` may differ from \
        the id; where they are the same in most entries of a Bundle, an entry where they differ is a warning.
        """,
      matters: """
        References find the resource by its fullUrl, but servers store it by its type and id, so the references break.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
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
      specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique"))
}

extension RecordCursor {
  /// The path stands at the entry.
  @inline(never)
  mutating func reportFullURLDisagrees(_ value: Int, id: Int, type: Int) {
    let id = id >= 0 && isText(id) ? tape.string(id).clipped : "[id]"
    let name = type >= 0 ? schema.typeNames[type] : "[type]"
    report(
      .fullURLDisagrees, at: tape.range(value), path: .child("fullUrl"),
      "expected an address that ends in '\(name)/\(id)', as the resource says, found \(tape.excerpt(value))")
  }

  /// The path stands at the Bundle.
  @inline(never)
  mutating func reportUUIDDisagrees(_ difference: HeldFindings.Difference) {
    report(
      Rule.fullURLDisagrees.id, .warning, inInput: difference.range,
      path: .below("entry[\(difference.entry)].fullUrl"),
      "expected the id of the resource, \(difference.id), as in most entries, found \(difference.address)", label: nil)
  }
}
