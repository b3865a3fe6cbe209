import FHIRFindings
import Testing

@testable import ClinicalSources

struct WrongIssuerTests {
  @Test func reportsAnIssuerWithoutTheKey() {
    let issuer = CardIssuer()
    expectCard(
      issuer.card(payload: CardIssuer.payload(["iss": #""https://b.example""#])), .wrongIssuer,
      [
        "card/wrong-issuer iss expected '\(CardIssuer.address)', the issuer of the key, found 'https://b.example'"
      ])
    // Two issuers may share a key, and keys of no issuer count for all.
    let card = issuer.card(payload: CardIssuer.payload())
    expectCard(card, keys: [issuer.keySet(of: "https://b.example"), issuer.keySet()], .verified, [])
    expectCard(card, keys: [issuer.keySet(of: nil)], .verified, [])
    // A key of many issuers names some.
    let many = (0..<100).map { issuer.keySet(of: "https://a\($0).example/" + String(repeating: "b", count: 2_000)) }
    let found = cards(in: card, keys: many).cards[0].findings
    #expect(found.map(\.rule) == ["card/wrong-issuer"] && found[0].message.contains(", the first of 100, the issuer"))
    #expect(found[0].message.utf8.count < 1_200)
    // A key with a fault does not vouch for its issuer.
    for changes: [String: Any] in [["use": "enc"], ["x": "AAAA"], ["kty": "RSA"]] {
      let keys = [issuer.keySet(of: CardIssuer.address, changes), issuer.keySet(of: "https://b.example")]
      #expect(cards(in: card, keys: keys).cards.map(\.standing) == [.wrongIssuer])
    }
  }
}
