import FHIRPrimitives
import Testing

@Suite("language tags and media types")
struct CodeFormGrammarTests {
  private func accepts(_ text: String, _ grammar: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer(grammar)
  }

  @Test(arguments: [
    "en", "de", "EN-us", "haw", "zh-Hant-TW", "zh-yue-HK", "es-419", "sl-rozaj-biske", "de-CH-1996", "de-1901",
    "en-a-bbb-ccc-x-d", "x-whatever", "de-DE-x-a-b", "en-u-ca-buddhist", "i-klingon", "sgn-BE-FR", "en-GB-oed",
    "art-lojban", "hy-Latn-IT-arevela", "tlhingan",
  ])
  func languageTags(tag: String) { #expect(accepts(tag, LanguageTagGrammar.accepts)) }

  @Test(arguments: [
    "", "e", "en_US", "en-", "-en", "en--US", "en us", "en-US-", "1n", "englisches", "en-US-GB", "en-Latn-Cyrl", "en-x",
    "x", "x-", "x-abcdefghi", "i-unknown", "en-a", "de-419-DE", "zh-aaa-bbb-ccc-ddd-eee-fff-ggg-hhhh-i", "français",
    "en-US.UTF-8", "eng/us",
  ])
  func noLanguageTags(tag: String) { #expect(!accepts(tag, LanguageTagGrammar.accepts)) }

  @Test(arguments: [
    "text/plain", "application/fhir+json", "image/svg+xml", "text/cql", "application/vnd.ms-excel", "text/CQL",
    "text/plain; charset=utf-8", "text/plain;charset=utf-8", "application/fhir+xml;fhirVersion=4.0", "x/y",
    "audio/3gpp2",
  ])
  func mediaTypes(type: String) { #expect(accepts(type, MediaTypeGrammar.accepts)) }

  @Test(arguments: [
    "", "pdf", "/", "text/", "/plain", "text/plain/x", "text /plain", "text/ plain", ";charset=utf-8", "text", "-a/b",
    "text/pl\u{E4}in", "application/" + String(repeating: "a", count: 128), "text\\plain",
  ])
  func noMediaTypes(type: String) { #expect(!accepts(type, MediaTypeGrammar.accepts)) }

  /// Any bytes get a verdict, and no text after them is read.
  @Test func anyBytes() {
    for first in UInt8.min...UInt8.max {
      for second in [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "a"), 0, 255] {
        let bytes = [first, second, first]
        bytes.withUnsafeBufferPointer {
          _ = LanguageTagGrammar.accepts($0)
          _ = MediaTypeGrammar.accepts($0)
        }
      }
    }
    for count in 0..<40 {
      let hyphens = [UInt8](repeating: UInt8(ascii: "-"), count: count)
      #expect(!hyphens.withUnsafeBufferPointer(LanguageTagGrammar.accepts))
    }
  }
}
