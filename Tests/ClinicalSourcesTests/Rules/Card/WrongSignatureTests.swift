import FHIRFindings
import Testing

@testable import ClinicalSources

struct WrongSignatureTests {
  private let issuer = CardIssuer()

  @Test func reportsAnotherSignature() {
    let card = issuer.card(payload: CardIssuer.payload())
    let other = issuer.card(payload: CardIssuer.payload(["nbf": "1"]))
    let mixed = card.split(separator: ".").dropLast() + [other.split(separator: ".")[2]]
    expectCard(
      mixed.joined(separator: "."), .wrongSignature,
      ["card/wrong-signature  expected a signature by the key '\(issuer.kid)', found another"])
  }

  @Test(arguments: [63, 65, 0, 72])
  func reportsAnotherLength(count: Int) {
    let parts = issuer.card(payload: CardIssuer.payload()).split(separator: ".")
    let signature = Base64URL.text(of: [UInt8](repeating: 1, count: count))
    for keys in [[], [issuer.keySet()]] {
      expectCard(
        "\(parts[0]).\(parts[1]).\(signature)", keys: keys, .unreadable,
        ["card/wrong-signature  expected a signature of 64 bytes, found \(count)"])
    }
  }
}
