import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// The permitted answers.
struct NotAnOptionTests {
  private func choice(_ options: String, type: String = "choice") -> String {
    #"{ "linkId": "1", "type": "\#(type)", "answerOption": [\#(options)] }"#
  }
  private func answer(_ value: String) -> String { #"{ "linkId": "1", "answer": [{ \#(value) }] }"# }

  @Test(arguments: [
    (
      #"{ "valueCoding": { "system": "http://a.org", "code": "y" } }"#,
      #""valueCoding": «{» "system": "http://a.org", "code": "n" }"#
    ),
    (
      #"{ "valueCoding": { "system": "http://a.org", "code": "y" } }"#,
      #""valueCoding": «{» "system": "http://b.org", "code": "y" }"#
    ),
    (#"{ "valueInteger": 1 }, { "valueInteger": 2 }"#, #""valueInteger": «3»"#),
    (#"{ "valueString": "a" }"#, #""valueString": «"b"»"#),
    (#"{ "valueDate": "2020-01-01" }"#, #""valueDate": «"2020-01-02"»"#),
    // Code and system count, on both sides.
    (#"{ "valueCoding": { "code": "y" } }"#, #""valueCoding": «{» "system": "http://a.org", "code": "y" }"#),
    (#"{ "valueCoding": { "system": "http://a.org", "code": "y" } }"#, #""valueCoding": «{» "code": "y" }"#),
    (#"{ "valueCoding": { "display": "Yes" } }"#, #""valueCoding": «{» "code": "y" }"#),
    (#"{ "valueCoding": { "display": "Yes" } }"#, #""valueCoding": «{» "display": "Perhaps" }"#),
    (#"{ "valueCoding": { "code": "y", "display": "Yes" } }"#, #""valueCoding": «{» "display": "Yes" }"#),
    (#"{ "valueString": "cm" }, { "valueString": "in" }"#, #""valueCoding": «{» "display": "cm" }"#),
    (#"{ "valueString": "cm" }"#, #""valueCoding": «{» "system": "http://a.org", "code": "cm" }"#),
  ])
  func reportsAnotherAnswer(choice: (options: String, value: String)) {
    expectFindings(
      in: response(to: self.choice(choice.options), answer(choice.value)),
      [ExpectedFinding(.notAnOption, messageContains: "permitted")], release: .r4)
  }

  /// Other questions than choices may list their answers, too.
  @Test(arguments: [
    ("integer", #"{ "valueInteger": 1 }, { "valueInteger": 2 }"#, #""valueInteger": 2"#, #""valueInteger": «3»"#),
    ("string", #"{ "valueString": "a" }"#, #""valueString": "a""#, #""valueString": «"b"»"#),
    ("date", #"{ "valueDate": "2020-01-01" }"#, #""valueDate": "2020-01-01""#, #""valueDate": «"2020-01-02"»"#),
    ("time", #"{ "valueTime": "08:00:00" }"#, #""valueTime": "08:00:00""#, #""valueTime": «"09:00:00"»"#),
  ])
  func judgesOtherQuestions(type: String, options: String, good: String, bad: String) {
    expectFindings(in: response(to: choice(options, type: type), answer(good)), release: .r4)
    expectFindings(
      in: response(to: choice(options, type: type), answer(bad)),
      [ExpectedFinding(.notAnOption, messageContains: "permitted")], release: .r4)
  }

  @Test(arguments: [
    (#"{ "valueCoding": { "code": "y" } }"#, #""valueCoding": { "code": "y", "display": "Yes" }"#),
    (#"{ "valueCoding": { "display": "Yes" } }"#, #""valueCoding": { "display": "yes" }"#),
    (#"{ "valueInteger": 1 }, { "valueInteger": 2 }"#, #""valueInteger": 2"#),
    (#"{ "valueTime": "08:00:00" }"#, #""valueTime": "08:00:00.0""#),
    (#"{ "valueDate": "2020" }"#, #""valueDate": "2020-01-02""#),
  ])
  func acceptsAnOptionAndWhatMayBeOne(choice: (options: String, value: String)) {
    expectFindings(in: response(to: self.choice(choice.options), answer(choice.value)), release: .r4)
  }

  /// The answer is shown by its code, and how many are permitted.
  @Test func showsTheAnswer() {
    let options = #"{ "valueCoding": { "code": "y" } }, { "valueCoding": { "code": "n" } }"#
    for (value, found) in [
      (#"«{» "code": "x", "display": "X" }"#, #"found "x""#), (#"«{» "display": "X" }"#, #"found {"#),
    ] {
      expectFindings(
        in: response(to: choice(options), answer(#""valueCoding": \#(value)"#)),
        [ExpectedFinding(.notAnOption, messageContains: found)], release: .r4)
      expectFindings(
        in: response(to: choice(options), answer(#""valueCoding": \#(value)"#)),
        [ExpectedFinding(.notAnOption, messageContains: "one of the 2 permitted answers")], release: .r4)
    }
  }

  @Test func countsWhatMayBeAnOption() {
    for (option, value, count) in [
      (#""valueDate": "2020""#, #""valueDate": "2020-01-02""#, 1),
      (#""valueDate": "2020""#, #""valueDate": "2020""#, nil),
      (
        #""valueReference": { "reference": "Patient/1" }"#,
        #""valueReference": { "reference": "http://a.org/Patient/1" }"#, 1
      ),
    ] as [(String, String, Int?)] {
      let record = response(to: choice("{ \(option) }"), answer(value))
      let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
      #expect(result.tally.notChecked["answers from options"] == count, "\(value)")
      #expect(!result.findings.contains { $0.rule == Rule.notAnOption.id })
    }
  }

  @Test func acceptsAnyTextOfAnOpenChoice() {
    let options = #"{ "valueCoding": { "code": "y" } }, { "valueString": "a" }"#
    expectFindings(
      in: response(to: choice(options, type: "open-choice"), answer(#""valueString": "b""#)), release: .r4)
    expectFindings(
      in: response(to: choice(options, type: "open-choice"), answer(#""valueCoding": «{» "code": "n" }"#)),
      [ExpectedFinding(.notAnOption)], release: .r4)
    // A free text is a string, not a Coding with a display.
    expectFindings(
      in: response(to: choice(options, type: "open-choice"), answer(#""valueCoding": «{» "display": "b" }"#)),
      [ExpectedFinding(.notAnOption)], release: .r4)
  }

  @Test func comparesTheOptionsOfAGroup() {
    let question = #""question": [{ "linkId": "1", "type": "choice", "option": [{ "code": "y" }] }]"#
    expectFindings(
      in: groupResponse(
        to: question, #""question": [{ "linkId": "1", "answer": [{ "valueCoding": «{» "code": "n" } }] }]"#),
      [ExpectedFinding(.notAnOption, path: "QuestionnaireResponse.group.question[0].answer[0].valueCoding")])
  }

  @Test func countsAnswersFromValueSets() {
    let record = response(
      to: #"{ "linkId": "1", "type": "choice", "answerValueSet": "http://example.org/v" }"#,
      answer(#""valueCoding": { "code": "n" }"#))
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.tally.notChecked["answers from value sets"] == 1)
  }

  // MARK: - Value sets

  private static let codes =
    #"{ "include": [{ "system": "http://a.org", "concept": [{ "code": "y" }, { "code": "n" }] }] }"#

  /// A response whose question has the contained value set `#v`.
  private func contained(_ set: String, _ coding: String, type: String = "choice") -> String {
    response(to: ##"{ "linkId": "1", "type": "\##(type)", "answerValueSet": "#v" }"##, answer(coding)).replacing(
      #""contained": ["#,
      with: #""contained": [{ "resourceType": "ValueSet", "id": "v", "status": "active", \#(set) },"#)
  }

  private func undecided(_ record: String, _ validator: Validator = .insisting(on: .r4)) -> Int? {
    let result = validator.validate(Array(record.utf8))
    #expect(result.isValid)
    return result.tally.notChecked["answers from value sets"]
  }

  @Test func judgesByAContainedSet() throws {
    let set = "\"compose\": \(Self.codes)"
    for (system, code) in [("a", "x"), ("b", "y")] {
      expectFindings(
        in: contained(set, #""valueCoding": «{» "system": "http://\#(system).org", "code": "\#(code)" }"#),
        [ExpectedFinding(.notAnOption, messageContains: "of the value set")], release: .r4)
    }
    #expect(undecided(contained(set, #""valueCoding": { "system": "http://a.org", "code": "y" }"#)) == nil)
    // A set has codes of systems: either alone is in none.
    for coding in [#""code": "y""#, #""system": "http://a.org""#, #""display": "Yes""#] {
      expectFindings(
        in: contained(set, #""valueCoding": «{» \#(coding) }"#),
        [ExpectedFinding(.notAnOption, messageContains: "of the value set")], release: .r4)
    }
    let whole = #""compose": { "include": [{ "system": "http://a.org" }] }"#
    #expect(undecided(contained(whole, #""valueCoding": { "code": "y" }"#)) == 1)
    #expect(undecided(contained(set, #""valueString": "z""#, type: "open-choice")) == nil)
    let expanded =
      #""expansion": { "timestamp": "2020-01-01", "contains": [{ "system": "http://a.org", "code": "y" }] }"#
    expectFindings(
      in: contained(expanded, #""valueCoding": «{» "system": "http://a.org", "code": "n" }"#),
      [ExpectedFinding(.notAnOption)], release: .r4)
  }

  /// What a contained set takes from elsewhere, or leaves out, is unknown.
  @Test(arguments: [
    #"{ "include": [{ "system": "http://a.org" }] }"#, #"{ "include": [{ "valueSet": ["http://a.org/v"] }] }"#,
    #"{ "include": [{ "system": "http://a.org", "filter": [{ "property": "a", "op": "=", "value": "b" }] }] }"#,
    #"{ "include": [{ "system": "http://a.org", "concept": [{ "code": "z" }] }], "exclude": [{ "valueSet": ["http://a.org/v"] }] }"#,
  ])
  func countsWhatAContainedSetDoesNotTell(compose: String) {
    let coding = #""valueCoding": { "system": "http://a.org", "code": "z" }"#
    #expect(undecided(contained("\"compose\": \(compose)", coding)) == 1)
  }

  /// A contained set may take codes from systems and sets that the caller gives, and leave some out.
  @Test(arguments: [
    #"{ "include": [{ "system": "http://b.org" }] }"#, #"{ "include": [{ "valueSet": ["http://b.org/v"] }] }"#,
    #"{ "include": [{ "system": "http://b.org", "filter": [{ "property": "code", "op": "in", "value": "y" }] }] }"#,
    #"{ "include": [{ "system": "http://b.org" }], "exclude": [{ "system": "http://b.org", "concept": [{ "code": "n" }] }] }"#,
  ])
  func judgesByWhatAContainedSetTakesFromOthers(compose: String) throws {
    var library = ProfileLibrary()
    for definition in [
      #"{ "resourceType": "CodeSystem", "url": "http://b.org", "content": "complete", "concept": [{ "code": "y" }] }"#,
      #"{ "resourceType": "ValueSet", "url": "http://b.org/v", "compose": { "include": [{ "system": "http://b.org" }] } }"#,
    ] { library.add(Array(definition.utf8)) }
    let validator = try #require(Validator(release: .r4, library: library, options: .withoutRecommendations))
    func record(_ code: String) -> [UInt8] {
      Array(
        contained("\"compose\": \(compose)", #""valueCoding": { "system": "http://b.org", "code": "\#(code)" }"#).utf8)
    }
    #expect(validator.validate(record("y")).findings.isEmpty)
    #expect(validator.validate(record("n")).findings.contains { $0.rule == Rule.notAnOption.id })
  }

  @Test func judgesByTheSetsOfTheReleaseAndThoseGiven() throws {
    func record(_ set: String, _ coding: String) -> String {
      response(
        to: #"{ "linkId": "1", "type": "choice", "answerValueSet": "\#(set)" }"#, answer("\"valueCoding\": \(coding)"))
    }
    let own = "http://hl7.org/fhir/ValueSet/administrative-gender"
    let male = #"{ "system": "http://hl7.org/fhir/administrative-gender", "code": "male" }"#
    #expect(undecided(record(own, male)) == nil)
    expectFindings(
      in: record(own, #"«{» "system": "http://a.org", "code": "male" }"#), [ExpectedFinding(.notAnOption)], release: .r4
    )
    expectFindings(
      in: record(own, #"«{» "code": "male" }"#),
      [ExpectedFinding(.notAnOption, messageContains: "with its system")], release: .r4)

    var library = ProfileLibrary()
    library.add(
      Array(
        #"{ "resourceType": "ValueSet", "url": "http://a.org/v", "status": "active", "compose": \#(Self.codes) }"#.utf8)
    )
    let validator = try #require(
      Validator(release: .r4, library: library, options: .withoutRecommendations))
    #expect(undecided(record("http://a.org/v", #"{ "system": "http://a.org", "code": "y" }"#), validator) == nil)
    #expect(undecided(record("http://a.org/w", #"{ "system": "http://a.org", "code": "z" }"#), validator) == 1)
    let wrong = record("http://a.org/v", #"{ "system": "http://a.org", "code": "z" }"#)
    #expect(validator.validate(Array(wrong.utf8)).findings.map(\.rule) == [Rule.notAnOption.id])
  }

  // MARK: - Work

  /// Right answers take no work, however many there are; a response with too many others is counted as judged in part.
  @Test func limitsTheWorkOfWrongAnswers() {
    let options = (0..<1_200).map { #"{ "valueCoding": { "system": "http://a.org", "code": "c\#($0)" } }"# }
    let question = choice(options.joined(separator: ","), type: #"choice", "repeats": true, "x": ""#)
      .replacing(#", "x": """#, with: "")
    func record(_ start: String) -> String {
      let answers = (0..<1_200).map { #"{ "valueCoding": { "system": "http://a.org", "code": "\#(start)\#($0)" } }"# }
      return response(to: question, #"{ "linkId": "1", "answer": [\#(answers.joined(separator: ","))] }"#)
    }
    let name: ByteText = "responses to questionnaires, beyond the limit of work"
    let right = Validator.insisting(on: .r4).validate(Array(record("c").utf8))
    #expect(right.isValid && right.tally.notChecked[name] == nil)
    let wrong = Validator.insisting(on: .r4).validate(Array(record("d").utf8))
    #expect(!wrong.isValid && wrong.tally.notChecked[name] == 1)
  }
}
