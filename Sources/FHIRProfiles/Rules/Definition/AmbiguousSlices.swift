package import FHIRFindings

extension Rule {
  package static let definitionAmbiguousSlices = Rule(
    "definition/ambiguous-slices", .warning, .structure,
    summary: "nothing tells which values are in a slice",
    explanation: Explanation(
      checks: """
        A slice needs a discriminator that can be followed, and a statement about what it leads to. How many values a \
        slice has says nothing about a value. A slice that states nothing at all is no fault, unless the slices are \
        closed or its maximum is lower than that of the element, but not 0: published extensions have such slices.
        """,
      matters: "The slice is not judged, and neither is whether a value belongs to none of the slices.",
      bad: ProfileExample.text(
        """
        { "path": "Patient.name", "slicing": { "discriminator": ["use"], "rules": "open" } },
        { "path": "Patient.name", "name": "a", "min": 1 }
        """),
      good: ProfileExample.text(
        """
        { "path": "Patient.name", "slicing": { "discriminator": ["use"], "rules": "open" } },
        { "path": "Patient.name", "name": "a", "min": 1 }, { "path": "Patient.name.use", "fixedCode": "usual" }
        """, record: #""name": [{ "use": "usual" }]"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
