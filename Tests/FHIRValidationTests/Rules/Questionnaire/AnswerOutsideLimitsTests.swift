import FHIRFindings
import FHIRSchema
import FHIRSupport
import FHIRTestSupport
import FHIRValidation
import Testing

/// What extensions of a question demand of its answers.
struct AnswerOutsideLimitsTests {
  private static let start = "http://hl7.org/fhir/StructureDefinition/"
  private static let sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/"

  private static func url(_ name: String) -> String { (name.hasPrefix("sdc-") ? sdc : start) + name }

  private func record(_ type: String, _ limit: (name: String, value: String), _ value: String) -> String {
    response(
      to: """
        { "extension": [{ "url": "\(Self.url(limit.name))", \(limit.value) }], "linkId": "1", "type": "\(type)" }
        """, #"{ "linkId": "1", "answer": [{ \#(value) }] }"#)
  }

  @Test(arguments: [
    ("integer", "minValue", #""valueInteger": 1"#, #""valueInteger": «0»"#, "at least 1 for the item '1', found 0"),
    ("integer", "maxValue", #""valueInteger": 5"#, #""valueInteger": «9»"#, "at most 5"),
    ("decimal", "maxValue", #""valueDecimal": 5"#, #""valueDecimal": «5.01»"#, "at most 5"),
    ("date", "minValue", #""valueDate": "2020-01-01""#, #""valueDate": «"2019"»"#, "at least 2020-01-01"),
    ("time", "maxValue", #""valueTime": "12:00:00""#, #""valueTime": «"12:00:01"»"#, "at most 12:00:00"),
    (
      "quantity", "sdc-questionnaire-minQuantity",
      #""valueQuantity": { "value": 5, "system": "http://unitsofmeasure.org", "code": "kg" }"#,
      #""valueQuantity": «{» "value": 4000, "system": "http://unitsofmeasure.org", "code": "g" }"#,
      "at least 5 kg for the item '1'"
    ),
    (
      "quantity", "sdc-questionnaire-maxQuantity", #""valueQuantity": { "value": 5, "unit": "kg" }"#,
      #""valueQuantity": «{» "value": 5.5, "unit": "kg" }"#, "at most 5 kg"
    ),
    ("string", "minLength", #""valueInteger": 3"#, #""valueString": «"äö"»"#, "at least 3 characters"),
    ("decimal", "maxDecimalPlaces", #""valueInteger": 1"#, #""valueDecimal": «1.20»"#, "at most 1 decimal places"),
    ("string", "regex", #""valueString": "[a-z]+""#, #""valueString": «"abc1"»"#, "a match of '[a-z]+'"),
  ])
  func reportsAnAnswerOutside(type: String, name: String, limit: String, value: String, words: String) {
    expectFindings(
      in: record(type, (name, limit), value), [ExpectedFinding(.answerOutsideLimits, messageContains: words)],
      release: .r4)
  }

  @Test(arguments: [
    ("integer", "minValue", #""valueInteger": 1"#, #""valueInteger": 1"#),
    ("date", "maxValue", #""valueDate": "2020""#, #""valueDate": "2019-12-31""#),
    ("string", "minLength", #""valueInteger": 3"#, #""valueString": "äöü""#),
    ("decimal", "maxDecimalPlaces", #""valueInteger": 1"#, #""valueDecimal": 12.5"#),
    ("decimal", "maxDecimalPlaces", #""valueInteger": 0"#, #""valueDecimal": 12"#),
    (
      "quantity", "sdc-questionnaire-maxQuantity", #""valueQuantity": { "value": 5, "unit": "kg" }"#,
      #""valueQuantity": { "value": 5.0, "unit": "kg" }"#
    ),
    ("quantity", "maxDecimalPlaces", #""valueInteger": 1"#, #""valueQuantity": { "value": 0.5, "unit": "kg" }"#),
    ("string", "regex", #""valueString": "[a-z]+""#, #""valueString": "abc""#),
  ])
  func acceptsAnAnswerWithin(type: String, name: String, limit: String, value: String) {
    let result = Validator.insisting(on: .r4).validate(Array(record(type, (name, limit), value).utf8))
    #expect(result.findings.filter { $0.rule.group == "questionnaire" }.isEmpty)
    #expect(result.tally.notChecked[ByteText("extension \(Self.url(name))")] == nil)
  }

  /// What cannot be compared, or is not judged, is counted by the name of the extension.
  @Test(arguments: [
    ("date", "maxValue", #""valueDate": "2020-05""#, #""valueDate": "2020""#),
    ("quantity", "maxValue", #""valueInteger": 5"#, #""valueQuantity": { "value": 9, "unit": "kg" }"#),
    (
      "quantity", "sdc-questionnaire-maxQuantity", #""valueQuantity": { "value": 5, "unit": "kg" }"#,
      #""valueQuantity": { "value": 9, "unit": "lb" }"#
    ),
    ("string", "regex", #""valueString": "(a)\\1""#, #""valueString": "ab""#),
    ("decimal", "maxDecimalPlaces", #""valueInteger": 1"#, #""valueDecimal": 1.25e1"#),
    ("attachment", "maxSize", #""valueDecimal": 1"#, #""valueAttachment": { "title": "x" }"#),
    ("attachment", "mimeType", #""valueCode": "image/png""#, #""valueAttachment": { "title": "x" }"#),
    (
      "reference", "questionnaire-referenceResource", #""valueCode": "Patient""#,
      #""valueReference": { "display": "x" }"#
    ),
  ])
  func countsWhatIsNotJudged(type: String, name: String, limit: String, value: String) {
    let result = Validator.insisting(on: .r4).validate(Array(record(type, (name, limit), value).utf8))
    #expect(result.findings.filter { $0.rule.group == "questionnaire" }.isEmpty)
    #expect(result.tally.notChecked[ByteText("extension \(Self.url(name))")] == 1)
  }

  @Test func judgesQuestionsOfGroups() {
    let question = """
      "question": [{ "extension": [{ "url": "\(Self.start)maxValue", "valueInteger": 5 }], "linkId": "1", "type": "integer" }]
      """
    expectFindings(
      in: groupResponse(to: question, #""question": [{ "linkId": "1", "answer": [{ "valueInteger": «6» }] }]"#),
      [ExpectedFinding(.answerOutsideLimits)])
  }

  /// A pattern costs as much as its length and that of the answer.
  @Test func limitsTheWork() {
    let question =
      #"{ "linkId": "1", "type": "string", "repeats": true, "extension": [{ "url": "\#(Self.start)regex", "valueString": "(a{100}){30}" }] }"#
    let answers = Array(repeating: #"{ "valueString": "a" }"#, count: 1_000).joined(separator: ",")
    let record = response(to: question, #"{ "linkId": "1", "answer": [\#(answers)] }"#)
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.tally.notChecked["responses to questionnaires, beyond the limit of work"] == 1)
  }
}
