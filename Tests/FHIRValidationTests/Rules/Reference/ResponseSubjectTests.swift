import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// The subject of a response, whose type the `subjectType` of the questionnaire may restrict.
struct ResponseSubjectTests {
  private func record(_ types: String, _ subject: String) -> String {
    response(to: #"{ "linkId": "1", "type": "display" }"#, #"{ "linkId": "1" }"#)
      .replacing(#""status": "active","#, with: #""status": "active", "subjectType": [\#(types)],"#)
      .replacing(#""status": "completed","#, with: #""status": "completed", "subject": \#(subject),"#)
  }

  @Test(arguments: [
    (#""Patient""#, #"«{» "reference": "Practitioner/1" }"#),
    (#""Patient""#, #"«{» "reference": "http://a.org/Group/1" }"#),
    (#""Patient", "Group""#, #"«{» "reference": "Device/1/_history/2" }"#),
    (#""Patient""#, #"«{» "type": "Practitioner", "identifier": { "value": "1" } }"#),
    (#""Patient""#, ##"«{» "reference": "#q" }"##),
  ])
  func reportsAnotherType(types: String, subject: String) {
    expectFindings(
      in: record(types, subject), [ExpectedFinding(.wrongTargetType, messageContains: "subjectType")], release: .r4)
  }

  @Test(arguments: [
    (#""Patient""#, #"{ "reference": "Patient/1" }"#),
    (#""Patient", "Group""#, #"{ "reference": "http://a.org/Group/1" }"#),
    (#""Resource""#, #"{ "reference": "Device/1" }"#), (#""Patient""#, #"{ "type": "Patient", "display": "x" }"#),
  ])
  func acceptsATypeThatIsNamed(types: String, subject: String) {
    expectFindings(in: record(types, subject), release: .r4)
  }

  /// A subject that is allowed is no finding, which the next one would show.
  @Test func theNextFindingIsReported() {
    let first = record(#""Patient""#, #"{ "reference": "Patient/1" }"#).replacing("\n", with: " ")
    let lines = first + "\n" + #"{ "resourceType": "Patient", "birthDate": "x" }"# + "\n"
    let result = Validator.insisting(on: .r4).validate(Array(lines.utf8))
    #expect(result.findings.map(\.rule) == ["invariant/dom-6", "value/invalid-date"])
  }

  @Test func countsASubjectWithoutAType() {
    let subject = #"{ "reference": "urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0" }"#
    let result = Validator.insisting(on: .r4).validate(Array(record(#""Patient""#, subject).utf8))
    #expect(result.tally.notChecked["types of subjects of responses"] == 1)
    #expect(result.isValid)
  }
}
