package import FHIRDiagnostics

extension Rule {
  /// Reports a given file or folder without a definition that can be read.
  package static let definitionUnreadable = Rule(
    "definition/unreadable", .error, .structure,
    summary: "a definition cannot be read",
    explanation: Explanation(
      checks: """
        What a caller gives as definitions must be JSON, or a package of it, with at least one profile, extension, \
        value set or code system. A definition needs a url, elements with paths, and a size within the limits.
        """,
      matters: """
        The definition is left out, so nothing is judged by it.
        """,
      bad: ProfileExample.text(#"{ "min": 1 }"#, record: #""active": true"#),
      good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
