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

  private static func slices(_ one: String, _ other: String) -> String {
    """
    \(slicing), { "path": "Patient.telecom", "sliceName": "a", "max": "1" },
    { "path": "Patient.telecom.use", \(one) },
    { "path": "Patient.telecom", "sliceName": "b", "min": 1 }, { "path": "Patient.telecom.use", \(other) }
    """
  }

  private static func binding(_ set: String) -> String {
    #""binding": { "strength": "required", "valueSet": "http://hl7.org/fhir/ValueSet/\#(set)" }"#
  }

  @Test(arguments: [#""fixedCode": "work""#, #""patternCode": "work""#, binding("contact-point-use")])
  func slicesThatStateTheSame(value: String) {
    let profile = ProfileCase(Self.slices(value, value))
    #expect(profile.faults() == ["ambiguous-slices Patient.telecom:b"])
    #expect(profile.findings(in: #""telecom": [{ "use": "work", "value": "1" }]"#) == [])
  }

  @Test(arguments: [
    (#""fixedCode": "work""#, #""fixedCode": "home""#), (binding("contact-point-use"), #""fixedCode": "home""#),
    (binding("contact-point-use"), binding("address-use")), (#""min": 1"#, #""min": 1"#),
  ])
  func acceptsSlicesThatStateDifferentThings(one: String, other: String) {
    #expect(ProfileCase(Self.slices(one, other)).faults() == [])
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
