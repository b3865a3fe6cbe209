package import FHIRDiagnostics

extension Rule {
  /// Reports: a value is outside of the range that the profile allows.
  package static let profileValueRange = Rule(
    "profile/value-range", .error, .value,
    summary: "a value is outside of the range that the profile allows",
    explanation: Explanation(
      checks: """
        A profile may state the lowest and the highest value. Numbers and quantities of one unit are compared as \
        numbers, dates and times as far as both are given.
        """,
      matters: """
        A value out of the range is a fault of entry more often than a fact.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }
        """,
        record: """
          "multipleBirthInteger": 11
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }
        """,
        record: """
          "multipleBirthInteger": 1
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
