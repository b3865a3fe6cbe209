import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct DefinitionAmbiguousSlicesTests {
  private static let slicing =
    #"{ "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "open" } }"#

  @Test func aSliceThatStatesNothingOfItsDiscriminator() {
    let profile = ProfileCase(#"\#(Self.slicing), { "path": "Patient.telecom", "sliceName": "work", "min": 1 }"#)
    #expect(profile.faults() == ["ambiguous-slices Patient.telecom:work"])
    #expect(profile.findings(in: #""active": true"#) == [])
  }

  @Test(arguments: [0, 1]) func aSliceThatOnlyStatesAMaximum(maximum: Int) {
    let profile = ProfileCase(
      #"\#(Self.slicing), { "path": "Patient.telecom", "sliceName": "work", "max": "\#(maximum)" }"#)
    #expect(profile.faults() == ["ambiguous-slices Patient.telecom:work"])
  }

  @Test func slicesWithoutADiscriminator() {
    let profile = ProfileCase(
      """
      { "path": "Patient.telecom", "slicing": { "rules": "open" } },
      { "path": "Patient.telecom", "sliceName": "work", "min": 1 }
      """)
    #expect(profile.faults() == ["ambiguous-slices Patient.telecom"])
  }

  @Test func aDiscriminatorThatIsNoPath() {
    let slicing = Self.slicing.replacing(#""path": "use""#, with: #""path": "use.lower()""#)
    let profile = ProfileCase(#"\#(slicing), { "path": "Patient.telecom", "sliceName": "work", "min": 1 }"#)
    #expect(profile.faults().contains("ambiguous-slices Patient.telecom:work"))
  }

  /// That a value is there tells nothing about it, and how many there must be is no statement about any of them.
  @Test(arguments: [
    (#""min": 1"#, "value", "open", true), (#""min": 1, "max": "1""#, "pattern", "closed", true),
    (#""min": 1"#, "exists", "open", true), (#""max": "1""#, "value", "open", true), ("", "value", "closed", true),
    ("", "value", "open", false),
  ])
  func aSliceOfTheValueItself(count: String, kind: String, rules: String, isFault: Bool) {
    let more = count.isEmpty ? "" : ", \(count)"
    let profile = ProfileCase(
      #"""
      { "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "\#(kind)", "path": "$this" }], "rules": "\#(rules)" } },
      { "path": "Patient.telecom", "sliceName": "a"\#(more) }
      """#)
    #expect(profile.faults() == (isFault ? ["ambiguous-slices Patient.telecom:a"] : []))
    #expect(profile.findings(in: #""telecom": [{ "value": "1" }, { "value": "2" }]"#) == [])
    #expect(profile.findings(in: #""active": true"#) == [])
  }

  @Test func acceptsASliceThatStatesNothingAtAll() {
    #expect(ProfileCase(#"\#(Self.slicing), { "path": "Patient.telecom", "sliceName": "work" }"#).faults() == [])
  }

  @Test func acceptsASliceThatIsTold() {
    let profile = ProfileCase(
      #"""
      \#(Self.slicing), { "path": "Patient.telecom", "sliceName": "work", "min": 1 },
      { "path": "Patient.telecom.use", "fixedCode": "work" }
      """#)
    #expect(profile.faults() == [])
  }

  /// Nothing is said of definitions that no record needs.
  @Test func aProfileThatNoRecordNeedsIsNotCompiled() {
    let other = ProfileCase.definition(
      "http://example.org/other", #"\#(Self.slicing), { "path": "Patient.telecom", "sliceName": "a", "min": 1 }"#,
      of: "Patient")
    let profile = ProfileCase(#"{ "path": "Patient.name" }"#, others: [other])
    #expect(profile.faults() == [])
    #expect(profile.validator.profileFaults.map(\.rule) == ["definition/ambiguous-slices"])
  }
}
