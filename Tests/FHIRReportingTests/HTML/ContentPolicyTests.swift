@testable import FHIRReporting
import Testing

/// What the page lets a browser run and apply.
struct ContentPolicyTests {
  @Test func theDigestsAreThoseOfTheScriptAndTheStyle() {
    #expect(HTMLReport.scriptDigest == SHA256(HTMLReport.script).base64)
    #expect(HTMLReport.styleDigest == SHA256(HTMLReport.style).base64)
    #expect(PageStyle.digest == SHA256(PageStyle.style).base64)
    #expect(PersonPage.styleDigest == SHA256(PersonPage.style).base64)
  }

  /// The first example of FIPS 180-4.
  @Test func digest() { #expect(SHA256("abc").base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=") }
}
