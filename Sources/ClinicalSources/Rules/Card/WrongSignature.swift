package import FHIRFindings
import FHIRSupport

extension Rule {
  package static let wrongSignature = Rule(
    "card/wrong-signature", .error, .invariant,
    summary: "the signature of a card is wrong",
    checks: """
      The signature is 64 bytes, the numbers r and s of ECDSA over P-256 with SHA-256, and is right for header, \
      payload and key. The keys are those of --keys. Without a key of the issuer, the signature is not verified; \
      this is counted, and is no finding.
      """,
    matters: """
      The card was changed after it was signed, or was not signed by the issuer that it names. Nothing in it is to \
      be believed.
      """,
    bad: "signature changed",
    good: "payload {}",
    specification: "https://www.rfc-editor.org/rfc/rfc7518#section-3.4")
}

extension CardDraft {
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
      return reportUnknownKey(kid)
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
