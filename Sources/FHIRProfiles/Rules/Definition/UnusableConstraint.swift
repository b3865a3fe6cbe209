package import FHIRDiagnostics

extension Rule {
  /// Reports a constraint of a profile that cannot be evaluated.
  package static let definitionUnusableConstraint = Rule(
    "definition/unusable-constraint", .warning, .invariant,
    summary: "a constraint of a profile cannot be evaluated",
    explanation: Explanation(
      checks: """
        A constraint needs a FHIRPath expression that can be compiled, and that can be evaluated on the values of \
        the records. The context of an extension and the bounds of a value are evaluated, too.
        """,
      matters: """
        Whether values meet the constraint is not judged. Records with such values count as not judged wholly.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient", "constraint": [
          { "key": "a", "severity": "error", "human": "has a name", "expression": "name.exist()" }] }
        """),
      good: ProfileExample.text(
        """
        { "path": "Patient", "constraint": [
          { "key": "a", "severity": "error", "human": "has a name", "expression": "name.exists()" }] }
        """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
