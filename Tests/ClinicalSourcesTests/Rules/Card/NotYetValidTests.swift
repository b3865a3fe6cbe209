import FHIRFindings
import Testing

@testable import ClinicalSources

struct NotYetValidTests {
  @Test func reportsATimeToCome() {
    let issuer = CardIssuer()
    expectCard(
      issuer.card(payload: CardIssuer.payload(["nbf": "1790864000.5"])), .notYetValid,
      ["card/not-yet-valid nbf expected a time in the past, found one that is 10 days from now"])
    expectCard(issuer.card(payload: CardIssuer.payload(["nbf": "1790000000"])), .verified, [])
    expectCard(
      issuer.card(payload: CardIssuer.payload(["nbf": "1e300"])), keys: [], .notYetValid,
      ["card/not-yet-valid nbf expected a time in the past, found one that is very far from now"])
  }
}
