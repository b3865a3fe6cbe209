import FHIRFindings
import Testing

@testable import ClinicalSources

struct MissingClaimTests {
  @Test func reportsEachClaim() {
    let issuer = CardIssuer()
    for (payload, path) in [
      (CardIssuer.payload(["iss": ""]), "iss"), (CardIssuer.payload(["nbf": ""]), "nbf"),
      (CardIssuer.payload(["vc": "null"]), "vc"), (CardIssuer.payload(credential: ["type": ""]), "vc.type"),
      (CardIssuer.payload(credential: ["credentialSubject": ""]), "vc.credentialSubject"),
      (CardIssuer.payload(subject: ["fhirVersion": ""]), "vc.credentialSubject.fhirVersion"),
      (CardIssuer.payload(subject: ["fhirBundle": ""]), "vc.credentialSubject.fhirBundle"),
    ] {
      let standing = path == "iss" ? HealthCard.Standing.unreadable : .verified
      let card = cards(in: issuer.card(payload: payload)).cards[0]
      #expect(card.standing == standing)
      #expect(card.findings.first { $0.rule == "card/missing-claim" }?.path == path)
      #expect(
        card.findings.first { $0.rule == "card/missing-claim" }?.message == "expected the claim \(path), found none")
    }
  }
}
