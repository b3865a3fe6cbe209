import ClinicalSources
@testable import FHIRReporting
import Foundation
import Testing

/// What a page lets a browser run and apply.
struct ContentPolicyTests {
  @Test func theDigestsAreThoseOfTheTexts() {
    for part in [PagePart.sharedStyle, .reportStyle, .reportScript, .personStyle] {
      #expect(part.digest == Data(SHA256.digest(of: part.text.utf8)).base64EncodedString())
    }
  }

  @Test func aPageAllowsItsPartsAlone() {
    let (a, b, c) = (PagePart(digest: "A", text: ""), PagePart(digest: "B", text: ""), PagePart(digest: "C", text: ""))
    let page = HostileReport.page
    #expect(page.head("", styles: [a]).text.contains("\"default-src 'none'; style-src 'sha256-A'; base-uri 'none';"))
    #expect(
      page.head("", styles: [a, b], script: c).text.contains(
        "\"default-src 'none'; style-src 'sha256-A' 'sha256-B'; script-src 'sha256-C'; base-uri 'none';"))
  }
}
