import FHIRFindings
import Testing

@testable import ClinicalSources

struct CardReaderTests {
  private let issuer = CardIssuer()

  @Test func readsACard() throws {
    let payload = CardIssuer.payload(credential: ["rid": #""a-_9""#])
    let file = cards(in: issuer.card(payload: payload))
    let card = try #require(file.cards.first)
    #expect(file.cards.count == 1 && card.findings.isEmpty)
    #expect(card.standing == .verified && !card.isUnverified && card.isRevocationKnown)
    #expect(card.issuer == CardIssuer.address && card.types == ["https://smarthealth.cards#immunization"])
    #expect(card.notBefore == 1617976270.189 && card.expires == nil && card.fhirVersion == "4.0.1")
    #expect(file.text == Array((payload + "\n").utf8))
    let bundle = try #require(card.bundle)
    #expect(String(decoding: file.text[bundle], as: UTF8.self) == CardIssuer.bundle)
    #expect(file.bundleLine(of: card).count == bundle.upperBound)
  }

  @Test func readsEachForm() {
    let card = issuer.card(payload: CardIssuer.payload())
    func digits(_ text: some StringProtocol) -> String {
      text.utf8.map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
    }
    let file = #"{ "verifiableCredential": ["\#(card)"] }"#
    let parts = stride(from: 0, to: card.utf8.count, by: 200).map { card.dropFirst($0).prefix(200) }
    let codes = parts.enumerated().map { "shc:/\($0.offset + 1)/\(parts.count)/" + digits($0.element) }
    for text in [
      card, card + "\n", file, "\u{FEFF}" + file, "shc:/" + digits(card), codes.joined(separator: "\n"),
      codes.reversed().joined(separator: "\r\n"), ([codes[1]] + codes).joined(separator: " "),
    ] {
      #expect(Array(text.replacing("\u{FEFF}", with: "").utf8).withUnsafeBytes { CardText.begins($0) })
      expectCard(text, .verified, [])
    }
  }

  @Test func readsSeveralCards() {
    let card = issuer.card(payload: CardIssuer.payload())
    let other = CardIssuer("other").card(payload: CardIssuer.payload(["iss": #""https://other.example.org""#]))
    let file = cards(in: #"{"verifiableCredential":["\#(card)",7,"\#(other)","x"]}"#)
    #expect(file.cards.map(\.standing) == [.verified, .unreadable, .noKey, .unreadable])
    #expect(file.text.count { $0 == 0x0A } == 4)
    #expect(cards(in: card + " \n" + other).cards.map(\.standing) == [.verified, .noKey])
  }

  /// Each changed character makes another signature, a card that cannot be read, or names a key that is not there.
  @Test func noChangedCardIsBelieved() {
    let card = Array(issuer.card(payload: CardIssuer.payload()).utf8)
    // Each verification takes long in a build for debugging.
    for place in stride(from: 0, to: card.count, by: 19) {
      for other in Array("_.".utf8) where other != card[place] {
        var changed = card
        changed[place] = other
        let file = cards(in: String(decoding: changed, as: UTF8.self))
        for card in file.cards {
          #expect(card.standing != .verified && card.standing != .noKey)
          #expect(card.findings.contains { $0.severity >= .error })
        }
        #expect(!file.cards.isEmpty)
      }
    }
  }

  /// Claims of any length are compared as a whole, and shown and kept in part.
  @Test func keepsLittleOfEachCard() {
    let long = String(repeating: "a", count: 100_000)
    let card = issuer.card(
      payload: CardIssuer.payload(
        ["iss": "\"https://\(long)\""],
        credential: ["type": "[" + (0..<500).map { #""\#($0)\#(long.prefix(2_000))""# }.joined(separator: ",") + "]"],
        subject: ["fhirVersion": "\"\(long)\"", "fhirBundle": #"{"resourceType":"\#(long)"}"#]))
    let found = cards(in: card).cards[0]
    #expect(found.standing == .wrongIssuer)
    #expect(found.types.count == 20 && (found.types + [found.issuer ?? ""]).allSatisfy { $0.utf8.count <= 1_000 })
    #expect(found.fhirVersion?.utf8.count == 1_000)
    #expect(found.findings.count == 4 && found.findings.allSatisfy { $0.message.utf8.count < 500 })
    expectCard(
      card, keys: [issuer.keySet(of: "https://" + long)], .verified,
      found.findings.filter {
        $0.rule != "card/wrong-issuer"
      }.map { "\($0.rule) \($0.path) \($0.message)" })
    let bundle = CardIssuer.bundle.replacing(#""name""#, with: #""\#(long)":{"display":"a","code":"b"},"name""#)
    let display = cards(in: issuer.card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle]))).cards[0]
    #expect(display.findings.count == 1 && display.findings.allSatisfy { $0.path.utf8.count < 200 })
  }

  @Test(arguments: [("exp", "1600000000"), ("nbf", "9999999999"), ("iss", #""https://b.example""#)])
  func findingsOfClaimsHaveTheirPlace(name: String, value: String) throws {
    let file = cards(in: issuer.card(payload: CardIssuer.payload([name: value])))
    let finding = try #require(file.cards[0].findings.first)
    #expect(finding.path == name)
    #expect(String(decoding: file.text[finding.range.start..<finding.range.end], as: UTF8.self) == value)
  }

  @Test func saysWhatItWasNotGiven() {
    let card = issuer.card(payload: CardIssuer.payload())
    expectCard(card, keys: [], .noKey, [])
    #expect(cards(in: card, keys: []).cards[0].isUnverified)
    let listed = issuer.keySet(["crlVersion": 2])
    #expect(!cards(in: card, keys: [listed]).cards[0].isRevocationKnown)
    for (version, isKnown) in [(1, false), (2, true), (3, true)] {
      let list = #"{"kid":"\#(issuer.kid)","method":"rid","ctr":\#(version),"rids":[]}"#
      #expect(cards(in: card, keys: [listed, list]).cards[0].isRevocationKnown == isKnown)
    }
  }

  @Test(arguments: [
    "hello", #"{"resourceType":"Patient"}"#, "eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "[]", "", "shc:", "eyJ6",
    #"{"a":"verifiableCredential"}"#, #"{"a":{"verifiableCredential":["a"]}}"#,
    #"{"a":"\",\"verifiableCredential\":"}"#,
    "example.org", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "eyJhbGciOiJFUzI1NiJ9", "SHC:",
    // A header with zip and enc, as that of an encrypted text.
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIn0..AAAA.AAAA.AAAA",
  ])
  func otherTextsAreNoCards(text: String) {
    #expect(!Array(text.utf8).withUnsafeBytes { CardText.begins($0) })
  }

  @Test func lineBreaksInAPayloadDoNotBreakItsLine() {
    let payload = CardIssuer.payload().replacing(",\"vc\"", with: ",\r\n\"vc\"")
    let file = cards(in: issuer.card(payload: payload))
    #expect(file.text.count { $0 == 0x0A } == 1 && !file.text.contains(0x0D))
    #expect(file.cards[0].bundle != nil && file.cards[0].standing == .verified)
  }
}

struct CardKeysTests {
  private let issuer = CardIssuer()

  private func standing(_ file: String, folder: [String] = []) -> HealthCard.Standing? {
    var keys = CardKeys()
    guard keys.add(Array(file.utf8), folder: folder) == nil else { return nil }
    let card = Array(issuer.card(payload: CardIssuer.payload()).utf8)
    return card.withUnsafeBytes { CardReader(keys: keys, now: CardIssuer.now).read($0) }.cards[0].standing
  }

  @Test func tellsTheIssuerOfAKeySet() {
    let set = issuer.keySet(of: nil)
    #expect(standing(issuer.keySet()) == .verified)
    #expect(standing(set) == .verified)
    #expect(standing(set, folder: ["example.org", "issuer"]) == .verified)
    #expect(standing(set, folder: ["example.org", "issuer", ".well-known"]) == .verified)
    #expect(standing(set, folder: ["example.org"]) == .wrongIssuer)
    #expect(
      standing(#"{"issuerInfo":[{"issuer":{"iss":"\#(CardIssuer.address)"},"keys":[\#(issuer.jwk())]}]}"#) == .verified)
    #expect(
      standing(#"{"issuerInfo":[{"issuer":{"iss":"https://b.example"},"keys":[\#(issuer.jwk())]}]}"#) == .wrongIssuer)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"kid":"a","rids":[]}"#, #"{"keys":1}"#])
  func refusesOtherFiles(text: String) { #expect(standing(text) == nil) }

  @Test func anotherKeyOfTheSetDoesNotMatter() {
    let both = #"{"issuer":"\#(CardIssuer.address)","keys":[{"kty":"RSA"},\#(CardIssuer("x").jwk()),\#(issuer.jwk())]}"#
    #expect(standing(both) == .verified)
  }
}
