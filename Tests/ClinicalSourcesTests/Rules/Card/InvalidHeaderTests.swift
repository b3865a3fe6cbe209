import FHIRFindings
import Testing

@testable import ClinicalSources

struct InvalidHeaderTests {
  private let issuer = CardIssuer()

  @Test(arguments: [
    (#"{"zip":"DEF","alg":"none","kid":KID}"#, "alg 'ES256' in the header, found \"none\""),
    (#"{"zip":"DEF","alg":"HS256","kid":KID}"#, "alg 'ES256' in the header, found \"HS256\""),
    (#"{"zip":"DEF","alg":"es256","kid":KID}"#, "alg 'ES256' in the header, found \"es256\""),
    (#"{"zip":"DEF","alg":["ES256"],"kid":KID}"#, #"alg 'ES256' in the header, found ["ES256"]"#),
    (#"{"zip":"DEF","kid":KID}"#, "alg 'ES256' in the header, found none"),
    (#"{"alg":"ES256","kid":KID}"#, "zip 'DEF' in the header, found none"),
    (#"{"zip":"GZIP","alg":"ES256","kid":KID}"#, "zip 'DEF' in the header, found \"GZIP\""),
    (#"{"zip":"DEF","alg":"ES256"}"#, "kid with the thumbprint of a key in the header, found none"),
    (#"{"zip":"DEF","alg":"ES256","kid":"a"}"#, "kid with the thumbprint of a key in the header, found \"a\""),
    (#"{"zip":"DEF","alg":"ES256","kid":KID,"crit":["b64"]}"#, "no extensions in crit in the header, found some"),
    (
      #"{"zip":"DEF","alg":"none","alg":"ES256","kid":KID}"#,
      "each member of the header once in the header, found \"alg\" again"
    ),
    (#"[]"#, "an object in the header, found an array"),
    ("\u{FEFF}" + #"{"zip":"DEF","alg":"ES256","kid":KID}"#, "no byte order mark in the header, found one"),
  ])
  func reportsOtherHeaders(header: String, expected: String) throws {
    let text = issuer.card(
      header: header.replacing("KID", with: "\"\(issuer.kid)\""), payload: CardIssuer.payload())
    let card = try #require(cards(in: text).cards.first)
    #expect(card.standing == .unreadable)
    #expect(card.findings.allSatisfy { $0.rule == "card/invalid-header" && $0.severity == .error })
    #expect(card.findings.contains { $0.message.hasPrefix("expected " + expected) }, "\(card.findings.map(\.message))")
    // The records are judged nevertheless.
    #expect(card.bundle != nil)
  }

  @Test func reportsAHeaderThatIsNoJSON() {
    let card = issuer.card(header: #"{"zip":"DEF","#, payload: CardIssuer.payload())
    #expect(cards(in: card).cards[0].findings.map(\.rule) == ["card/invalid-header"])
    let two = issuer.card(header: issuer.header + "{}", payload: CardIssuer.payload())
    #expect(
      cards(in: two).cards[0].findings.map(\.message) == [
        "the header is not JSON: expected one value, found more after it"
      ])
  }
}
