import Diagnostics

extension Rule {
  /// Reports a second variant of one choice.
  package static let ambiguousChoice = Rule(
    "structure/ambiguous-choice", .error, .structure,
    summary: "a choice element has two variants at once",
    explanation: Explanation(
      checks: """
        Of the variants of a choice element, such as `deceasedBoolean` and `deceasedDateTime` for `deceased[x]`, one \
        at most is present. A variant and its own `_` sibling count as one. The second variant is reported.
        """,
      matters: """
        The variants can contradict each other, and a reader takes whichever it looks for first. Two onset dates or \
        two values make the record say two things.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "deceasedBoolean": false,
          "deceasedDateTime": "2015-02-07"
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "deceasedDateTime": "2015-02-07"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/formats.html#choice"))
}
