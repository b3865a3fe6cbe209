package import FHIRFindings
import FHIRSupport
import FHIRTape

extension Rule {
  package static let wrongIssuer = Rule(
    "card/wrong-issuer", .error, .invariant,
    summary: "a card is signed by another issuer than the one that it names",
    checks: "The key with which a card is signed is one of the issuer that the card names in iss.",
    matters: "The signature is right, but the card claims to be from somebody else.",
    bad: "keys of https://example.com",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#determining-keys-associated-with-an-issuer")
}

extension CardDraft {
  mutating func reportWrongIssuer(_ issuers: [String]) -> HealthCard.Standing {
    // Another rule may have reported it.
    if card.findings.contains(where: { $0.path.byBytes == "iss" }) { return .wrongIssuer }
    let known = Set(issuers).sorted()
    report(
      .wrongIssuer, path: "iss",
      "expected \(known.prefix(1).map { $0.shortened(to: Excerpt.longestURI) }.alternatives)\(Self.words(forMore: known.count)), the issuer of the key, found '\(card.issuer?.shortened(to: Excerpt.longestURI) ?? "none")'"
    )
    return .wrongIssuer
  }
}
