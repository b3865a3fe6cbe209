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

  /// An item below a question is in an answer, whether the question has one or not; below a group it is in the group.
  @Test func reportsAnItemBesideTheAnswer() {
    let inner = #""item": [«{» "linkId": "g2", "answer": [{ "valueString": "x" }] }]"#
    let place = ExpectedFinding(
      .misplacedItem, path: "QuestionnaireResponse.item[0].item[0].item[0]",
      messageContains: "in an answer to the question 'g1'")
    expectFindings(
      in: response(to: group, #"{ "linkId": "g", "item": [{ "linkId": "g1", \#(inner) }] }"#), [place], release: .r4)
    // That an item has both an answer and items is a constraint, too.
    let both = #"{ "linkId": "g", "item": [«{» "linkId": "g1", "answer": [{ "valueInteger": 1 }], \#(inner) }] }"#
    expectFindings(in: response(to: group, both), [ExpectedFinding(.invariant("qrs-1")), place], release: .r4)
  }

  /// What is beside an answer is judged all the same.
  @Test func judgesAnItemBesideTheAnswer() {
    let inner = #""item": [«{» "linkId": "g2", "answer": [{ "valueInteger": «3» }] }]"#
    expectFindings(
      in: response(to: group, #"{ "linkId": "g", "item": [{ "linkId": "g1", \#(inner) }] }"#),
      [ExpectedFinding(.misplacedItem), ExpectedFinding(.wrongAnswerType)], release: .r4)
  }
}
