import FHIRTestSupport
import Testing

struct ProfileOutsideValueSetTests {
  @Test func reportsACodeThatIsNotListed() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "other"
          """#) == ["outside-value-set Patient.gender"])
  }

  @Test func acceptsAListedCode() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "male"
          """#) == [])
  }

  /// A binding of a choice constrains the values of its types that have codes.
  @Test(arguments: [
    (#""valueBoolean": true"#, true), (#""valueInteger": 5"#, true), (#""valueDateTime": "2020""#, true),
    (#""valuePeriod": { "start": "2020" }"#, true), (#""valueString": "x""#, false),
    (#""valueQuantity": { "value": 1 }"#, false), (#""valueCodeableConcept": { "text": "x" }"#, false),
  ])
  func valuesWithoutCodesAreNotBound(value: String, isRight: Bool) {
    let profile = ProfileCase(
      #"""
        { "path": "Observation.value[x]", "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, of: "Observation", others: ProfileDefinitions.all)
    let found = profile.findings(in: #""status": "final", "code": { "text": "a" }, \#(value)"#)
    #expect(found.isEmpty == isRight)
  }

  /// Nothing lists the codes of these systems, but their form is known, whoever's the value set is.
  @Test(arguments: [
    (
      "http://unitsofmeasure.org", "Observation.value[x]",
      #""valueQuantity": { "value": 1, "system": "S", "code": "C" }"#,
      "mm[Hg]", "mmHg"
    ),
    ("urn:ietf:bcp:47", "Observation.language", #""language": "C", "valueString": "x""#, "en-US", "en_US"),
  ])
  func theFormOfAWholeSystem(system: String, path: String, value: String, good: String, bad: String) {
    let set = #"""
      { "resourceType": "ValueSet", "url": "http://example.org/whole", "status": "active",
        "compose": { "include": [{ "system": "\#(system)" }] } }
      """#
    let profile = ProfileCase(
      #"""
        { "path": "\#(path)", "binding": { "strength": "required", "valueSet": "http://example.org/whole" } }
      """#, of: "Observation", others: [set])
    func found(_ code: String) -> [String] {
      let value = value.replacing("\"S\"", with: "\"\(system)\"").replacing("\"C\"", with: "\"\(code)\"")
      return profile.findings(in: #""status": "final", "code": { "text": "a" }, \#(value)"#)
    }
    #expect(found(good) == [])
    #expect(found(bad).count == 1)
  }

  @Test func aTimingIsNotBound() {
    let profile = ProfileCase(
      #"""
        { "path": "ServiceRequest.occurrence[x]",
          "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, of: "ServiceRequest", others: ProfileDefinitions.all)
    let rest = #""status": "active", "intent": "order", "subject": { "display": "a" }"#
    #expect(profile.findings(in: #"\#(rest), "occurrenceTiming": { "code": { "text": "x" } }"#) == [])
  }

  @Test func countsAMissingValueSet() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/unknown" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "other"
          """#) == [])
  }
}
