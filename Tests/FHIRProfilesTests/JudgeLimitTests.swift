import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// A limit of the judge never makes a fault up, and what was not judged because of it is counted under its own name.
struct JudgeLimitTests {
  private func result(_ elements: String, _ members: String, others: [String] = []) -> ValidationResult {
    let profile = ProfileCase(elements, others: others)
    return profile.validator.validate(Array(profile.record(members).utf8))
  }

  private func found(_ result: ValidationResult) -> [String] {
    result.findings.filter { $0.rule.group == "profile" }.map { "\($0.rule.rawValue) \($0.path)" }
  }

  /// Each value is compared with each of many slices.
  private static let slices = (0..<300).map { number in
    #", { "path": "Patient.identifier", "sliceName": "s\#(number)", "min": 0, "patternIdentifier": { "system": "http://a.b/\#(number)" } }"#
  }.joined()
  private static let much = """
    { "path": "Patient.identifier",
      "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "closed" } }\(slices),
    { "path": "Patient.gender", "min": 1 }, { "path": "Patient.active", "min": 1 }
    """

  @Test func theWorkForARecordMakesNoFaultUp() {
    let one = #"{ "system": "http://a.b/299" }"#
    let many = Array(repeating: one, count: 20_000).joined(separator: ",")
    let used = result(Self.much, #""gender": "male", "identifier": [\#(many)], "active": true"#)
    #expect(found(used).isEmpty)
    #expect(used.tally.notChecked["resources beyond the work for profiles"] == 1)
    #expect(used.tally.unjudgedParts == 1)
    #expect(used.tally.profileCounts[ProfileCase.url.byBytes]?.undecided == 1)
    // Enough for fewer; and what is wrong before the limit stays wrong.
    let enough = result(Self.much, #""gender": "male", "identifier": [\#(one), \#(one)]"#)
    #expect(found(enough) == ["profile/required-element Patient.active"])
    #expect(enough.tally.notChecked.isEmpty)
    let wrong = result(
      Self.much + #", { "path": "Patient.id", "max": "0" }"#,
      #""id": "a", "gender": "male", "identifier": [\#(many)], "active": true"#)
    #expect(found(wrong) == ["profile/too-many-values Patient.id"])
    #expect(wrong.tally.notChecked["resources beyond the work for profiles"] == 1)
    // Whether the work is enough does not depend on what was judged before.
    let profile = ProfileCase(Self.much)
    let small = profile.record(#""gender": "male", "identifier": [\#(one)]"#)
    let large = profile.record(#""gender": "male", "identifier": [\#(many)], "active": true"#)
    let after = profile.validator.validate(Array("\(small)\n\(small)\n\(large)".utf8)).tally
    #expect(after.notChecked == used.tally.notChecked)
    #expect(after.profileCounts[ProfileCase.url.byBytes]?.undecided == 1)
  }

  @Test(arguments: [99, 100, 101, 5_000]) func eachClaimIsJudged(place: Int) {
    var claims = Array(repeating: "\"http://hl7.org/fhir/StructureDefinition/Patient\"", count: place)
    claims.append("\"\(ProfileCase.url)\"")
    claims.append("\"\(ProfileCase.url)\"")
    let profile = ProfileCase(#"{ "path": "Patient.active", "min": 1 }"#)
    let record = #"{ "resourceType": "Patient", "meta": { "profile": [\#(claims.joined(separator: ","))] } }"#
    let result = profile.validator.validate(Array(record.utf8))
    #expect(found(result) == ["profile/required-element Patient.active"])
    #expect(result.tally.profileCounts[ProfileCase.url.byBytes]?.claimed == 1)
  }

  /// Extensions in extensions, each with the next profile.
  @Test func profilesInProfilesEndAtALimit() {
    let count = 40
    let profiles = (0..<count).map { number in
      ProfileCase.definition(
        "http://example.org/\(number)",
        #"""
        { "path": "Extension.url", "fixedUri": "http://example.org/\#(number)" },
        { "path": "Extension.extension",
          "slicing": { "discriminator": [{ "type": "value", "path": "url" }], "rules": "open" } },
        { "path": "Extension.extension", "sliceName": "a", "min": 0,
          "type": [{ "code": "Extension", "profile": ["http://example.org/\#(number + 1)"] }] }
        """#, of: "Extension")
    }
    var extensions = ""
    for number in (0..<count).reversed() {
      extensions = #"{ "url": "http://example.org/\#(number)", "extension": [\#(extensions)] }"#
      if number == count - 1 { extensions = #"{ "url": "http://example.org/\#(number)", "valueString": "a" }"# }
    }
    let result = result(
      #"""
      { "path": "Patient.extension",
        "slicing": { "discriminator": [{ "type": "value", "path": "url" }], "rules": "open" } },
      { "path": "Patient.extension", "sliceName": "a", "min": 0,
        "type": [{ "code": "Extension", "profile": ["http://example.org/0"] }] }
      """#, #""extension": [\#(extensions)]"#, others: profiles)
    #expect(result.tally.notChecked["profiles beyond the deepest nesting", default: 0] > 0)
    #expect(result.tally.profileCounts[ProfileCase.url.byBytes]?.undecided == 1)
  }

  /// A chain of sets that is longer than is followed, and more codes than are collected.
  @Test func aValueSetEndsAtALimit() {
    let chain = (0..<40).map {
      #"""
      { "resourceType": "ValueSet", "url": "http://example.org/ValueSet/\#($0)",
        "compose": { "include": [{ "valueSet": ["http://example.org/ValueSet/\#($0 + 1)"] }] } }
      """#
    }
    let binding = #"""
      { "path": "Patient.maritalStatus",
        "binding": { "strength": "required", "valueSet": "http://example.org/ValueSet/0" } }
      """#
    let married = #""maritalStatus": { "coding": [{ "system": "http://example.org/s", "code": "a" }] }"#
    // That the extensible set of the base does not have the system is counted under its own name.
    let base: ByteText = "http://hl7.org/fhir/ValueSet/marital-status"
    let long = result(binding, married, others: chain)
    #expect(found(long).isEmpty)
    #expect(long.tally.notChecked == ["codes of value sets too large to collect": 1, base: 1])
    #expect(long.tally.unjudgedParts == 1)
    // Short enough: the last one is not there.
    let short = result(binding, married, others: Array(chain.prefix(20)))
    #expect(short.tally.notChecked == ["value set http://example.org/ValueSet/0": 1, base: 1])
    #expect(short.tally.unjudgedParts == 0)
  }

  // MARK: - Growth

  /// The time for profiles that all ask for one another, and for sets of many hierarchies, grows with their number only.
  @Test func profilesThatAskForOneAnotherAreJudgedOnce() {
    let count = 60
    let asks = (0..<count).map { "conformsTo('http://example.org/\($0)')" }.joined(separator: " and ")
    let others = (0..<count).map {
      ProfileCase.definition(
        "http://example.org/\($0)",
        #"""
        { "path": "Patient", "constraint": [{ "key": "a\#($0)", "severity": "error", "human": "a",
          "expression": "\#(asks)" }] }
        """#, of: "Patient")
    }
    let all = (0..<count).map { "\"http://example.org/\($0)\"" }.joined(separator: ",")
    let profile = ProfileCase(#"{ "path": "Patient.active", "min": 1 }"#, others: others)
    let record = #"{ "resourceType": "Patient", "meta": { "profile": [\#(all)] } }"#
    let clock = ContinuousClock()
    var result: ValidationResult?
    let time = clock.measure { result = profile.validator.validate(Array(record.utf8)) }
    #expect(result?.tally.profileCounts.values.allSatisfy { $0.undecided == 1 } == true)
    #expect(result?.tally.notChecked["profiles beyond the deepest nesting", default: 0] == count)
    #expect(time < .seconds(20), "\(time)")
  }

  /// A profile that asks for one that asks for itself says nothing; one that asks for a broken one is broken.
  @Test func aCircleIsCounted() {
    let other = ProfileCase.definition(
      "http://example.org/q",
      #"""
      { "path": "Patient", "constraint": [{ "key": "b", "severity": "error", "human": "b",
        "expression": "conformsTo('http://example.org/q')" }] }
      """#, of: "Patient")
    let elements = #"""
      { "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "a",
        "expression": "conformsTo('http://example.org/q')" }] }
      """#
    let circle = result(elements, #""active": true"#, others: [other])
    #expect(found(circle).isEmpty)
    #expect(circle.tally.unjudgedParts == 1)
    let broken = other.replacing(
      "\"differential\": { \"element\": [",
      with: "\"differential\": { \"element\": [ { \"path\": \"Patient.gender\", \"min\": 1 },")
    #expect(found(result(elements, #""active": true"#, others: [broken])) == ["profile/constraint Patient"])
  }

  // MARK: - What is remembered

  /// Values that were judged before count what could not be judged about them as often.
  @Test func whatIsRememberedCountsTheSame() {
    let other = ProfileCase.definition(
      "http://example.org/e",
      #"""
      { "path": "Extension.url", "fixedUri": "http://example.org/e" },
      { "path": "Extension.value[x]", "type": [{ "code": "Coding" }],
        "binding": { "strength": "required", "valueSet": "http://example.org/ValueSet/none" } }
      """#, of: "Extension")
    let profile = ProfileCase(
      #"""
      { "path": "Patient.extension",
        "slicing": { "discriminator": [{ "type": "value", "path": "url" }], "rules": "open" } },
      { "path": "Patient.extension", "sliceName": "a", "min": 0,
        "type": [{ "code": "Extension", "profile": ["http://example.org/e"] }] }
      """#, others: [other])
    let record = profile.record(
      #""extension": [{ "url": "http://example.org/e", "valueCoding": { "system": "http://a.b", "code": "a" } }]"#)
    for count in [1, 2, 3, 10] {
      let lines = Array(repeating: record.replacing("\n", with: " "), count: count).joined(separator: "\n")
      let result = profile.validator.validate(Array(lines.utf8))
      #expect(result.tally.notChecked == ["value set http://example.org/ValueSet/none": count])
    }
  }
}
