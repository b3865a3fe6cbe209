import FHIRValidation
import Testing

/// Elements that reuse the content of another element.
struct ReusedContentTests {
  @Test func aNestedSectionHasTheConstraintsOfASection() {
    expectFindings(
      in: """
        {
          "resourceType": "Composition",
          "date": "2015-02-07",
          "type": { "text": "Discharge summary" },
          "title": "Discharge",
          "status": "final",
          "subject": { "reference": "Patient/1" },
          "author": [{ "reference": "Practitioner/1" }],
          "section": [{ "title": "All", "section": [«{» "title": "Allergies" }] }]
        }
        """,
      [ExpectedFinding(.invariant("cmp-1"), path: "Composition.section[0].section[0]")])
  }

  /// inv-5 is stated on the metadata of the script, inv-7 on that of a test, which reuses its content.
  @Test func constraintsOfItsOwnTakeTheirPlace() {
    expectFindings(
      in: """
        {
          "resourceType": "TestScript",
          "url": "http://example.org/TestScript/a",
          "name": "Read",
          "status": "draft",
          "test": [{
            "metadata": «{» "capability": [{ "conformance": { "reference": "Conformance/1" } }] },
            "action": [{ "operation": { "sourceId": "a" } }]
          }]
        }
        """,
      [ExpectedFinding(.invariant("inv-7"), path: "TestScript.test[0].metadata")])
  }

  @Test(arguments: [
    ("Condition", "onsetQuantity", "Age"), ("Encounter", "length", "Duration"),
    ("PaymentReconciliation", "total", "Money"), ("SupplyDelivery", "quantity", "SimpleQuantity"),
  ])
  func aDerivedTypeHasTheConstraintsOfItsBase(resource: String, element: String, type: String) {
    let other = [
      "Condition": #""patient": { "display": "A" }, "code": { "text": "a" }, "verificationStatus": "confirmed","#,
      "Encounter": #""status": "finished","#,
    ]
    let code = type == "Money" ? "EUR" : "a"
    let path = element == "onsetQuantity" ? "onset.ofType(Age)" : element
    expectFindings(
      in: """
        { "resourceType": "\(resource)", \(other[resource] ?? "") "\(element)": «{» "code": "\(code)" } }
        """,
      [ExpectedFinding(.invariant("qty-3"), path: "\(resource).\(path)")])
  }
}
