package import FHIRFindings
import FHIRSupport
import FHIRTape

extension Rule {
  package static let invalidKey = Rule(
    "card/invalid-key", .error, .invariant, summary: "the key of a card breaks the rules for keys",
    checks: """
      A key has kty EC, crv P-256, use sig, alg ES256, and x and y, the point of the key, in base64url; kid is its \
      thumbprint by RFC 7638. It has no d, which is the secret.
      """,
    matters: "A signature cannot be verified with such a key. If the secret is published, anybody can sign.",
    bad: "key with another kid", good: "payload {}", specification: issuerKeys)

  package static let revoked = Rule(
    "card/revoked", .error, .invariant, summary: "the issuer of a card has revoked it",
    checks: """
      The revocation identifier of a card is not in the list of its key among the files of --keys, or it is there \
      with a time before which cards are revoked, and the card is younger.
      """,
    matters: "The issuer no longer vouches for what the card says.",
    example: #"""
      vc {"rid":"AAAA"}
      revoked ["~"]
      """#,
    bad: "AAAA", good: "BBBB", specification: "https://spec.smarthealth.cards/#revocation")

  package static let unknownKey = Rule(
    "card/unknown-key", .error, .notFound, summary: "the issuer of a card does not have the key that it names",
    checks: "If keys of the issuer are given, the key that the card names in kid is among them.",
    matters:
      "An issuer withdraws a key that others may have learnt. Cards that were signed with it are not to be believed.",
    bad: "kid of another key", good: "payload {}", specification: "https://spec.smarthealth.cards/#key-management")

  package static let wrongIssuer = Rule(
    "card/wrong-issuer", .error, .invariant, summary: "a card is signed by another issuer than the one that it names",
    checks: "The key with which a card is signed is one of the issuer that the card names in iss.",
    matters: "The signature is right, but the card claims to be from somebody else.",
    bad: "keys of https://example.com", good: "payload {}", specification: issuerKeys)

  package static let wrongSignature = Rule(
    "card/wrong-signature", .error, .invariant, summary: "the signature of a card is wrong",
    checks: """
      The signature is 64 bytes, the numbers r and s of ECDSA over P-256 with SHA-256, and is right for header, \
      payload and key. The keys are those of --keys. Without a key of the issuer, the signature is not verified; \
      this is counted, and is no finding.
      """,
    matters: """
      The card was changed after it was signed, or was not signed by the issuer that it names. Nothing in it is to \
      be believed.
      """,
    bad: "signature changed", good: "payload {}", specification: "https://www.rfc-editor.org/rfc/rfc7518#section-3.4")
}

extension CardDraft {
  mutating func reportInvalidKey(_ key: CardKeys.Entry) -> HealthCard.Standing {
    report(.invalidKey, "expected \(key.fault ?? "a key"); the signature was not verified")
    return .invalidKey
  }

  mutating func checkRevocation(of kid: String, _ rid: String, _ keys: CardKeys) {
    guard keys.hasRevoked(kid, of: card.issuer, rid, notBefore: card.notBefore ?? 0) else { return }
    report(.revoked, path: "vc.rid", "expected a card that is not revoked, found its rid in the list of its issuer")
    card.set(.revoked)
  }

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

  /// Verifies the signature by the key that the card names, and says how the card stands.
  mutating func verify(
    _ signature: [UInt8], of message: [UInt8], by kid: String, _ keys: CardKeys
  ) -> HealthCard.Standing {
    guard signature.count == 64 else {
      report(.wrongSignature, "expected a signature of 64 bytes, found \(signature.count)")
      return .unreadable
    }
    let known = keys[kid]
    guard !known.isEmpty else {
      guard let issuer = card.issuer, keys.knows(issuer) else { return .noKey }
      report(.unknownKey, "expected a key of the issuer, found '\(kid)', which is not among those given")
      return .unknownKey
    }
    if let key = known.first(where: { $0.isPublished && $0.isOf(card.issuer) }) { return reportInvalidKey(key) }
    guard let key = keys.key(kid) else { return reportInvalidKey(known[0]) }
    guard key.verifies(signature, of: message) else {
      report(.wrongSignature, "expected a signature by the key '\(kid)', found another")
      return .wrongSignature
    }
    guard card.issuer != nil else { return .unreadable }
    // A key with a fault tells nothing of who has signed.
    let valid = known.filter { $0.key != nil }
    return valid.contains { $0.isOf(card.issuer) } ? .verified : reportWrongIssuer(valid.compactMap(\.issuer))
  }
}
