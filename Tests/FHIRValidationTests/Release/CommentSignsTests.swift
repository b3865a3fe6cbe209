import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Members for comments, which one release has on every element, are a sign of it like any other member.
@Suite struct CommentSignsTests {
  private func told(_ text: String) -> [String] { Validator().validate(Array(text.utf8)).tally.releases.keys.sorted() }

  private let commented =
    #"{"resourceType":"Patient","name":[{"fhir_comments":["a"],"family":["b"]}],"telecom":[{"fhir_comments":["c"],"system":"phone","value":"1"}]}"#

  @Test func commentsShowTheirRelease() throws {
    #expect(told(commented) == ["dstu2"])
    #expect(told(commented.replacing("fhir_comments", with: "fhir_c\\u006fmments")) == ["dstu2"])
    #expect(told(commented.replacing("fhir_comments", with: "fhir_comment")) == ["dstu2"], "by the form of a name")
    let named = commented.replacing(#","family":["b"]"#, with: "")
    #expect(told(named) == ["dstu2"] && told(named.replacing("fhir_comments", with: "comments")) == ["r4"])
  }

  /// Those on a primitive stand in its sibling.
  @Test func commentsOnPrimitivesCount() {
    let record = #"{"resourceType":"Patient","birthDate":"2020","_birthDate":{"fhir_comments":["a"]}}"#
    #expect(told(record) == ["dstu2"] && told(record.replacing("fhir_comments", with: "comments")) == ["r4"])
    let several = #"{"resourceType":"Patient","name":[{"given":["a"],"_given":[null,{"fhir_comments":["a"]}]}]}"#
    #expect(told(several) == ["dstu2"])
  }

  /// Against one member of another release the errors decide, of which each comment is one.
  @Test func theFaultBesideThemIsFound() {
    let faulty = commented.replacing(
      #"{"resourceType":"Patient","#, with: #"{"resourceType":"Patient","generalPractitioner":[{"display":"d"}],"#)
    let result = Validator().validate(Array(faulty.utf8))
    #expect(result.tally.releases.keys.sorted() == ["dstu2"])
    #expect(result.findings.filter { $0.severity == .error }.map(\.path) == ["Patient.generalPractitioner"])
  }
}
