import FHIRFindings
import Testing

@testable import ClinicalSources

struct ExpiredTests {
  @Test func reportsATimeThatIsOver() {
    let issuer = CardIssuer()
    expectCard(
      issuer.card(payload: CardIssuer.payload(["exp": "1789992800"])), .expired,
      ["card/expired exp expected a time to come, found one that is 2 hours past"])
    for time in ["1790000000.5", "1790000001"] {
      expectCard(issuer.card(payload: CardIssuer.payload(["exp": time])), .verified, [])
    }
    // RFC 7519 refuses a token at its time, too.
    #expect(cards(in: issuer.card(payload: CardIssuer.payload(["exp": "1790000000"]))).cards[0].standing == .expired)
    // A wrong signature says more.
    let keys = [CardIssuer("other").keySet(["kid": issuer.kid])]
    #expect(
      cards(in: issuer.card(payload: CardIssuer.payload(["exp": "1"])), keys: keys).cards[0].standing == .invalidKey)
  }
}
