import Diagnostics

extension Rule {
  /// Reports a JSON value of the wrong kind.
  package static let wrongKind = Rule(
    "structure/wrong-kind", .error, .structure,
    summary: "a value is of the wrong JSON kind",
    explanation: Explanation(
      checks: """
        Each element is of the JSON kind that its type is written in: an object for complex types and references, \
        true or false for boolean, a number for decimal and the integer types, a string for every other primitive. \
        What the value says is judged only when its kind is right.
        """,
      matters: """
        A number in quotes or the word "true" in quotes is refused by typed decoders and sorted wrongly by lenient \
        ones. The record seems to hold a result, and programs find none.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "active": "true"
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "active": true
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}
