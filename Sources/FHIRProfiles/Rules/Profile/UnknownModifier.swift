package import FHIRFindings

extension Rule {
  package static let profileUnknownModifier = Rule(
    "profile/unknown-modifier", .warning, .extension,
    summary: "an extension that changes meaning has no definition available",
    explanation: Explanation(
      checks: """
        A `modifierExtension` changes the meaning of the rest of the element. If definitions were given and it is not \
        among them, the meaning of the record is unknown. Without any definitions it is only counted.
        """,
      matters: """
        The specification forbids a reader to process an element whose modifier extensions it does not understand.
        """,
      profile: "",
      bad: #""modifierExtension": [{ "url": "http://example.org/unheard-of", "valueBoolean": true }]"#,
      good: #""active": true"#,
      specification: "https://hl7.org/fhir/R4/extensibility.html"))
}

extension ProfileJudge {
  mutating func reportUnknownModifier(_ url: String, _ item: JudgedItem) {
    report(
      .profileUnknownModifier, at: item.range(tape),
      "expected a modifier extension whose definition is available, found '\(url)', which may change what the element means"
    )
  }
}
