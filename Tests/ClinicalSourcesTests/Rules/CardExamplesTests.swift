import FHIRFindings
import Foundation
import Testing

@testable import ClinicalSources

/// The examples of the rules' pages: each line changes a card that has no fault.
///
/// `payload`, `vc`, `bundle` and `header` are followed by JSON: members that take the place of those of the card, or
/// what stands in place of an object. `text` is followed by the whole text.
struct CardExamplesTests {
  @Test(arguments: RuleCatalog.cards.rules.map(\.id.rawValue))
  func badExampleBreaksThisRuleOnly(name: String) throws {
    let rule = try #require(RuleCatalog.cards[RuleID(rawValue: name)])
    let found = try findings(in: rule.explanation.bad)
    #expect(Set(found.map(\.rule)) == [rule.id], "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.severity == rule.severity })
    #expect(try findings(in: rule.explanation.good).isEmpty)
  }

  private func findings(in example: String) throws -> [Finding] {
    let issuer = CardIssuer()
    var (header, payload, keys) = (issuer.header, CardIssuer.payload(), [issuer.keySet()])
    var signer = issuer
    var text: String?
    var isChanged = false
    for line in example.split(separator: "\n") {
      let (word, value) = (line.prefix { $0 != " " }, String(line.drop { $0 != " " }.dropFirst()))
      switch (word, value) {
      case ("text", _): text = value
      case ("header", _): header = value.replacing("{", with: #"{"kid":"\#(issuer.kid)","#, maxReplacements: 1)
      case ("payload", "4194305 spaces"): payload = String(repeating: " ", count: 4_194_305)
      case ("payload", "[1]"): payload = value
      case ("payload", " {}"): payload = " " + payload
      case ("payload", _): payload = CardIssuer.payload(try members(value))
      case ("vc", _): payload = CardIssuer.payload(credential: try members(value))
      case ("bundle", _): payload = CardIssuer.payload(subject: ["fhirBundle": value])
      case ("revoked", _): keys.append(#"{"kid":"\#(issuer.kid)","method":"rid","ctr":1,"rids":\#(value)}"#)
      case ("signature", "changed"): isChanged = true
      case ("kid", "of another key"):
        signer = CardIssuer("other")
        header = signer.header
      case ("key", "with another kid"):
        keys = [issuer.keySet(["kid": CardIssuer("other").kid])]
        header = CardIssuer("other").header
      case ("keys", _): keys = [issuer.keySet(of: value.replacing("of ", with: ""))]
      default: Issue.record("an example has the line \(line)")
      }
    }
    var card = Array(signer.card(header: header, payload: payload).utf8)
    if isChanged { card[card.count - 40] = card[card.count - 40] == 65 ? 66 : 65 }
    return cards(in: text ?? String(decoding: card, as: UTF8.self), keys: keys).cards.flatMap(\.findings)
  }

  private func members(_ json: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    return try object.mapValues {
      let data = try JSONSerialization.data(withJSONObject: $0, options: [.fragmentsAllowed, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    }
  }
}
