import FHIRFindings
import Foundation
import Testing

@testable import ClinicalSources

struct InvalidKeyTests {
  private let issuer = CardIssuer()

  private func finding(_ changes: [String: Any]) -> String? {
    let card = cards(in: issuer.card(payload: CardIssuer.payload()), keys: [issuer.keySet(changes)]).cards[0]
    #expect(card.standing == .invalidKey && card.findings.map(\.rule) == ["card/invalid-key"])
    return card.findings.first?.message
  }

  /// Another issuer's entry does not spoil a key, whatever it has.
  @Test func aSecretOfAnotherIssuerIsNotOurs() {
    let foreign = #"{"issuer":"https://b.example","keys":[{"kid":"\#(issuer.kid)","d":"x"}]}"#
    expectCard(issuer.card(payload: CardIssuer.payload()), keys: [foreign, issuer.keySet()], .verified, [])
    let ours = foreign.replacing("https://b.example", with: CardIssuer.address)
    let card = cards(in: issuer.card(payload: CardIssuer.payload()), keys: [issuer.keySet(), ours]).cards[0]
    #expect(card.standing == .invalidKey)
  }

  @Test func reportsEachFault() {
    let end = "; the signature was not verified"
    #expect(finding(["kty": "RSA"]) == "expected a key with kty 'EC', found 'RSA'" + end)
    #expect(finding(["crv": "P-384"]) == "expected a key with crv 'P-256', found 'P-384'" + end)
    #expect(finding(["use": "enc"]) == "expected a key with use 'sig', found 'enc'" + end)
    #expect(finding(["alg": "ES384"]) == "expected a key with alg 'ES256', found 'ES384'" + end)
    #expect(finding(["use": NSNull()]) == "expected a key with use 'sig', found none" + end)
    #expect(finding(["d": "AAAA"]) == "expected a public key, found d, which is the secret" + end)
    let point = "expected a key with x and y of a point of the curve, found others" + end
    #expect(finding(["x": "AAAA"]) == point)
    #expect(finding(["y": NSNull()]) == point)
    #expect(finding(["x": Base64URL.text(of: [UInt8](repeating: 1, count: 32))]) == point)
    let other = CardIssuer("other")
    #expect(
      finding(["x": Base64URL.text(of: other.key.x), "y": Base64URL.text(of: other.key.y)])
        == "expected a key with its thumbprint '\(other.kid)' as kid, found '\(issuer.kid)'" + end)
  }
}
