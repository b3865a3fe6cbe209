import FHIRFindings
import Testing

@testable import ClinicalSources

struct NotMinimalTests {
  private let issuer = CardIssuer()

  @Test func reportsEachKindOnce() {
    let bundle =
      #"{"resourceType":"Bundle","id":"a","meta":{"security":[]},"type":"collection","entry":[{"fullUrl":"resource:0","#
      + #""resource":{"resourceType":"Condition","id":"b","meta":{"security":[],"versionId":"1"},"text":{"div":"<a/>"},"#
      + #""code":{"text":"x","coding":[{"system":"s","display":"A"},{"code":"c","display":"B"}]},"#
      + #""note":[{"text":"fine"}],"subject":{"reference":"resource:0","display":"fine"},"#
      + #""contained":[{"resourceType":"Patient","id":"c","name":[{"text":"fine"}]}]}}]}"#
    let card = issuer.card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle]))
    let expected = [
      "card/not-minimal Bundle.id expected no id of a resource in a card, found \"a\", the first of 3",
      "card/not-minimal Bundle.entry[0].resource.meta expected no meta but security in a card, found "
        + #"{"security":[],"versionId":"1"}"#,
      #"card/not-minimal Bundle.entry[0].resource.text expected no narrative in a card, found {"div":"<a/>"}"#,
      "card/not-minimal Bundle.entry[0].resource.code.text expected no text of a CodeableConcept in a card, found \"x\"",
      "card/not-minimal Bundle.entry[0].resource.code.coding[0].display expected no display of a Coding in a card, found "
        + "\"A\", the first of 2",
    ]
    expectCard(card, .verified, expected)
    let findings = cards(in: card).cards[0].findings
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(findings[1].pointer == "/entry/0/resource/meta")
    let digits = card.utf8.map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
    let half = digits.utf8.count / 4 * 2
    let codes = "shc:/1/2/\(digits.prefix(half)) shc:/2/2/\(digits.dropFirst(half))"
    #expect(cards(in: codes).cards.flatMap(\.findings).allSatisfy { $0.severity == .error })
  }

  @Test(arguments: [
    (#""code":{"coding":[{"display":"A"}]}"#, ".code.coding[0].display"),
    (#""valueCodeableConcept":{"text":"A"}"#, ".valueCodeableConcept.text"), (#""note":[{"text":"A"}]"#, nil),
    (#""expansion":{"contains":[{"system":"s","code":"c","display":"A"}]}"#, nil),
    (#""group":[{"unmapped":{"code":"c","display":"A"}}]"#, nil),
    (#""target":[{"dependsOn":[{"system":"s","display":"A"}],"product":[{"system":"s","display":"A"}]}]"#, nil),
    (#""concept":[{"code":"c","display":"A"}]"#, nil), (#""class":{"code":"c","display":"A"}"#, ".class.display"),
  ])
  func tellsTypesByNamesAndNeighbours(member: String, path: String?) {
    let bundle = CardIssuer.bundle.replacing(#""name""#, with: member + #","name""#)
    let card = issuer.card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle]))
    let found = cards(in: card).cards[0].findings.map { "\($0.rule) \($0.path)" }
    #expect(found == (path.map { ["card/not-minimal Bundle.entry[0].resource" + $0] } ?? []))
  }

  @Test func staysWithinTheStack() {
    let deep = String(repeating: #"{"a":["#, count: 80) + String(repeating: "]}", count: 80)
    let bundle = #"{"resourceType":"Bundle","type":"collection","x":\#(deep)}"#
    expectCard(issuer.card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle])), .verified, [])
  }
}
