package import FHIRFindings

extension Rule {
  package static let malformed = Rule(
    "card/malformed", .error, .structure,
    summary: "the text of a card cannot be read",
    checks: """
      A card is three texts in base64url with '.' between them: a header, which is a JSON object, a payload, and a \
      signature. Base64url has no padding, no white space, and no bits left over. A file of cards is an object \
      whose verifiableCredential is a list of such texts.
      """,
    matters: "Nothing of the card can be read or believed: it may have been cut or changed on its way.",
    bad: "text eyJhbGciOiJFUzI1NiJ9.e30=.AAAA",
    good: "payload {}",
    specification:
      "https://spec.smarthealth.cards/#health-cards-are-encoded-as-compact-serialization-json-web-signatures-jws")
}

extension CardDraft {
  mutating func report(malformed expected: String, _ found: String) {
    report(.malformed, "expected \(expected), found \(found)")
  }
}

extension CardText.Item {
  static func malformed(_ expected: String, _ found: String) -> CardText.Item {
    .fault(.malformed, "expected \(expected), found \(found)")
  }
}
