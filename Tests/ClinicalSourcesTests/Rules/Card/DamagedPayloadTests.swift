import FHIRFindings
import Testing

@testable import ClinicalSources

struct DamagedPayloadTests {
  private let issuer = CardIssuer()

  private func message(_ packed: [UInt8]) -> [String] {
    cards(in: issuer.card(packed: packed)).cards.flatMap(\.findings).map { "\($0.rule) \($0.message)" }
  }

  @Test func reportsStreamsThatAreDamaged() {
    let whole = CardIssuer.deflated(Array(CardIssuer.payload().utf8))
    let damaged = ["card/damaged-payload expected a raw deflate stream, found other or fewer bytes"]
    #expect(message(whole).isEmpty)
    for packed in [[], Array(whole.dropLast()), [0x78, 0x9C] + whole, Array(CardIssuer.payload().utf8), [1], [7]] {
      #expect(message(packed) == damaged)
    }
    #expect(
      message(whole + [0]) == ["card/damaged-payload expected nothing after the deflate stream, found other bytes"])
    // A stream within a stream is not inflated twice.
    #expect(message(CardIssuer.deflated(whole)).map { $0.prefix(20) } == ["card/damaged-payload"])
  }

  @Test func reportsOtherJSON() {
    #expect(
      message(CardIssuer.deflated([])) == [
        "card/damaged-payload the payload is not JSON: expected a value, found the end of the text"
      ])
    #expect(
      message(CardIssuer.deflated(Array("[]".utf8))) == [
        "card/damaged-payload expected an object as the payload, found an array"
      ])
    let deep = #"{"iss":"# + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}"
    #expect(
      message(CardIssuer.deflated(Array(deep.utf8))) == [
        "card/damaged-payload expected at most 200 levels of nesting, found more"
      ])
    #expect(message(CardIssuer.deflated(Array(#"{"iss":"#.utf8))).map { $0.prefix(20) } == ["card/damaged-payload"])
  }

  @Test func reportsClaimsThatAreRepeated() {
    let payload = CardIssuer.payload(["exp": #"1900000000,"exp":1900000001"#])
    expectCard(
      issuer.card(payload: payload), .unreadable,
      ["card/damaged-payload  expected each claim once, found \"exp\" again"])
    // Whichever a program reads, the card is not verified.
    for (name, other) in [("exp", "1600000000"), ("nbf", "9999999999"), ("iss", #""https://b.example""#), ("vc", "{}")]
    {
      let whole = CardIssuer.payload(["exp": "4000000000"])
      let twice = whole.dropLast() + ",\"\(name)\":\(other)}"
      #expect(cards(in: issuer.card(payload: String(twice))).cards[0].standing == .unreadable, "\(name)")
      #expect(cards(in: issuer.card(payload: String(twice)), keys: []).cards[0].isUnverified)
    }
    // The validator reports those of records.
    let bundle = CardIssuer.bundle.replacing(#""type""#, with: #""type":"batch","type""#)
    expectCard(issuer.card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle])), .verified, [])
  }
}
