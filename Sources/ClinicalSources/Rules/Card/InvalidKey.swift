package import FHIRFindings

extension Rule {
  package static let invalidKey = Rule(
    "card/invalid-key", .error, .invariant,
    summary: "the key of a card breaks the rules for keys",
    checks: """
      A key has kty EC, crv P-256, use sig, alg ES256, and x and y, the point of the key, in base64url; kid is its \
      thumbprint by RFC 7638. It has no d, which is the secret.
      """,
    matters: "A signature cannot be verified with such a key. If the secret is published, anybody can sign.",
    bad: "key with another kid",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#determining-keys-associated-with-an-issuer")
}

extension CardDraft {
  mutating func reportInvalidKey(_ key: CardKeys.Entry) -> HealthCard.Standing {
    report(.invalidKey, "expected \(key.fault ?? "a key"); the signature was not verified")
    return .invalidKey
  }
}
