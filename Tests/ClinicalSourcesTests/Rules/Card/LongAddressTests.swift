import FHIRFindings
import Testing

@testable import ClinicalSources

struct LongAddressTests {
  @Test(arguments: [
    ("resource:0", true), ("resource:17", true), (#"resource\u003a\u0030"#, true),
    ("resource:", false), ("resource:a", false), ("urn:uuid:1", false),
    ("https://example.org/Patient/1", false),
  ])
  func tellsTheForm(address: String, isShort: Bool) {
    let bundle =
      #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"\#(address)","resource":"#
      + ##"{"resourceType":"Condition","subject":{"reference":"\##(address)"},"asserter":{"reference":"#contained"}}}]}"##
    let card = CardIssuer().card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle]))
    expectCard(
      card, .verified,
      isShort
        ? []
        : [
          "card/long-address Bundle.entry[0].fullUrl expected an address of the form resource:0 in fullUrl, found "
            + "\"\(address)\"",
          "card/long-address Bundle.entry[0].resource.subject.reference expected a reference of the form resource:0, "
            + "found \"\(address)\"",
        ])
  }

  @Test func reportsAnEntryWithoutAnAddress() {
    let bundle = CardIssuer.bundle.replacing(#""fullUrl":"resource:0","#, with: "")
    let message = "expected an address of the form resource:0 in fullUrl, found none"
    expectCard(
      CardIssuer().card(payload: CardIssuer.payload(subject: ["fhirBundle": bundle])), .verified,
      ["card/long-address Bundle.entry[0] " + message])
  }
}
