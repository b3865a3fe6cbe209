import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

struct ProfileTooManyValuesTests {
  @Test func moreThanTheMaximum() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "max": "1" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A" }, { "text": "B" }]
          """#) == ["too-many-values Patient.name[1]"])
  }

  @Test func whatIsForbidden() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name.suffix", "max": "0" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "suffix": ["MD"] }]
          """#) == ["too-many-values Patient.name[0].suffix[0]"])
  }

  private func definition(_ maximum: String) -> String {
    ProfileCase.definition(
      "http://example.org/e",
      #"{ "path": "Extension", "max": "\#(maximum)" }, { "path": "Extension.url", "fixedUri": "http://example.org/e" }"#,
      of: "Extension", more: #""context": [{ "type": "element", "expression": "Element" }],"#)
  }

  private static let one = #"{ "url": "http://example.org/e", "valueCode": "a" }"#
  private static let escaped = #"{ "url": "http:\/\/example.org\/e", "valueCode": "b" }"#
  private static let other = #"{ "url": "http://example.org/f", "valueCode": "a" }"#

  /// The root of an extension's definition says how often it may stand on one element, whatever else is between.
  @Test(
    arguments: [
      ("1", #""extension": [\#(one), \#(other), \#(one)]"#, ["Patient.extension[2]"]),
      ("1", #""extension": [\#(one), \#(escaped), \#(one)]"#, ["Patient.extension[1]"]),
      ("2", #""extension": [\#(one), \#(one), \#(one), \#(one)]"#, ["Patient.extension[2]"]),
      ("0", #""extension": [\#(other), \#(one)]"#, ["Patient.extension[1]"]),
      ("1", #""_birthDate": { "extension": [\#(one), \#(one)] }"#, ["Patient.birthDate.extension[1]"]),
      (
        "1", #""name": [{ "_given": [null, { "extension": [\#(one), \#(one)] }] }]"#,
        ["Patient.name[0].given[1].extension[1]"]
      ),
      (
        "1", #""extension": [{ "url": "http://example.org/g", "extension": [\#(one), \#(one)] }]"#,
        ["Patient.extension[0].extension[1]"]
      ),
      ("1", #""extension": [\#(one), \#(other), \#(other)], "_birthDate": { "extension": [\#(one)] }"#, []),
      ("1", #""name": [{ "extension": [\#(one)] }, { "extension": [\#(one)] }]"#, []),
      ("2", #""extension": [\#(one), \#(other), \#(one)]"#, []),
      ("*", #""extension": [\#(one), \#(one), \#(one)]"#, []),
    ] as [(String, String, [String])])
  func anExtensionOnOneElement(maximum: String, members: String, places: [String]) {
    let profile = ProfileCase(#"{ "path": "Patient" }"#, others: [definition(maximum)])
    #expect(profile.findings(in: members) == places.map { "too-many-values \($0)" })
  }

  /// One fault is one finding, although a profile says the same of its slice.
  @Test func aSliceWithTheSameMaximum() {
    let profile = ProfileCase(
      #"""
      { "path": "Patient.extension", "sliceName": "e", "max": "1",
        "type": [{ "code": "Extension", "profile": ["http://example.org/e"] }] }
      """#, others: [definition("1")])
    #expect(
      profile.findings(in: #""extension": [\#(Self.one), \#(Self.one)]"#) == ["too-many-values Patient.extension[1]"])
  }

  @Test(arguments: [FHIRRelease.dstu2, .stu3, .r4, .r4b]) func anExtensionThatTheReleasePublishes(release: FHIRRelease)
    throws
  {
    let time =
      #"{ "url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime", "valueDateTime": "2000-01-01T10:00:00Z" }"#
    let validator = try #require(Validator(release: release))
    func found(_ extensions: String) -> [String] {
      let record =
        #"{ "resourceType": "Patient", "birthDate": "2000-01-01", "_birthDate": { "extension": [\#(extensions)] } }"#
      return validator.validate(Array(record.utf8)).findings.filter { $0.rule.group == "profile" }.map {
        "\($0.rule.rawValue) \($0.pointer ?? "")"
      }
    }
    #expect(found(time) == [])
    #expect(found("\(time), \(time)") == ["profile/too-many-values /_birthDate/extension/1"])
  }
}
