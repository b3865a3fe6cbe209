import Diagnostics
import FHIRView
import JSONTape

extension Rule {
  /// Reports an object without members.
  package static let emptyObject = Rule(
    "structure/empty-object", .error, .structure,
    summary: "an object is empty",
    explanation: Explanation(
      checks: """
        An object that is the value of an element has at least one member. An element with nothing to say is left \
        out.
        """,
      matters: """
        An empty object claims that the element is there and gives nothing: an empty `valueQuantity` is a result \
        without a result. Programs that test for presence are misled.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "name": [{}]
        }
        """,
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}

extension Walker {
  @inline(never)
  mutating func reportEmptyObject(_ object: Int) {
    report(.emptyObject, at: tape.range(object), path: path.text(schema), "expected at least one element, found {}")
  }
}
