import FHIRFindings
import FHIRTestSupport
import Testing

/// Where faults are reported: at the wrong value, or at the object that lacks it.
struct FaultPlaceTests {
  /// The text at the place of each finding, with its rule and slice.
  private func places(_ profile: ProfileCase, _ members: String) -> [String] {
    let record = profile.record(members)
    return profile.details(in: members).map { finding in
      let start = record.utf8.index(record.startIndex, offsetBy: finding.range.start)
      let text = String(record[start...].prefix { !",}]\n".contains($0) }).trimmingSuffix { $0 == " " }
      return "\(finding.rule.rawValue.dropFirst(8)) \(finding.profile?.slice ?? "-") \(text)"
    }
  }

  private let component = ProfileCase(
    #"""
    { "path": "Observation.component", "slicing": { "discriminator": [
      { "type": "value", "path": "code.coding.code" }, { "type": "value", "path": "code.coding.system" }], "rules": "open" } },
    { "path": "Observation.component", "sliceName": "low", "min": 1 },
    { "path": "Observation.component.code.coding.system", "min": 1, "fixedUri": "http://a.b" },
    { "path": "Observation.component.code.coding.code", "min": 1, "fixedCode": "1" }
    """#, of: "Observation")

  private func missing(_ components: String) -> [String] {
    places(component, #""status": "final", "code": { "text": "a" }, "component": [\#(components)]"#)
  }

  @Test func aWrongDiscriminatorIsThePlace() {
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://a.b", "code": "2" }] }, "valueString": "a" }"#)
        == [#"missing-slice low "2""#])
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://c.d", "code": "1" }] }, "valueString": "a" }"#)
        == [#"missing-slice low "http://c.d""#])
  }

  @Test func theObjectThatLacksADiscriminatorIsThePlace() {
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://a.b" }] }, "valueString": "a" }"#)
        == [#"missing-slice low { "system": "http://a.b""#])
    #expect(
      missing(#"{ "code": { "text": "b" }, "valueString": "a" }"#) == [#"missing-slice low { "text": "b""#])
  }

  /// Another value with both parts is another value; of two that come as near, neither is known to be meant.
  @Test func otherValuesAreNotThePlace() {
    let other = #"{ "code": { "coding": [{ "system": "http://c.d", "code": "2" }] }, "valueString": "a" }"#
    let near = #"{ "code": { "coding": [{ "system": "http://a.b", "code": "3" }] }, "valueString": "a" }"#
    let record = #"missing-slice low { "resourceType": "Observation""#
    #expect(missing(other) == [record])
    #expect(missing("\(other), \(other)") == [record])
    #expect(missing("\(near), \(near)") == [record])
    #expect(missing("\(other), \(near)") == [#"missing-slice low "3""#])
  }

  // MARK: - Patterns and fixed values

  private let pattern = ProfileCase(
    #"""
    { "path": "Observation.category", "slicing": { "discriminator": [{ "type": "value", "path": "text" }], "rules": "open" } },
    { "path": "Observation.category", "sliceName": "lab",
      "patternCodeableConcept": { "coding": [{ "system": "http://a.b", "code": "1" }] } },
    { "path": "Observation.category.text", "fixedString": "a" }
    """#, of: "Observation")

  private func category(_ codings: String) -> [String] {
    places(pattern, #""status": "final", "code": { "text": "a" }, "category": [{ "text": "a"\#(codings) }]"#)
  }

  @Test func aWrongPartOfAPatternIsThePlace() {
    #expect(category(#", "coding": [{ "system": "http://a.b", "code": "2" }]"#) == [#"pattern lab "2""#])
    #expect(category(#", "coding": [{ "system": "http://c.d", "code": "1" }]"#) == [#"pattern lab "http://c.d""#])
    #expect(
      category(#", "coding": [{ "system": "http://c.d", "code": "3" }, { "system": "http://a.b", "code": "2" }]"#)
        == [#"pattern lab "2""#])
  }

  @Test func theObjectThatLacksAPartOfAPatternIsThePlace() {
    #expect(category("") == [#"pattern lab { "text": "a""#])
    #expect(category(#", "coding": [{ "system": "http://a.b" }]"#) == [#"pattern lab { "system": "http://a.b""#])
    #expect(
      category(#", "coding": [{ "system": "http://c.d", "code": "2" }]"#) == [#"pattern lab { "system": "http://c.d""#])
    let other = #"{ "system": "http://c.d", "code": "2" }"#
    #expect(category(#", "coding": [\#(other), \#(other)]"#) == [#"pattern lab { "text": "a""#])
  }

  @Test func theMessageNamesTheElementOfThePattern() {
    let members =
      #""status": "final", "code": { "text": "a" }, "category": [{ "text": "a", "coding": [{ "system": "http://a.b", "code": "2" }] }]"#
    #expect(pattern.findings(in: members) == ["pattern Observation.category[0].coding[0].code"])
    #expect(
      pattern.details(in: members).map(\.message) == [
        """
        expected "1", found "2"; the profile http://example.org/profile demands \
        {"coding":[{"system":"http://a.b","code":"1"}]} in Observation.category:lab
        """
      ])
  }

  @Test func whatAFixedValueDoesNotHaveIsThePlace() {
    let profile = ProfileCase(
      #"{ "path": "Patient.maritalStatus", "fixedCodeableConcept": { "coding": [{ "code": "M" }], "text": "a" } }"#)
    func fixed(_ members: String) -> [String] { places(profile, #""maritalStatus": { \#(members) }"#) }
    #expect(fixed(#""text": "a", "coding": [{ "code": "M" }]"#) == [])
    #expect(fixed(#""text": "a", "coding": [{ "code": "M", "display": "b" }]"#) == [#"fixed-value - "b""#])
    #expect(fixed(#""text": "b", "coding": [{ "code": "M" }]"#) == [#"fixed-value - "b""#])
    #expect(fixed(#""text": "a", "coding": [{ "code": "M" }, { "code": "N" }]"#) == [#"fixed-value - { "code": "N""#])
    #expect(fixed(#""text": "a""#) == [#"fixed-value - { "text": "a""#])
  }

  /// A slice that is missing because of a part of a pattern is missing there, too.
  @Test func aWrongPartOfThePatternOfASliceIsThePlace() {
    let profile = ProfileCase(
      #"""
      { "path": "Observation.category", "slicing": { "discriminator": [{ "type": "pattern", "path": "$this" }], "rules": "open" } },
      { "path": "Observation.category", "sliceName": "lab", "min": 1,
        "patternCodeableConcept": { "coding": [{ "system": "http://a.b", "code": "lab" }] } }
      """#, of: "Observation")
    func missing(_ categories: String) -> [String] {
      places(profile, #""status": "final", "code": { "text": "a" }, "category": [\#(categories)]"#)
    }
    let (near, far) = (#"{ "coding": [{ "system": "http://a.b", "code": "labs" }] }"#, #"{ "text": "a" }"#)
    let same = #"{ "coding": [{ "system": "http://a.b", "code": "xyz" }] }"#
    #expect(missing(near) == [#"missing-slice lab "labs""#])
    #expect(missing("\(far), \(near)") == [#"missing-slice lab "labs""#])
    #expect(missing("\(same), \(near)") == [#"missing-slice lab "labs""#])
    #expect(missing("\(same), \(same)") == [#"missing-slice lab { "resourceType": "Observation""#])
    #expect(missing("\(far), \(far)") == [#"missing-slice lab { "resourceType": "Observation""#])
  }

  // MARK: - Bindings

  private let binding = ProfileCase(
    #"{ "path": "Observation.code", "binding": { "strength": "required", "valueSet": "http://a.b/set" } }"#,
    of: "Observation",
    others: [
      #"""
      { "resourceType": "ValueSet", "url": "http://a.b/set", "status": "draft", "compose": { "include": [
        { "system": "http://a.b", "concept": [{ "code": "1" }] }] } }
      """#
    ])

  private func code(_ members: String) -> [String] {
    places(binding, #""status": "final", "code": { \#(members) }"#)
  }

  @Test func theCodeOutsideTheValueSetIsThePlace() {
    #expect(code(#""coding": [{ "system": "http://a.b", "code": "2" }]"#) == [#"outside-value-set - "2""#])
    #expect(
      code(#""coding": [{ "system": "http://c.d", "code": "3" }, { "system": "http://a.b", "code": "2" }]"#)
        == [#"outside-value-set - "2""#])
    #expect(code(#""coding": [{ "system": "http://c.d", "code": "3" }]"#) == [#"outside-value-set - "3""#])
  }

  @Test func theSystemIsThePlaceIfTheCodeIsInTheValueSet() {
    #expect(code(#""coding": [{ "system": "http://c.d", "code": "1" }]"#) == [#"outside-value-set - "http://c.d""#])
    #expect(code(#""coding": [{ "code": "1" }]"#) == [#"outside-value-set - "1""#])
  }

  @Test func whatHasNoCodeIsThePlace() {
    #expect(code(#""text": "a""#) == [#"outside-value-set - { "text": "a""#])
    #expect(code(#""coding": [{ "system": "http://a.b" }]"#) == [#"outside-value-set - { "system": "http://a.b""#])
  }

  @Test func theMessageNamesTheElementOfTheBinding() {
    let members = #""status": "final", "code": { "coding": [{ "system": "http://a.b", "code": "2" }] }"#
    #expect(binding.findings(in: members) == ["outside-value-set Observation.code.coding[0].code"])
    #expect(
      binding.details(in: members).map(\.message) == [
        """
        expected a code of the value set http://a.b/set, as the profile http://example.org/profile requires, found "2"; \
        the binding is that of Observation.code
        """
      ])
  }

  @Test func theCountOfAFormNamesTheForm() {
    let profile = ProfileCase(
      #"{ "id": "Observation.valueQuantity", "path": "Observation.valueQuantity", "sliceName": "valueQuantity", "min": 1 }"#,
      of: "Observation")
    #expect(
      places(profile, #""status": "final", "code": { "text": "a" }"#).map { $0.split(separator: " ")[1] }
        == ["valueQuantity"])
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    String(reversed().drop(while: isTrimmed).reversed())
  }

  // MARK: - Beside primitives, and messages

  /// What a primitive has besides its value is in its `_` sibling.
  @Test func pointersOfPrimitives() {
    let profile = ProfileCase(
      #"""
      { "path": "Patient.birthDate.extension", "min": 1 },
      { "path": "Patient.birthDate.extension.value[x]", "type": [{ "code": "code" }], "fixedCode": "a" },
      { "path": "Patient.name.given.extension", "max": "0" }, { "path": "Patient.gender", "fixedCode": "male" }
      """#)
    let wrong = #"{ "extension": [{ "url": "http://a.b", "valueCode": "b" }] }"#
    func pointers(_ members: String) -> [String?] { profile.details(in: members).map(\.pointer) }
    let value = "/_birthDate/extension/0/valueCode"
    #expect(pointers(#""birthDate": "2000", "_birthDate": \#(wrong)"#) == [value])
    #expect(pointers(#""_birthDate": \#(wrong)"#) == [value])
    #expect(pointers(#""birthDate": "2000""#) == ["/_birthDate/extension"])
    let names =
      #""birthDate": "2000", "_birthDate": { "extension": [{ "url": "http://a.b", "valueCode": "a" }] }, "gender""#
    #expect(pointers(#"\#(names): "female""#) == ["/gender"])
    #expect(
      pointers(#"\#(names): "male", "name": [{ "given": ["a", "b"], "_given": [null, \#(wrong)] }]"#)
        == ["/name/0/_given/1/extension/0"])
  }

  @Test func theUnitOfAQuantityIsShown() {
    let limit = #"{ "value": 100, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg" }"#
    func message(_ element: String, _ value: String) -> String {
      let profile = ProfileCase(#"{ "path": "Observation.value[x]", \#(element): \#(limit) }"#, of: "Observation")
      let members = #""status": "final", "code": { "text": "a" }, "valueQuantity": \#(value)"#
      return profile.details(in: members).map(\.message).joined()
    }
    let over = limit.replacing("100", with: "100.1")
    #expect(message(#""maxValueQuantity""#, over).hasPrefix("expected 100 kg at most, by the profile"))
    #expect(message(#""maxValueQuantity""#, over).hasSuffix("found 100.1 kg"))
    #expect(message(#""fixedQuantity""#, over).contains("allows only 100 kg in"))
    let above = over.replacing("{", with: #"{ "comparator": ">","#)
    #expect(message(#""maxValueQuantity""#, above).hasSuffix("found >100.1 kg"))
  }

  @Test func aSliceOfASliceHasBothNames() {
    let profile = ProfileCase(
      #"""
      { "id": "Patient.identifier", "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
      { "id": "Patient.identifier:A", "path": "Patient.identifier", "sliceName": "A", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "open" } },
      { "id": "Patient.identifier:A.system", "path": "Patient.identifier.system", "fixedUri": "http://a.b" },
      { "id": "Patient.identifier:A/off", "path": "Patient.identifier", "sliceName": "A/off", "max": "1" },
      { "id": "Patient.identifier:A/off.use", "path": "Patient.identifier.use", "fixedCode": "official" }
      """#)
    let one = #"{ "system": "http://a.b", "use": "official", "value": "1" }"#
    let found = profile.details(in: #""identifier": [\#(one), \#(one)]"#)
    #expect(found.map(\.profile?.slice) == ["A/off"])
    #expect(found.allSatisfy { $0.message.contains("'identifier:A/off'") })
  }

  /// Where none of several profiles is met, the message says what the first one misses.
  @Test func whatAProfileMissesIsSaid() {
    let others = [("one", "HumanName", "text"), ("two", "HumanName", "prefix"), ("three", "Organization", "alias")].map
    {
      ProfileCase.definition("http://a.b/\($0)", #"{ "path": "\#($1).\#($2)", "min": 1 }"#, of: $1)
    }
    let profile = ProfileCase(
      #"""
      { "path": "Patient.name",
        "type": [{ "code": "HumanName", "profile": ["http://a.b/one", "http://a.b/two"] }] },
      { "path": "Patient.managingOrganization",
        "type": [{ "code": "Reference", "targetProfile": ["http://a.b/three"] }] }
      """#, others: others)
    let found = profile.details(
      in: ##"""
        "name": [{ "given": ["a"] }], "managingOrganization": { "reference": "#a" },
        "contained": [{ "resourceType": "Organization", "id": "a", "name": "a" }]
        """##)
    #expect(found.map(\.rule.rawValue) == ["profile/unmet-profile", "profile/wrong-target"])
    for (finding, (element, url)) in zip(found, [("text", "one"), ("alias", "three")]) {
      let fault = "; the first fault: expected '\(element)', which the profile http://a.b/\(url) requires, found none"
      #expect(finding.message.hasSuffix(fault), "\(finding.message)")
    }
  }
}
