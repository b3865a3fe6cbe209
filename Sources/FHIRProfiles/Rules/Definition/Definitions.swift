package import FHIRFindings

extension Rule {
  package static let definitionAmbiguousSlices = Rule(
    "definition/ambiguous-slices", .warning, .structure, summary: "nothing tells which values are in a slice",
    checks: """
      A slice needs a discriminator that can be followed, and a statement about what it leads to, other than that of \
      another slice. How many values a slice has says nothing about a value. A slice that states nothing at all is no \
      fault, unless the slices are closed or its maximum is lower than that of the element, but not 0: published \
      extensions have such slices.
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
      """, record: #""name": [{ "use": "usual" }]"#))

  package static let definitionLoosenedBase = Rule(
    "definition/loosened-base", .warning, .structure, summary: "a profile allows what its base forbids",
    checks: """
      A profile may only restrict its base: in number, type, target, value, length, range, pattern, binding and slices. \
      A snapshot repeats what the base states of a value, and its constraints.
      """,
    matters: "A record that conforms to a profile conforms to its base, so it is judged by both.",
    bad: ProfileExample.text(#"{ "path": "Patient.name", "min": 0 }"#, base: "named-patient"),
    good: ProfileExample.text(#"{ "path": "Patient.name", "max": "1" }"#, base: "named-patient"))

  package static let definitionMissingBase = Rule(
    "definition/missing-base", .warning, .notFound, summary: "the base of a profile is not available",
    checks: "A profile without a snapshot needs the definition of its base, for the same type and not in a circle.",
    matters: "The profile is not judged at all. Give the base with a further `--definitions`.",
    bad: ProfileExample.text(#"{ "path": "Patient" }"#, base: "nowhere"),
    good: ProfileExample.text(#"{ "path": "Patient" }"#, base: "named-patient"))

  package static let definitionMissingPart = Rule(
    "definition/missing-part", .warning, .notFound, summary: "a profile that another one refers to is not available",
    checks: "A profile that values, targets or slices of a record must meet is among the definitions.",
    matters: "Whether they meet it is not judged. Give the profile with a further `--definitions`.",
    bad: ProfileExample.text(
      #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }"#),
    good: ProfileExample.text(
      #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }] }"#))

  package static let definitionUnknownPath = Rule(
    "definition/unknown-path", .warning, .structure,
    summary: "a profile is about an element or a type that the release does not have",
    checks: """
      A profile constrains a type of the release, and elements that this type has. One of the contexts of an extension \
      is an element of the release, if they name no type of another one.
      """,
    matters: "No record can have the element, so what the profile states of it is not judged.",
    bad: ProfileExample.text(#"{ "path": "Patient.nickname", "min": 1 }"#),
    good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#))

  package static let definitionUnreadable = Rule(
    "definition/unreadable", .error, .structure, summary: "a definition cannot be read",
    checks:
      "What is given as definitions is JSON with a url, within the limits, for a release that is judged. Each element has a path, and what it says of numbers, lengths, places of targets, bindings, slicings and constraints has a form that the specification knows.",
    matters: "The definition is left out, so nothing is judged by it.",
    bad: ProfileExample.text(#"{ "min": 1 }"#),
    good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#))

  package static let definitionUnusableConstraint = Rule(
    "definition/unusable-constraint", .warning, .invariant, summary: "a constraint of a profile cannot be evaluated",
    checks: """
      Constraints, contexts and bounds need FHIRPath that can be compiled, and that fits the values. A constraint \
      names elements that its element can have: `value` and not `valueQuantity`, which finds nothing. A minimum is at \
      most the maximum. A binding that demands codes is one of values with codes, texts or addresses. The codes and \
      filters of a value set have a system.
      """,
    matters: "Whether values meet the constraint is not judged.",
    bad: ProfileExample.text(
      #"{ "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "has a name", "expression": "name.exist()" }] }"#
    ),
    good: ProfileExample.text(
      #"{ "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "has a name", "expression": "name.exists()" }] }"#
    ))
}
