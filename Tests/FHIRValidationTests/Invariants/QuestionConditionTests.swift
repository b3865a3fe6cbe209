import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// A condition of an item names the linkId of an item, at any depth of the questionnaire.
struct QuestionConditionTests {
  private static func item(_ id: String, asks question: String? = nil, _ items: String...) -> String {
    let condition =
      question.map { #","enableWhen":[{"question":"\#($0)","operator":"exists","answerBoolean":true}]"# } ?? ""
    let inner = items.isEmpty ? "" : #","item":[\#(items.joined(separator: ","))]"#
    return #"{"linkId":"\#(id)","type":"\#(items.isEmpty ? "boolean" : "group")"\#(condition)\#(inner)}"#
  }

  @Test(arguments: [
    (item("1", item("2", item("3"))), true),
    (item("1", asks: "3", item("2", item("3"))), true),
    (item("1", item("2", item("3", asks: "1"))), true),
    (item("1", item("2", item("3", asks: "2"), item("4", asks: "3"))), true),
    (item("1", asks: "4", item("2", item("3"))), false),
    (item("1", item("2", item("3", asks: "4"))), false),
    (item("1", item("2", asks: "3", item("3", asks: "4"))), false),
  ])
  func itMayStandAtAnyDepth(items: String, isThere: Bool) {
    let record = #"{"resourceType":"Questionnaire","status":"draft","item":[\#(items)]}"#
    let found = Validator.insisting(on: .r4).validate(Array(record.utf8)).findings.map(\.rule.rawValue)
    #expect(found.contains("invariant/questionnaire-condition") != isThere)
  }
}
