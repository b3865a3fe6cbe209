import FHIRFindings
import Testing

@testable import ClinicalSources

struct RevokedTests {
  @Test(arguments: [
    (#"["aB-_"]"#, true), (#"["other","aB-_"]"#, true), (#"["aB-_.1617976271"]"#, true),
    (#"["aB-_.1617976270"]"#, false), (#"["aB-_.1617976270","aB-_.1700000000"]"#, true), (#"["aB-"]"#, false),
    (#"["aB-_.nan"]"#, true), (#"["aB-_.0x1"]"#, true), (#"["aB-_.x"]"#, true),
    ("[]", false),
  ])
  func comparesWithTheList(rids: String, isRevoked: Bool) {
    let issuer = CardIssuer()
    let list = #"{"kid":"\#(issuer.kid)","method":"rid","ctr":1,"rids":\#(rids)}"#
    let card = issuer.card(payload: CardIssuer.payload(credential: ["rid": #""aB-_""#]))
    let finding = "card/revoked vc.rid expected a card that is not revoked, found its rid in the list of its issuer"
    expectCard(card, keys: [issuer.keySet(), list], isRevoked ? .revoked : .verified, isRevoked ? [finding] : [])
    let ofAnother = list.replacing(issuer.kid, with: CardIssuer("other").kid)
    expectCard(card, keys: [issuer.keySet(), ofAnother], .verified, [])
    let key = issuer.jwk(["crlVersion": 1])
    let trusted = #"{"issuerInfo":[{"issuer":{"iss":"\#(CardIssuer.address)"},"keys":[\#(key)],"crls":[\#(list)]}]}"#
    expectCard(card, keys: [trusted], isRevoked ? .revoked : .verified, isRevoked ? [finding] : [])
    #expect(cards(in: card, keys: [trusted]).cards[0].isRevocationKnown)
    // So do a list of which a part cannot be read, and a version that cannot.
    let others = [
      trusted.replacing(rids, with: rids.dropLast() + ",7]").replacing("[,", with: "["),
      trusted.replacing(#""crlVersion":1"#, with: #""crlVersion":"1""#),
    ]
    for other in others { #expect(!cards(in: card, keys: [other]).cards[0].isRevocationKnown) }
    // A list of another method counts as not given.
    let other = trusted.replacing(#""rid","ctr""#, with: #""other","ctr""#)
    expectCard(card, keys: [other], .verified, [])
    #expect(!cards(in: card, keys: [other]).cards[0].isRevocationKnown)
  }
}
