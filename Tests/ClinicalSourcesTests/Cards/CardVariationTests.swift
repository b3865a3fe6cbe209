import FHIRFindings
import Foundation
import Testing

@testable import ClinicalSources

/// What may be otherwise in a card, in its text and in its keys, beside what the tests of the rules have. The verdicts
/// were decided by the specification before the code was asked.
struct CardVariationTests {
  private let issuer = CardIssuer()
  private var card: String { issuer.card(payload: CardIssuer.payload()) }

  /// The standings and rules of the cards in a text.
  private func found(_ text: String, keys: [String]? = nil) -> [String] {
    cards(in: text, keys: keys ?? [issuer.keySet()]).cards.map { card in
      ([card.standing.rawValue] + card.findings.map(\.rule.rawValue)).joined(separator: " ")
    }
  }

  @Test(arguments: [
    (#"{"kid":KID,"alg":"ES256","zip":"DEF"}"#, "verified"), (#"{ "zip":"DEF","alg":"ES256","kid":KID }"#, "verified"),
    (#"{"zip":"DEF","alg":"ES256","typ":"JWT","kid":KID}"#, "verified"),
    (#"{"zip":"DEF","alg":"ES256","kid":KID,"x":{"alg":"none"}}"#, "verified"),
    (#"{"zip":"DEF","alg":"\u0045S256","kid":KID}"#, "verified"),
    (#"{"zip":"DEF","alg":"ES256 ","kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":"ES384","kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":null,"kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"def","alg":"ES256","kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","zip":"DEF","alg":"ES256","kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":"ES256","kid":KID,"kid":KID}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":"ES256","kid":[KID]}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":"ES256","kid":KID,"crit":[]}"#, "unreadable card/invalid-header"),
    (#"{"zip":"DEF","alg":"ES256","kid":KID}{}"#, "unreadable card/invalid-header"),
    (#""DEF""#, "unreadable card/invalid-header"), ("", "unreadable card/invalid-header"),
  ])
  func headers(_ header: String, _ expected: String) {
    let text = issuer.card(header: header.replacing("KID", with: "\"\(issuer.kid)\""), payload: CardIssuer.payload())
    #expect(found(text) == [expected])
  }

  /// Whether a text is that of a card does not depend on how the header is written, or on a member that is missing.
  @Test(arguments: [
    (#"{ "zip":"DEF","alg":"ES256","kid":KID}"#, "verified"),
    ("{\n\"zip\":\"DEF\",\"alg\":\"ES256\",\"kid\":KID}", "verified"),
    (#"{"\u007aip":"DEF","alg":"ES256","kid":KID}"#, "verified"),
    (#"{"alg":"ES256","kid":KID}"#, "unreadable card/invalid-header"),
  ])
  func headersOfCardsAlone(_ header: String, _ expected: String) {
    let text = issuer.card(header: header.replacing("KID", with: "\"\(issuer.kid)\""), payload: CardIssuer.payload())
    #expect(Array(text.utf8).withUnsafeBytes { CardText.begins($0) })
    #expect(found(text) == [expected])
  }

  @Test(arguments: [
    (["nbf": "-1"], "verified"), (["nbf": "0"], "verified"), (["nbf": "1.6e9"], "verified"),
    // Milliseconds, a frequent mistake, are a time to come.
    (["nbf": "1617976270189"], "not-yet-valid card/not-yet-valid"), (["nbf": "null"], "verified card/missing-claim"),
    (["exp": "null"], "verified"), (["exp": "1e400"], "verified card/invalid-claim"),
    (["exp": "1617976270189"], "verified card/invalid-claim"), (["exp": "253402300799"], "verified"),
    (["exp": "-5"], "expired card/expired"),
    (["nbf": "1e300", "exp": "1"], "not-yet-valid card/expired card/not-yet-valid"), (["iat": "1"], "verified"),
    (["vc": "[]"], "verified card/invalid-claim"), (["vc": "{}"], "verified card/missing-claim card/missing-claim"),
    (["iss": "\"https://example.org/Issuer\""], "wrong-issuer card/wrong-issuer"),
    (["iss": "\"https://example.org/issuer/\""], "wrong-issuer card/invalid-claim"),
  ])
  func claims(_ changes: [String: String], _ expected: String) {
    let file = cards(in: issuer.card(payload: CardIssuer.payload(changes)))
    let rules = file.cards[0].findings.map(\.rule.rawValue).sorted()
    #expect(([file.cards[0].standing.rawValue] + rules).joined(separator: " ") == expected)
  }

  @Test func texts() {
    let card = card
    for text in [card + "\r\n\t", "\u{FEFF} " + card, card + "\n\n"] { #expect(found(text) == ["verified"]) }
    #expect(found(card + "\t" + card) == ["verified", "verified"])
    let malformed = "unreadable card/malformed"
    let doubled = [card.replacing(".", with: ".."), "\(card).\(card)"]
    for text in [card + "=", card + ".", card + "\u{0}", "." + card] + doubled {
      #expect(found(text).allSatisfy { $0 == malformed })
    }
    // A line break within a card makes two of one.
    let place = card.index(card.startIndex, offsetBy: 60)
    let halves = found(card[..<place] + "\n" + card[place...])
    #expect(halves.count == 2 && halves.allSatisfy { $0.hasPrefix("unreadable ") }, "\(halves)")
    #expect(found(#"{"verifiableCredential":[" \#(card)"]}"#) == [malformed])
    #expect(found(#"{"verifiableCredential":["\#(card)"],"more":1}"#) == ["verified"])
    let second = #"{"@context":{"verifiableCredential":[]},"verifiableCredential" : ["\#(card)"]}"#
    #expect(Array(second.utf8).withUnsafeBytes { CardText.begins($0) })
    #expect(found(second) == ["verified"])
    // No list is lost that another program would read.
    let list = #""verifiableCredential":["\#(card)"]"#
    #expect(found("{\(list),\(list)}") == ["verified card/malformed", "verified"])
    #expect(found("{\(list)}\n{\(list)}") == [malformed])
    for text in ["SHC:/5676", "Shc:/5676", "shc:5676"] {
      #expect(Array(text.utf8).withUnsafeBytes { CardText.begins($0) })
      #expect(found(text) == ["unreadable card/invalid-chunks"])
    }
    let parts = CardIssuer.parts(of: card, count: 2)
    #expect(found(CardIssuer.parts(of: card, count: 1)[0]) == ["verified card/invalid-chunks"])
    #expect(found(CardIssuer.parts(of: card, count: 1)[0].replacing("/1/1/", with: "/")) == ["verified"])
    #expect(found([parts[1], parts[0], parts[1], parts[0]].joined(separator: "\n")) == ["verified"])
    #expect(found(parts[0].replacing("/1/2/", with: "/01/02/") + " " + parts[1]) == ["verified"])
    for text in ["SHC:/" + parts[0].dropFirst(5), parts[0] + "/", parts[0].replacing("/1/2/", with: "/-1/2/")] {
      #expect(found(parts.joined(separator: " ") + " " + text) == ["verified", "unreadable card/invalid-chunks"])
    }
    #expect(
      found(parts[0].replacing("/1/2/", with: "/1/3/") + " " + parts[1])
        == ["unreadable card/invalid-chunks", "unreadable card/invalid-chunks"])
  }

  @Test func keys() {
    let other = CardIssuer("other")
    func set(_ keys: String...) -> [String] {
      [#"{"issuer":"\#(CardIssuer.address)","keys":[\#(keys.joined(separator: ","))]}"#]
    }
    for changes in [["x5c": "a"], ["key_ops": "verify"], ["crlVersion": 0]] as [[String: Any]] {
      #expect(found(card, keys: set(issuer.jwk(changes))) == ["verified"])
    }
    let invalid = ["invalid-key card/invalid-key"]
    for changes: [String: Any] in [
      ["kty": "ec"], ["kty": NSNull()], ["crv": "secp256k1"], ["crv": NSNull()], ["alg": NSNull()], ["use": "SIG"],
      ["d": issuer.jwk().count], ["x": NSNull()], ["x": Base64URL.text(of: issuer.key.y)],
      ["y": Base64URL.text(of: [0] + issuer.key.y)], ["x": Base64URL.text(of: issuer.key.x) + "="],
      ["y": Base64URL.text(of: other.key.y)],
    ] {
      #expect(found(card, keys: set(issuer.jwk(changes))) == invalid, "\(changes)")
    }
    // A key that is there twice, once wrong or as another: the right one counts, unless its secret is published.
    #expect(found(card, keys: set(issuer.jwk(["use": "enc"]), issuer.jwk())) == ["verified"])
    #expect(found(card, keys: set(other.jwk(["kid": issuer.kid]), issuer.jwk())) == ["verified"])
    #expect(found(card, keys: set(issuer.jwk(), issuer.jwk(["d": "AAAA"]))) == invalid)
    #expect(found(card, keys: set(issuer.jwk(["kid": NSNull()]))) == ["unknown-key card/unknown-key"])
    #expect(found(card, keys: set()) == ["unknown-key card/unknown-key"])
    #expect(found(card, keys: set(other.jwk())) == ["unknown-key card/unknown-key"])
    #expect(found(card, keys: [other.keySet(of: "https://other.example.org")]) == ["no-key"])
  }
}
