import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Languages and media types of DSTU2, whose bindings name a document in place of a value set.
struct OpenFormTests {
  @Test func reportsALanguageThatIsNoTag() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "language": «"bad language"» }"#,
      [ExpectedFinding(.notInValueSet, path: "Patient.language", messageContains: "a language tag such as")])
  }

  @Test func reportsAMediaTypeThatIsNone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "contentType": «"gif"», "language": «"en_US"» }, { "contentType": "image/png;base64" }]
        }
        """,
      [
        ExpectedFinding(.notInValueSet, path: "Patient.photo[0].contentType"),
        ExpectedFinding(.notInValueSet, path: "Patient.photo[0].language"),
      ])
  }

  private static func communication(_ language: String) -> String {
    #"{ "resourceType": "Patient", "communication": [{ "language": \#(language) }] }"#
  }

  @Test(arguments: [
    #"{ "coding": [{ "system": "urn:ietf:bcp:47", "code": «"en_US"» }] }"#,
    #"{ "coding": [{ "code": «"bad language"» }] }"#,
    #"{ "coding": [{ "system": "http://example.org", "code": "x y" }, { "system": "urn:ietf:bcp:47", "code": «"e"» }] }"#,
  ])
  func reportsACodingThatIsNoTag(language: String) {
    expectFindings(in: Self.communication(language), [ExpectedFinding(.notInValueSet)])
  }

  @Test(arguments: [
    #"{ "coding": [{ "system": "urn:ietf:bcp:47", "code": "nl-NL" }] }"#,
    #"{ "coding": [{ "system": "urn:oid:2.16.840.1.113883.6.121", "code": "nl" }] }"#,
    #"{ "coding": [{ "system": "http://example.org", "code": "dutch language" }] }"#,
  ])
  func acceptsTagsAndOtherSystems(language: String) {
    expectFindings(in: Self.communication(language))
  }

  @Test(arguments: [
    (#"{ "coding": [{ "system": "urn:ietf:bcp:47", "code": "nl-NL" }] }"#, 0),
    (#"{ "coding": [{ "system": "http://example.org", "code": "nl" }] }"#, 1),
  ])
  func countsWhatIsNotJudged(language: String, count: Int) {
    let result = Validator.insisting(on: .dstu2).validate(Array(Self.communication(language).utf8))
    #expect(result.tally.notChecked["http://tools.ietf.org/html/bcp47", default: 0] == count)
  }
}
