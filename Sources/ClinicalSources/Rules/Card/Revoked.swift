package import FHIRFindings

extension Rule {
  package static let revoked = Rule(
    "card/revoked", .error, .invariant,
    summary: "the issuer of a card has revoked it",
    checks: """
      The revocation identifier of a card is not in the list of its key among the files of --keys, or it is there \
      with a time before which cards are revoked, and the card is younger.
      """,
    matters: "The issuer no longer vouches for what the card says.",
    bad: #"""
      vc {"rid":"AAAA"}
      revoked ["AAAA"]
      """#,
    good: #"""
      vc {"rid":"AAAA"}
      revoked ["BBBB"]
      """#,
    specification: "https://spec.smarthealth.cards/#revocation")
}

extension CardDraft {
  mutating func checkRevocation(of kid: String, _ rid: String, _ keys: CardKeys) {
    guard keys.hasRevoked(kid, of: card.issuer, rid, notBefore: card.notBefore ?? 0) else { return }
    report(.revoked, path: "vc.rid", "expected a card that is not revoked, found its rid in the list of its issuer")
    card.set(.revoked)
  }
}
