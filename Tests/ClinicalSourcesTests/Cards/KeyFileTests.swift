import Testing

@testable import ClinicalSources

struct KeyFileTests {
  /// What programs would read in different ways is refused, and an issuer that cannot be read is not that of all.
  @Test(arguments: [
    (#"{"keys":[{"use":"sig","use":"enc"}]}"#, #"expected each member once, found "use" again"#),
    (#"{"keys":[{}],"keys":[]}"#, #"expected each member once, found "keys" again"#),
    (#"{"issuer":"https://a.example","issuer":"https://b.example","keys":[]}"#, "expected each member once"),
    (#"{"issuer":5,"keys":[]}"#, "expected an issuer as a text, found a number"),
    (#"{"issuer":null,"keys":[]}"#, "expected an issuer as a text, found null"),
  ])
  func refuses(_ text: String, _ problem: String) {
    var keys = CardKeys()
    let found = keys.add(Array(text.utf8), folder: [])
    #expect(found?.hasPrefix(problem) == true, "\(found ?? "none")")
    #expect(keys.isEmpty && !keys.knows("https://a.example"))
  }
}
