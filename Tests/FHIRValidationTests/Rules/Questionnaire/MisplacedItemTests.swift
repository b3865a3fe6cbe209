import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// The nesting of items.
struct MisplacedItemTests {
  private let group =
    #"{ "linkId": "g", "type": "group", "item": [{ "linkId": "g1", "type": "integer", "item": [{ "linkId": "g2", "type": "string" }] }] }"#

  @Test func reportsAnItemOutsideItsGroup() {
    expectFindings(
      in: response(to: group, #"{ "linkId": «"g1"», "answer": [{ "valueInteger": 1 }] }"#),
      [
        ExpectedFinding(
          .misplacedItem, path: "QuestionnaireResponse.item[0].linkId", messageContains: "in the item 'g'")
      ],
      release: .r4)
  }

  @Test func reportsAnItemInAGroupThatIsNotIts() {
    expectFindings(
      in: response(
        to: group,
        #"{ "linkId": "g", "item": [{ "linkId": «"g2"», "answer": [{ "valueString": "x" }] }] }"#),
      [ExpectedFinding(.misplacedItem, messageContains: "in the item 'g1'")], release: .r4)
    expectFindings(
      in: response(to: group, #"{ "linkId": "g", "item": [{ "linkId": «"g"» }] }"#),
      [ExpectedFinding(.misplacedItem, messageContains: "in no other item")], release: .r4)
  }

  @Test func acceptsAnItemInTheAnswerAroundIt() {
    expectFindings(
      in: response(
        to: group,
        #"{ "linkId": "g", "item": [{ "linkId": "g1", "answer": [{ "valueInteger": 1, "item": [{ "linkId": "g2", "answer": [{ "valueString": "x" }] }] }] }] }"#
      ),
      release: .r4)
  }
}
