package import FHIRFindings
import FHIRTape

extension Rule {
  package static let notMinimal = Rule(
    "card/not-minimal", .warning, .invariant,
    summary: "the records of a card have elements that it should do without",
    checks: """
      The resources of a card have no id, no text, and no meta but security; a CodeableConcept has no text, and a \
      Coding no display. For a card in a QR code that is a demand, and its findings are errors. Each kind is \
      reported once, at its first place. Types are told by names and neighbours: a text without a coding is reported \
      only where the name ends in CodeableConcept, as that of valueCodeableConcept does.
      """,
    matters: "A card must be small enough for a QR code, and discloses no more than it must.",
    bad: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Basic","code":{"coding":[{"system":"http://example.org","code":"a","display":"A"}]}}}]}
      """#,
    good: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Basic","code":{"coding":[{"system":"http://example.org","code":"a"}]}}}]}
      """#,
    specification: "https://spec.smarthealth.cards/#health-cards-are-compact")
}

extension CardDraft {
  /// Reports one kind of what was found, at its first place.
  mutating func report(_ kind: MinimalBundle.Kind, at value: TapeIndex, _ path: String, _ count: Int, _ tape: Tape) {
    let expected =
      switch kind {
      case .id: "no id of a resource in a card"
      case .meta: "no meta but security in a card"
      case .narrative: "no narrative in a card"
      case .conceptText: "no text of a CodeableConcept in a card"
      case .display: "no display of a Coding in a card"
      case .fullURL, .noFullURL: "an address of the form resource:0 in fullUrl"
      case .reference: "a reference of the form resource:0"
      }
    let isAddress = [.fullURL, .noFullURL, .reference].contains(kind)
    let found = kind == .noFullURL ? "none" : isAddress ? tape.uriExcerpt(value) : tape.excerpt(value)
    report(
      isAddress ? .longAddress : .notMinimal, at: tape.range(value), path: path, severity: isQR ? .error : nil,
      "expected \(expected), found \(found)\(Self.words(forMore: count))")
  }

  /// What a message says that stands for several findings.
  static func words(forMore count: Int) -> String { count > 1 ? ", the first of \(count)" : "" }
}
