import FHIRFindings
import Testing

@testable import ClinicalSources

struct InvalidClaimTests {
  private func findings(_ payload: String) -> [String] {
    cards(in: CardIssuer().card(payload: payload), keys: []).cards[0].findings.map { "\($0.rule) \($0.path)" }
  }

  @Test(arguments: [
    "http://example.org", "https://example.org/", "https://", "https:///a", "example.org", "https://exa mple.org",
    "https://example.org?a", "https://example.org#a", "HTTPS://example.org",
  ])
  func reportsOtherAddresses(address: String) {
    #expect(findings(CardIssuer.payload(["iss": "\"\(address)\""])) == ["card/invalid-claim iss"])
  }

  @Test(arguments: ["1", #"["https://example.org"]"#, "{}"])
  func reportsAnIssuerThatIsNoText(issuer: String) {
    #expect(findings(CardIssuer.payload(["iss": issuer])) == ["card/invalid-claim iss"])
  }

  @Test(arguments: [#""1617976270""#, "[]", "true"])
  func reportsOtherTimes(time: String) {
    #expect(findings(CardIssuer.payload(["nbf": time])) == ["card/invalid-claim nbf"])
    #expect(findings(CardIssuer.payload(["exp": time])) == ["card/invalid-claim exp"])
  }

  /// What decides whether a card is valid cannot be told of these.
  @Test(arguments: [("exp", #""1600000000""#), ("nbf", "[]"), ("rid", "7")])
  func aCardWithoutReadableClaimsIsUnreadable(name: String, value: String) {
    let payload =
      name == "rid" ? CardIssuer.payload(credential: [name: value]) : CardIssuer.payload([name: value])
    let card = cards(in: CardIssuer().card(payload: payload)).cards[0]
    #expect(card.standing == .unreadable && card.findings.map(\.rule) == ["card/invalid-claim"])
    #expect(!card.standing.isBelieved)
  }

  @Test(arguments: [#""https://smarthealth.cards#health-card""#, "[]", #"["https://smarthealth.cards#covid19"]"#, "1"])
  func reportsOtherTypes(types: String) {
    #expect(findings(CardIssuer.payload(credential: ["type": types])) == ["card/invalid-claim vc.type"])
  }

  @Test(arguments: [#""""#, #""a+b""#, #""aaaaaaaaaaaaaaaaaaaaaaaaa""#, "7", #""a.1""#])
  func reportsOtherIdentifiers(rid: String) {
    #expect(findings(CardIssuer.payload(credential: ["rid": rid])) == ["card/invalid-claim vc.rid"])
  }

  @Test(arguments: [#""4.0""#, #""R4""#, #""4.0.1-a""#, "4", #""4..1""#])
  func reportsOtherVersions(version: String) {
    #expect(
      findings(CardIssuer.payload(subject: ["fhirVersion": version]))
        == ["card/invalid-claim vc.credentialSubject.fhirVersion"])
  }

  @Test(arguments: ["[]", "{}", #"{"resourceType":"Patient"}"#, #""a""#])
  func reportsOtherRecords(bundle: String) {
    let payload = CardIssuer.payload(subject: ["fhirBundle": bundle])
    #expect(findings(payload) == ["card/invalid-claim vc.credentialSubject.fhirBundle"])
  }
}
