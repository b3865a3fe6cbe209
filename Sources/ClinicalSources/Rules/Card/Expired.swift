package import FHIRFindings

extension Rule {
  package static let expired = Rule(
    "card/expired", .error, .invariant,
    summary: "a card has expired",
    checks: "The time exp of a card, if it has one, is to come.",
    matters: "Whoever verifies the card must reject it. What it says of the past is as true as it was.",
    bad: #"payload {"exp":1600000000}"#,
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#expiration-of-health-cards")
}

extension CardDraft {
  mutating func reportExpiry(_ seconds: Double) {
    report(.expired, path: "exp", "expected a time to come, found one that is \(Self.text(seconds)) past")
    card.set(.expired)
  }
}
