import FHIRFindings
import Testing

@testable import ClinicalSources

struct MalformedTests {
  @Test(arguments: [
    ("eyJ6aXAiOiJERUYifQ.AAAA", "three parts with '.' between them, found 2"),
    ("eyJ6aXAiOiJERUYifQ.A.AAAA.AAAA", "three parts with '.' between them, found 4"),
    ("eyJ6aXAiOiJERUYifQ==.AAAA.AAAA", "base64url without padding in each part, found another text"),
    ("eyJ6aXAiOiJERUYifQ.AAB.AAAA", "base64url without padding in each part, found another text"),
    (#"{"verifiableCredential":[]}"#, "a list of cards in verifiableCredential, found none"),
    (#"{"verifiableCredential":"a"}"#, "a list of cards in verifiableCredential, found none"),
    (#"{"verifiableCredential":[{"a":1}]}"#, "a card as a text, found an object"),
  ])
  func reportsOtherTexts(text: String, expected: String) {
    expectCard(text, .unreadable, ["card/malformed  expected \(expected)"])
  }

  @Test func reportsAFileThatIsCut() {
    let file = cards(in: #"{"verifiableCredential":["a""#)
    #expect(file.cards.flatMap(\.findings).map(\.rule) == ["card/malformed"])
  }
}
