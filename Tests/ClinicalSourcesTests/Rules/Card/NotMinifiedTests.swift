import FHIRFindings
import Testing

@testable import ClinicalSources

struct NotMinifiedTests {
  @Test func reportsTheFirstWhiteSpace() throws {
    let text = CardIssuer().card(payload: CardIssuer.payload().replacing(#""nbf":"#, with: "\"nbf\": \t"))
    let file = cards(in: text)
    let finding = try #require(file.cards[0].findings.first)
    #expect(file.cards[0].findings.count == 1 && finding.rule == "card/not-minified")
    #expect(
      finding.range.start
        == String(decoding: file.text, as: UTF8.self).firstRange(of: " \t")?.lowerBound.utf16Offset(
          in: String(decoding: file.text, as: UTF8.self)))
  }

  @Test func reportsAByteOrderMark() throws {
    let file = cards(in: CardIssuer().card(payload: "\u{FEFF}" + CardIssuer.payload()))
    #expect(file.cards[0].findings.map(\.message) == ["expected a payload without a byte order mark, found one"])
    #expect(String(decoding: file.text[try #require(file.cards[0].bundle)], as: UTF8.self) == CardIssuer.bundle)
  }

  @Test func acceptsWhiteSpaceInTexts() {
    let bundle = CardIssuer.bundle.replacing("Anyperson", with: #"Any \\\" person \\\\"#)
    expectCard(CardIssuer().card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle])), .verified, [])
  }
}
