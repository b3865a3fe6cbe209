package import FHIRFindings

extension Rule {
  package static let definitionUnusableConstraint = Rule(
    "definition/unusable-constraint", .warning, .invariant,
    summary: "a constraint of a profile cannot be evaluated",
    explanation: Explanation(
      checks: """
        Constraints, contexts and bounds need FHIRPath that can be compiled, and that fits the values. A constraint \
        names elements that its element can have: `value` and not `valueQuantity`, which finds nothing. A minimum is at \
        most the maximum.
        """,
      matters: "Whether values meet the constraint is not judged.",
      bad: ProfileExample.text(
        #"{ "path": "Patient", "constraint": [{ "key": "a", "human": "has a name", "expression": "name.exist()" }] }"#),
      good: ProfileExample.text(
        #"{ "path": "Patient", "constraint": [{ "key": "a", "human": "has a name", "expression": "name.exists()" }] }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
