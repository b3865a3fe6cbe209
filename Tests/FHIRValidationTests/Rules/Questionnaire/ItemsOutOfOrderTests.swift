import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// The order of items.
struct ItemsOutOfOrderTests {
  private let questions =
    #"{ "linkId": "1", "type": "integer" }, { "linkId": "2", "type": "integer" }, { "linkId": "3", "type": "integer" }"#

  @Test func reportsTheFirstOutOfOrder() {
    expectFindings(
      in: response(to: questions, #"{ "linkId": "3" }, «{» "linkId": "1" }, { "linkId": "2" }"#),
      [
        ExpectedFinding(
          .itemsOutOfOrder, path: "QuestionnaireResponse.item[1]", messageContains: "'1' before the item '3'")
      ],
      release: .r4)
  }

  @Test func acceptsItemsLeftOut() {
    expectFindings(in: response(to: questions, #"{ "linkId": "1" }, { "linkId": "3" }"#), release: .r4)
  }
}
