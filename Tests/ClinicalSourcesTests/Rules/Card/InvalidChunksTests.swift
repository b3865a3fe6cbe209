import FHIRFindings
import Testing

@testable import ClinicalSources

struct InvalidChunksTests {
  @Test(arguments: [
    ("shc:/5", "two digits for each character after shc:/, found another text"),
    ("shc:/", "two digits for each character after shc:/, found another text"),
    ("shc:/78", "two digits for each character after shc:/, found another text"),
    ("shc:/1/5676", "two digits for each character after shc:/, found another text"),
    ("shc:/0/2/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/3/2/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/1/9999999/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/1/3/5676 shc:/3/3/56", "3 parts of a card in one file, found 2"),
  ])
  func reportsTexts(text: String, expected: String) {
    expectCard(text, .unreadable, ["card/invalid-chunks  expected \(expected)"])
  }

  @Test func reportsTwoPartsOfOneNumber() {
    let file = cards(in: "shc:/1/2/5676\nshc:/1/2/5677")
    #expect(
      file.cards.flatMap(\.findings).map(\.message) == [
        "expected part 1 of 2 once, found two that differ", "expected 2 parts of a card in one file, found 1",
      ])
  }

  @Test func reportsCodesThatAreTooLong() {
    let payload = CardIssuer.payload()
    let card = CardIssuer().card(payload: payload)
    let digits = card.utf8.map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
    let long = digits + String(repeating: "00", count: 1196 - min(1196, card.utf8.count))
    let count = max(1196, card.utf8.count)
    #expect(
      cards(in: "shc:/" + long).cards.first?.findings.map(\.message)
        == ["expected at most 1195 characters in a QR code, found \(count)"])
  }
}
