package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profileExtensionContext = Rule(
    "profile/extension-context", .error, .extension,
    summary: "an extension stands where its definition does not allow it",
    checks: """
      The definition of an extension lists the elements, and the extensions, in which it is allowed, and says whether \
      it is a modifier extension. This is checked for extensions whose definitions are available; those that a release \
      publishes always are. A context that cannot be judged, such as a type of another release that may be the new \
      name of the record's, is counted as not checked unless another context allows the place. In resources with a \
      canonical URL, a wrong place of an extension of the specification itself is a warning: its releases disagree \
      about these places, and what HL7 publishes uses others than the definitions list.
      """,
    matters: "A reader looks for the extension where it belongs and does not find it.",
    profile: "",
    bad: #""extension": [{ "url": "http://example.org/of-names", "valueString": "a" }]"#,
    good: #""name": [{ "text": "Ada", "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }] }]"#,
    specification: "https://hl7.org/fhir/R4/extensibility.html")

  package static let profileUnknownModifier = Rule(
    "profile/unknown-modifier", .warning, .extension,
    summary: "an extension that changes meaning has no definition available",
    checks: """
      A `modifierExtension` changes the meaning of the rest of the element. If definitions were given and it is not \
      among them, the meaning of the record is unknown. Without any definitions it is only counted.
      """,
    matters:
      "The specification forbids a reader to process an element whose modifier extensions it does not understand.",
    profile: "",
    bad: #""modifierExtension": [{ "url": "http://example.org/unheard-of", "valueBoolean": true }]"#,
    good: #""active": true"#,
    specification: "https://hl7.org/fhir/R4/extensibility.html")
}

extension ProfileJudge {
  /// Reports an extension among the modifier extensions whose definition does not make it one, or the other way round.
  mutating func checkKind(of definition: Profile, _ item: JudgedItem, isModifier: Bool) {
    if definition.isModifier == isModifier { return }
    let (right, wrong) = ("the modifier extensions", "the extensions that change no meaning")
    report(
      .profileExtensionContext, at: item.range(tape),
      """
      expected the extension '\(definition.url)' among \(isModifier ? wrong : right), as its definition says, found it \
      among \(isModifier ? right : wrong)
      """)
  }

  mutating func checkContext(of definition: Profile, _ item: JudgedItem, _ place: ExtensionPlace) {
    for invariant in definition.contextInvariants {
      let answer = isMet(invariant, whole(place), extension: item)
      notChecked.count(answer)
      guard answer == .no else { continue }
      report(
        .profileExtensionContext, at: item.range(tape), severity: degree(of: definition),
        "expected '\(invariant.human)' to hold where the extension '\(definition.url)' stands, found that it does not")
    }
    let contexts = definition.contexts
    if contexts.isEmpty { return }
    guard let isAllowed = allows(definition, place) else {
      // What does not compile is counted with the other parts of the definition.
      if definition.gaps.isEmpty { notChecked.count(named: definition.gapName) }
      return
    }
    if isAllowed { return }
    report(
      .profileExtensionContext, at: item.range(tape), severity: degree(of: definition),
      """
      expected the extension '\(definition.url)' on \(contexts.map(\.expression).alternatives), found it on \
      '\(place.isExtension ? url(of: place.item).map(tape.string) ?? path(of: place) : path(of: place))'
      """)
  }

  /// How much a wrong place matters: the specification's own extensions stand elsewhere in its own publications.
  private func degree(of definition: Profile) -> Severity {
    definition.url.hasPrefix(SchemaTable.definitionAddress) && profiles.isCanonical(around.resource.type)
      ? .warning : .error
  }

  mutating func reportUnknownModifier(_ url: String, _ item: JudgedItem) {
    report(
      .profileUnknownModifier, at: item.range(tape),
      "expected a modifier extension whose definition is available, found '\(url)', which may change what the element means"
    )
  }
}
