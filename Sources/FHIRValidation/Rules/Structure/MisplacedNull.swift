import Diagnostics

extension Rule {
  /// Reports a null that holds no place.
  package static let misplacedNull = Rule(
    "structure/misplaced-null", .error, .structure,
    summary: "null stands where it may not",
    explanation: Explanation(
      checks: """
        A null has one use in FHIR: in the array of a repeating primitive, or in its `_` sibling, it keeps the two \
        arrays in step where one of them has nothing. Everywhere else an element without a value is left out.
        """,
      matters: """
        Writers that print every field of a class leave nulls behind. A reader cannot tell whether the value is \
        unknown, withheld or not recorded, for which FHIR has extensions and reasons.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "birthDate": null
        }
        """,
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}
