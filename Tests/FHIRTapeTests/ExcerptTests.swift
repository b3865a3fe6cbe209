import FHIRTape
import Testing

/// The part of a long text that a message shows.
struct ExcerptTests {
  private func excerpt(_ text: String, limit: Int = 20) -> String {
    Array(text.utf8).withUnsafeBufferPointer { Excerpt.text($0, limit: limit) }
  }

  @Test func aShortTextIsWhole() {
    #expect(excerpt("twenty letters, here") == "twenty letters, here")
    #expect(excerpt("") == "")
  }

  @Test func proseAndDataAreCut() {
    #expect(excerpt("more than twenty letters here") == "more than twenty let...")
    #expect(excerpt("\"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=\"") == "\"QUJDREVGR0hJSktMTU5...")
  }

  @Test(arguments: [
    "\"http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName\"", "urn:oid:2.16.840.1.113883.4.642.3.1",
  ])
  func aURIIsWhole(uri: String) {
    #expect(excerpt(uri) == uri)
  }

  @Test func aURIBeyondItsLimitIsCut() {
    let path = String(repeating: "a", count: Excerpt.longestURI)
    #expect(excerpt("http://example.org/\(path)") == "http://example.org/a...")
  }

  @Test func anObjectIsNoURI() {
    #expect(excerpt(#"{"a":"b","c":"d","e":"f","g":"h"}"#) == #"{"a":"b","c":"d","e"..."#)
  }

  @Test func aCharacterIsNotCut() {
    #expect(excerpt("nineteen letters, häßlich") == "nineteen letters, h...")
  }
}
