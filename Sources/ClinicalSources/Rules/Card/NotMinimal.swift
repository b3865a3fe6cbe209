package import FHIRFindings
import FHIRTape

extension Rule {
  /// Reports what the Bundle of a card should do without.
  package static let notMinimal = Rule(
    "card/not-minimal", .warning, .invariant,
    summary: "the records of a card have elements that it should do without",
    explanation: Explanation(
      checks: """
        The resources of a card have no id, no text, and no meta but security; a CodeableConcept has no text, and a \
        Coding no display. For a card in a QR code that is a demand, and its findings are errors. Each kind is \
        reported once, at its first place. A text without a coding is not reported.
        """,
      matters: """
        A card must be small enough for a QR code, and discloses no more than it must.
        """,
      bad: #"""
        bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Basic","code":{"coding":[{"system":"http://example.org","code":"a","display":"A"}]}}}]}
        """#,
      good: #"""
        bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Basic","code":{"coding":[{"system":"http://example.org","code":"a"}]}}}]}
        """#,
      specification: "https://spec.smarthealth.cards/#health-cards-are-compact"))
}

extension CardDraft {
  /// Reports one kind of what was found, at its first place.
  mutating func report(_ kind: MinimalBundle.Kind, at index: TapeIndex, _ path: String, _ count: Int, _ tape: Tape) {
    let expected =
      switch kind {
      case .id: "no id of a resource in a card"
      case .meta: "no meta but security in a card"
      case .narrative: "no narrative in a card"
      case .conceptText: "no text of a CodeableConcept in a card"
      case .display: "no display of a Coding in a card"
      case .fullURL: "an address of the form resource:0 in fullUrl"
      case .reference: "a reference of the form resource:0"
      }
    let isAddress = kind == .fullURL || kind == .reference
    let value = index.value
    let found = isAddress ? tape.uriExcerpt(value) : tape.excerpt(value)
    let more = count > 1 ? ", the first of \(count)" : ""
    report(
      isAddress ? .longAddress : .notMinimal, at: tape.range(value), path: path, severity: isQR ? .error : nil,
      "expected \(expected), found \(found)\(more)")
  }
}
