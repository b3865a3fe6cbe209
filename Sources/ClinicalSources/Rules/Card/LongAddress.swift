package import FHIRFindings

extension Rule {
  package static let longAddress = Rule(
    "card/long-address", .warning, .invariant,
    summary: "fullUrl or a reference in a card is not of the form resource:0",
    checks: """
      In a card, each entry has a fullUrl, which is resource: and a number, and references name such addresses. For \
      a card in a QR code that is a demand, and its findings are errors. Each kind is reported once, at its first \
      place.
      """,
    matters: "A card must be small enough for a QR code. Addresses of a server disclose where a person was treated.",
    bad: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:uuid:1b5e7f2c-0000-4000-8000-000000000001","resource":{"resourceType":"Patient","gender":"female"}}]}
      """#,
    good: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Patient","gender":"female"}}]}
      """#,
    specification: "https://spec.smarthealth.cards/#health-cards-are-compact")
}
