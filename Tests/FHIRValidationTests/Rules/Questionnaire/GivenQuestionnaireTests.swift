import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRSupport
import FHIRTestSupport
import FHIRValidation
import Testing

/// Responses to questionnaires that the caller gives.
struct GivenQuestionnaireTests {
  private static let url = "http://example.org/Questionnaire/habits"
  private static let missing: ByteText = "responses to questionnaires not available"

  private func questionnaire(_ items: String, version: String = "1.0", contained: String = "") -> String {
    """
    { "resourceType": "Questionnaire", "id": "habits", "url": "\(Self.url)", "version": "\(version)",
      "status": "active", \(contained) "item": [\(items)] }
    """
  }

  private func response(_ answer: String, to name: String = Self.url) -> String {
    """
    { "resourceType": "QuestionnaireResponse", "questionnaire": \(name.hasPrefix("{") ? name : "\"\(name)\""),
      "status": "completed", "item": [{ "linkId": "1", "answer": [{ \(answer) }] }] }
    """
  }

  private func result(_ record: String, given: [String], release: FHIRRelease = .r4) throws -> ValidationResult {
    var library = ProfileLibrary()
    for definition in given { library.add(Array(definition.utf8)) }
    #expect(library.faults.isEmpty)
    let validator = try #require(Validator(release: release, library: library, options: .withoutRecommendations))
    return validator.validate(Array(record.utf8))
  }

  private func rules(_ record: String, given: [String], release: FHIRRelease = .r4) throws -> [RuleID] {
    let result = try result(record, given: given, release: release)
    #expect(result.tally.notChecked[Self.missing] == nil)
    return result.findings.map(\.rule)
  }

  private static let choice = """
    { "linkId": "1", "type": "choice", "answerOption": [{ "valueCoding": { "system": "http://a.org", "code": "y" } }] }
    """

  @Test func judgesByAGivenQuestionnaire() throws {
    let given = [questionnaire(Self.choice)]
    let (yes, no) = (#""valueCoding": { "system": "http://a.org", "code": "y" }"#, #""valueCoding": { "code": "n" }"#)
    for name in [Self.url, Self.url + "|1.0"] {
      #expect(try rules(response(yes, to: name), given: given) == [])
      #expect(try rules(response(no, to: name), given: given) == [Rule.notAnOption.id])
    }
    #expect(try rules(response(#""valueBoolean": true"#), given: given) == [Rule.wrongAnswerType.id])
    #expect(
      try rules(response(yes).replacing(#""linkId": "1""#, with: #""linkId": "2""#), given: given)
        == [Rule.unknownItem.id])
  }

  @Test func countsWhatIsNotGiven() throws {
    let given = [questionnaire(Self.choice)]
    for name in [Self.url + "|2.0", "http://example.org/other"] {
      let result = try result(response(#""valueBoolean": true"#, to: name), given: given)
      #expect(result.findings.isEmpty)
      #expect(result.tally.notChecked[Self.missing] == 1)
    }
  }

  /// One rule for the questionnaires of a Bundle and given ones: versions by their first numbers, any version where the
  /// questionnaire has none, and no part of one.
  @Test(arguments: [
    ("1.0", "|1", true), ("1.0", "|1.0", true), ("1.0", "|2.0", false), ("1.0", "", true), ("", "|2.0", true),
    ("1.0", "#x", false), ("1.0", "|1.0#x", false),
  ])
  func allLookUpsAreAlike(version: String, name: String, isFound: Bool) throws {
    let item = #"{ "linkId": "1", "type": "boolean" }"#
    let questions = questionnaire(item, version: version).replacing(#""version": "","#, with: "")
    let answer = response(#""valueInteger": 1"#, to: Self.url + name)
    func bundle(_ resources: [String]) -> String {
      let entries = resources.map { #"{ "resource": \#($0) }"# }.joined(separator: ", ")
      return #"{ "resourceType": "Bundle", "type": "collection", "entry": [\#(entries)] }"#
    }
    for (record, given) in [
      (answer, [questions]), (bundle([answer, questions]), []), (bundle([questions, answer]), []),
    ] {
      let result = try result(record, given: given)
      #expect(result.findings.contains { $0.rule == Rule.wrongAnswerType.id } == isFound)
      #expect(result.tally.notChecked[Self.missing] == (isFound ? nil : 1))
    }
  }

  @Test func ofSeveralVersionsTheOneThatIsNamedIsMeant() throws {
    let given = [
      questionnaire(#"{ "linkId": "1", "type": "boolean" }"#),
      questionnaire(#"{ "linkId": "1", "type": "integer" }"#, version: "2.0"),
    ]
    for (version, isInteger) in [("", true), ("|1.0", false), ("|2.0", true)] {
      let found = try rules(response(#""valueInteger": 1"#, to: Self.url + version), given: given)
      #expect(found == (isInteger ? [] : [Rule.wrongAnswerType.id]), "\(version)")
    }
  }

  /// Value sets that the questionnaire contains, and those that are given with it.
  @Test(arguments: ["#v", "http://example.org/v"])
  func judgesByItsValueSets(name: String) throws {
    let set = """
      { "resourceType": "ValueSet", "id": "v", "url": "http://example.org/v", "status": "active",
        "compose": { "include": [{ "system": "http://b.org" }] } }
      """
    let given = [
      questionnaire(
        #"{ "linkId": "1", "type": "open-choice", "answerValueSet": "\#(name)" }"#,
        contained: name == "#v" ? "\"contained\": [\(set)]," : ""),
      set,
      #"{ "resourceType": "CodeSystem", "url": "http://b.org", "content": "complete", "concept": [{ "code": "y" }] }"#,
    ]
    #expect(try rules(response(#""valueCoding": { "system": "http://b.org", "code": "y" }"#), given: given) == [])
    #expect(try rules(response(#""valueString": "Maybe""#), given: given) == [])
    let wrong = try rules(response(#""valueCoding": { "system": "http://b.org", "code": "n" }"#), given: given)
    #expect(wrong.contains(Rule.notAnOption.id))
    // The set alone does not tell.
    let result = try result(
      response(#""valueCoding": { "system": "http://b.org", "code": "n" }"#), given: Array(given.prefix(2)))
    #expect(result.findings.isEmpty)
    #expect(result.tally.notChecked["answers from value sets"] == 1)
  }

  /// Before R4 a response refers to its questionnaire.
  @Test func findsAQuestionnaireByItsID() throws {
    let given = [
      #"{ "resourceType": "Questionnaire", "id": "habits", "status": "active", "item": [{ "linkId": "1", "type": "choice", "option": [{ "valueCoding": { "code": "y" } }] }] }"#
    ]
    let named = #"{ "reference": "Questionnaire/habits" }"#
    #expect(
      try rules(response(#""valueCoding": { "code": "n" }"#, to: named), given: given, release: .stu3)
        == [Rule.notAnOption.id])
    let twice = try result(
      response(#""valueCoding": { "code": "n" }"#, to: named), given: given + given, release: .stu3)
    #expect(twice.tally.notChecked[Self.missing] == 1)
    let groups = """
      { "resourceType": "Questionnaire", "id": "habits", "status": "published", "group": { "question": [
        { "linkId": "1", "type": "choice", "option": [{ "code": "y" }] }] } }
      """
    let answer = """
      { "resourceType": "QuestionnaireResponse", "questionnaire": \(named), "status": "completed",
        "group": { "question": [{ "linkId": "1", "answer": [{ "valueCoding": { "code": "n" } }] }] } }
      """
    #expect(try rules(answer, given: [groups], release: .dstu2) == [Rule.notAnOption.id])
    // A group that is the only one needs no `linkId`, however deep; of several, none can be told.
    let nested = { (name: String, text: String) in
      let opened = text.replacing(#""group": { "question""#, with: #""group": { "group": [{ \#(name)"question""#)
      return String(opened.dropLast(3)) + "}] } }"
    }
    for name in ["", #""linkId": "g", "#] {
      #expect(
        try rules(nested("", answer), given: [nested(name, groups)], release: .dstu2) == [Rule.notAnOption.id])
    }
  }
}
