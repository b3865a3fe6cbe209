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

  @Test(arguments: [("", "a ", ""), ("", "shc:/00\n", ""), (#"{"verifiableCredential":[0"#, ",1", "]}")])
  func readsNoMoreCardsThanTheLimit(before: String, card: String, after: String) {
    let limit = CardText.maximumCards
    let first = before.isEmpty ? 0 : 1
    for (count, more) in [(limit, []), (limit + 5, ["card/too-large"])] {
      let text = before + String(repeating: card, count: count - first) + after
      let cards = cards(in: text, keys: []).cards
      #expect(cards.count == limit + more.count)
      #expect(cards.dropFirst(limit).flatMap(\.findings).map(\.rule.rawValue) == more)
    }
  }

  @Test func reportsAFaultOfACardOnceWithItsNumber() {
    let issuer = CardIssuer()
    let types = "[1,2," + String(repeating: "3,", count: 500) + #""https://smarthealth.cards#health-card"]"#
    let claims = CardIssuer.payload(["a": "1" + String(repeating: #","a":1"#, count: 500)])
    let header = String(issuer.header.dropLast()) + String(repeating: #","zip":"DEF""#, count: 500) + "}"
    for (card, end) in [
      (issuer.card(payload: CardIssuer.payload(credential: ["type": types])), "found 1, the first of 502"),
      (issuer.card(payload: claims), "found \"a\" again, the first of 500"),
      (issuer.card(header: header, payload: CardIssuer.payload()), "found \"zip\" again, the first of 500"),
    ] {
      let findings = cards(in: card).cards[0].findings
      #expect(findings.count == 1 && findings[0].message.hasSuffix(end), "\(findings.map(\.message))")
    }
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
