import FHIRFindings
import Testing

@testable import ClinicalSources

struct TooLargeTests {
  @Test func reportsOneByteTooMany() {
    let issuer = CardIssuer()
    let start = CardIssuer.payload()
    let limit = CardReader.maximumPayload
    for (count, rules) in [(limit, ["card/not-minified"]), (limit + 1, ["card/too-large"])] {
      let payload = start + String(repeating: " ", count: count - start.utf8.count)
      #expect(cards(in: issuer.card(payload: payload)).cards[0].findings.map(\.rule.rawValue) == rules)
    }
  }

  @Test func reportsAFileThatIsTooLarge() {
    let text = "shc:/" + String(repeating: " ", count: CardText.maximumBytes)
    expectCard(
      text, .unreadable,
      ["card/too-large  expected a file of cards of at most 8388608 bytes, found more; it was not read"])
  }

  @Test func readsNoCardAfterTheLargestSumOfPayloads() {
    let (issuer, payload) = (CardIssuer(), CardIssuer.payload())
    let card = issuer.card(payload: payload)
    var reader = CardReader(keys: CardKeys(), now: CardIssuer.now)
    reader.maximumText = payload.utf8.count
    let file = Array([card, card, card].joined(separator: "\n").utf8).withUnsafeBytes { reader.read($0) }
    #expect(file.cards.map { $0.findings.map(\.rule.rawValue) } == [[], ["card/too-large"], ["card/too-large"]])
  }

  @Test func inflatesNoMoreThanTheLimit() throws {
    #expect(try InflateStream.inflate(CardIssuer.deflated([1, 2, 3]), limit: 3) == [1, 2, 3])
    #expect(throws: InflateStream.Fault.tooLarge) {
      try InflateStream.inflate(CardIssuer.deflated([1, 2, 3]), limit: 2)
    }
  }
}
