import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// The length of an answer.
struct AnswerTooLongTests {
  private func question(_ limit: Int) -> String { #"{ "linkId": "1", "type": "string", "maxLength": \#(limit) }"# }

  @Test func reportsMoreCharacters() {
    expectFindings(
      in: response(to: question(3), #"{ "linkId": "1", "answer": [{ "valueString": «"äöüß"» }] }"#),
      [ExpectedFinding(.answerTooLong, messageContains: "at most 3 characters for the item '1', found 4")], release: .r4
    )
  }

  @Test func countsCharactersAndNotBytes() {
    expectFindings(
      in: response(to: question(4), #"{ "linkId": "1", "answer": [{ "valueString": "äöü\u00DF" }] }"#), release: .r4)
  }
}
