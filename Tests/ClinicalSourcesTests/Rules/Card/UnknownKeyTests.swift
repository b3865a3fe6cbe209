import FHIRFindings
import Testing

@testable import ClinicalSources

struct UnknownKeyTests {
  @Test func reportsAKeyThatTheIssuerLacks() {
    let other = CardIssuer("other")
    expectCard(
      other.card(payload: CardIssuer.payload()), .unknownKey,
      ["card/unknown-key  expected a key of the issuer, found '\(other.kid)', which is not among those given"])
    // Keys of another issuer tell nothing.
    expectCard(
      other.card(payload: CardIssuer.payload()), keys: [CardIssuer().keySet(of: "https://b.example")], .noKey, [])
  }
}
