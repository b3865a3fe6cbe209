import Diagnostics

extension Rule {
  /// Reports a variant that a choice does not offer.
  package static let choiceType = Rule(
    "structure/choice-type", .error, .structure,
    summary: "a choice element is given a type that it does not allow",
    explanation: Explanation(
      checks: """
        The type at the end of a choice element's name is one that the element allows in this place. A name that ends \
        in no type of DSTU2 at all is an unknown element instead.
        """,
      matters: """
        Each choice has its own list. `Observation.value[x]` allows neither boolean nor integer in DSTU2, though \
        later releases do, and a reader of DSTU2 never looks for them: the result is lost.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Smoker" },
          "valueBoolean": true
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Smoker" },
          "valueCodeableConcept": { "text": "Yes" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/formats.html#choice"))
}
