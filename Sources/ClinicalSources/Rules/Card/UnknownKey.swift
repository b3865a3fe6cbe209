package import FHIRFindings

extension Rule {
  package static let unknownKey = Rule(
    "card/unknown-key", .error, .notFound,
    summary: "the issuer of a card does not have the key that it names",
    checks: "If keys of the issuer are given, the key that the card names in kid is among them.",
    matters: """
      An issuer withdraws a key that others may have learnt. Cards that were signed with it are not to be \
      believed.
      """,
    bad: "kid of another key",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#key-management")
}

extension CardDraft {
  mutating func reportUnknownKey(_ kid: String) -> HealthCard.Standing {
    report(.unknownKey, "expected a key of the issuer, found '\(kid)', which is not among those given")
    return .unknownKey
  }
}
