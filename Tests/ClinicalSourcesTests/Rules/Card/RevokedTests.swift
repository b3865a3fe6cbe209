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
    // An empty identifier is not that of a time.
    expectCard(card, keys: [issuer.keySet(), list.replacing(rids, with: #"[".aB-_"]"#)], .verified, [])
    // A list of another method counts as not given.
    let other = trusted.replacing(#""rid","ctr""#, with: #""other","ctr""#)
    expectCard(card, keys: [other], .verified, [])
    #expect(!cards(in: card, keys: [other]).cards[0].isRevocationKnown)
  }

  private let issuer = CardIssuer()

  private func card(_ files: [(String, [String])]) -> HealthCard {
    var keys = CardKeys()
    for (text, folder) in files { #expect(keys.add(Array(text.utf8), folder: folder) == nil) }
    let card = Array(issuer.card(payload: CardIssuer.payload(credential: ["rid": #""aB-_""#])).utf8)
    return card.withUnsafeBytes { CardReader(keys: keys, now: CardIssuer.now).read($0) }.cards[0]
  }

  private func list(_ counter: String, _ rids: String) -> String {
    #"{"kid":"\#(issuer.kid)","method":"rid","ctr":\#(counter),"rids":[\#(rids)]}"#
  }

  /// Nobody revokes the cards of another issuer.
  @Test func theListOfAnotherIssuerIsNotThatOfACard() {
    let place = [".well-known", "crl"]
    let (own, other) = (["example.org", "issuer"], ["b.example"])
    let sets = [own, other].map { (issuer.keySet(of: nil), $0 + [".well-known"]) }
    let revoking = list("1", #""aB-_""#)
    #expect(card(sets + [(revoking, other + place)]).standing == .verified)
    #expect(card(sets + [(revoking, own + place)]).standing == .revoked)
    // A list in a folder that is no issuer's counts for all.
    for folder in [[], ["lists"]] { #expect(card(sets + [(revoking, folder)]).standing == .revoked) }
    func trusted(_ address: String, _ lists: String, _ version: [String: Any] = [:]) -> String {
      #"{"issuer":{"iss":"\#(address)"},"keys":[\#(issuer.jwk(version))],"crls":[\#(lists)]}"#
    }
    let foreign = "https://b.example"
    let all = #"{"issuerInfo":[\#(trusted(CardIssuer.address, "")),\#(trusted(foreign, revoking, ["crlVersion": 2]))]}"#
    #expect(card([(all, [])]).standing == .verified && card([(all, [])]).isRevocationKnown)
  }

  /// The newest list is the list; one that cannot be read whole may be newer.
  @Test func anOldListRevokesNothing() {
    let set = (issuer.keySet(["crlVersion": 2]), [String]())
    let (old, new) = ((list("1", #""aB-_""#), [String]()), (list("2", ""), [String]()))
    for files in [[old, new], [new, old]] {
      #expect(card([set] + files).standing == .verified && card([set] + files).isRevocationKnown)
    }
    #expect(card([set, old]).standing == .revoked && !card([set, old]).isRevocationKnown)
    let narrow = (list("2", #""aB-_.1500000000""#), [String]())
    #expect(card([set, old, narrow]).standing == .verified)
    for counter in ["3", #""x""#] {
      #expect(card([set, new, (list(counter, #""aB-_",7"#), [])]).standing == .revoked, "\(counter)")
    }
  }

  @Test(arguments: [0, -1]) func aListOfAnyVersionMustBeGiven(version: Int) {
    let set = (issuer.keySet(["crlVersion": version]), [String]())
    #expect(!card([set]).isRevocationKnown && card([set, (list("1", ""), [])]).isRevocationKnown)
  }
}
