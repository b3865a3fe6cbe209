import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// A value that occurred before is judged by its surroundings, too: records that are judged together have the same
/// findings and counts as each of them alone.
struct RepeatedValuesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let elements: String
    let records: [String]
    /// How many of the records have findings.
    let broken: Int

    init(_ name: String, _ elements: String, broken: Int, _ records: String...) {
      (testDescription, self.elements, self.records, self.broken) = (name, elements, records, broken)
    }
  }

  static let cases = [
    Case(
      "forms of a choice with the same bytes",
      #"{ "path": "Observation.value[x]", "constraint": [{ "key": "a", "severity": "error", "human": "a", "expression": "$this is string" }] }"#,
      broken: 2, #""valueString": "2000""#, #""valueDateTime": "2000""#, #""valueString": "2000""#,
      #""valueDateTime": "2000""#),
    Case(
      "a reference that means something in one record only",
      #"""
      {
        "path": "Observation.subject",
        "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Patient"] }]
      }
      """#,
      broken: 1, ##""subject": { "reference": "#a" }"##,
      ##""contained": [{ "resourceType": "Group", "id": "a", "type": "person", "actual": true }], "subject": { "reference": "#a" }"##,
      ##""contained": [{ "resourceType": "Patient", "id": "a" }], "subject": { "reference": "#a" }"##,
      ##""subject": { "reference": "#a" }"##),
    Case(
      "a constraint that looks at the resource",
      #"{ "path": "Observation.code", "constraint": [{ "key": "a", "severity": "error", "human": "a", "expression": "%resource.issued.exists() or text.exists().not()" }] }"#,
      broken: 1, #""issued": "2000-01-01T00:00:00Z""#, #""status": "final""#),
    Case(
      "an absent value beside its extensions",
      #"{ "path": "Observation.subject", "min": 1 }, { "path": "Observation.subject.display", "min": 1 }"#,
      broken: 3, #""subject": { "display": "a" }"#, #""subject": { "id": "a" }"#, #""subject": { "id": "a" }"#,
      #""status": "final""#),
    Case(
      "codes of a value set that is not available",
      #"""
      {
        "path": "Observation.method",
        "binding": { "strength": "required", "valueSet": "http://example.org/ValueSet/none" }
      }
      """#,
      broken: 0, #""method": { "coding": [{ "system": "http://example.org/s", "code": "a" }] }"#,
      #""method": { "coding": [{ "system": "http://example.org/s", "code": "a" }] }, "status": "final""#,
      #""method": { "coding": [{ "system": "http://example.org/s", "code": "b" }] }"#),
    Case(
      "quantities that differ in their number, which has bounds",
      #"{ "path": "Observation.value[x]", "type": [{ "code": "Quantity" }], "minValueQuantity": { "value": 5, "unit": "kg" } }"#,
      broken: 1, #""valueQuantity": { "value": 6, "unit": "kg" }"#, #""valueQuantity": { "value": 4, "unit": "kg" }"#,
      #""valueQuantity": { "value": 7, "unit": "kg" }"#),
    Case(
      "quantities whose number a part of them fixes",
      #"{ "path": "Observation.referenceRange.low.value", "fixedDecimal": 5 }"#,
      broken: 1, #""referenceRange": [{ "low": { "value": 5, "unit": "kg" } }]"#,
      #""referenceRange": [{ "low": { "value": 4, "unit": "kg" } }]"#,
      #""referenceRange": [{ "low": { "value": 5, "unit": "kg" } }]"#),
    Case(
      "quantities that differ in their number and their unit",
      #"{ "path": "Observation.value[x]", "type": [{ "code": "Quantity" }] }, { "path": "Observation.value[x].code", "min": 1, "fixedCode": "kg" }"#,
      broken: 2, #""valueQuantity": { "value": 6, "code": "kg" }"#, #""valueQuantity": { "value": 6.5, "code": "kg" }"#,
      #""valueQuantity": { "value": 6, "code": "g" }"#, #""valueQuantity": { "value": 6 }"#,
      #""valueQuantity": { "code": "kg", "value": 7 }"#),
    Case(
      "quantities in the slice of a choice that differ in their number and their unit",
      #"""
      {
        "path": "Observation.value[x]",
        "slicing": { "discriminator": [{ "type": "type", "path": "$this" }], "rules": "open" }
      },
      { "path": "Observation.value[x]", "id": "Observation.value[x]:q", "sliceName": "q", "type": [{ "code": "Quantity" }] },
      { "path": "Observation.value[x].code", "id": "Observation.value[x]:q.code", "min": 1, "fixedCode": "kg" }
      """#,
      broken: 2, #""valueQuantity": { "value": 6, "code": "kg" }"#, #""valueQuantity": { "value": 6.5, "code": "kg" }"#,
      #""valueQuantity": { "value": 6, "code": "g" }"#, #""valueQuantity": { "value": 7, "code": "g" }"#,
      #""valueString": "6""#),
    Case(
      "quantities in the slice of a choice, which fixes their number",
      #"""
      {
        "path": "Observation.value[x]",
        "slicing": { "discriminator": [{ "type": "type", "path": "$this" }], "rules": "open" }
      },
      { "path": "Observation.value[x]", "id": "Observation.value[x]:q", "sliceName": "q", "type": [{ "code": "Quantity" }] },
      { "path": "Observation.value[x].value", "id": "Observation.value[x]:q.value", "fixedDecimal": 5 }
      """#,
      broken: 1, #""valueQuantity": { "value": 5, "code": "kg" }"#, #""valueQuantity": { "value": 6, "code": "kg" }"#,
      #""valueQuantity": { "value": 5, "code": "kg" }"#),
    Case(
      "lists of references to resources of the same and of other types",
      #"""
      {
        "path": "Observation.performer",
        "max": "2",
        "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Patient"] }]
      }
      """#,
      broken: 3, #""performer": [{ "reference": "Patient/1" }]"#, #""performer": [{ "reference": "Patient/2" }]"#,
      #""performer": [{ "reference": "Patient/1" }, { "reference": "Patient/2" }]"#,
      #""performer": [{ "reference": "Patient/1" }, { "reference": "Organization/2" }]"#,
      #""performer": [{ "reference": "Organization/1" }]"#,
      #""performer": [{ "reference": "Patient/1" }, { "reference": "Patient/2" }, { "reference": "Patient/3" }]"#),
    Case(
      "slices that are absent, of which some are needed",
      #"""
      {
        "path": "Observation.category",
        "slicing": { "discriminator": [{ "type": "pattern", "path": "$this" }], "rules": "open" }
      },
      { "path": "Observation.category", "id": "Observation.category:a", "sliceName": "a", "patternCodeableConcept": { "text": "a" } },
      {
        "path": "Observation.component",
        "slicing": { "discriminator": [{ "type": "pattern", "path": "code" }], "rules": "open" }
      },
      { "path": "Observation.component", "id": "Observation.component:b", "sliceName": "b", "min": 1 },
      { "path": "Observation.component.code", "id": "Observation.component:b.code", "patternCodeableConcept": { "text": "b" } }
      """#,
      broken: 2, #""status": "final""#, #""category": [{ "text": "a" }]"#,
      #""component": [{ "code": { "text": "b" } }]"#),
    Case(
      "references to other resources of the same types",
      #"""
      {
        "path": "Observation.subject",
        "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Patient"] }]
      }
      """#,
      broken: 5, #""subject": { "reference": "Patient/1" }"#,
      #""subject": { "reference": "Patient/2", "display": "a" }"#,
      #""subject": { "reference": "Group/1" }"#, #""subject": { "reference": "Group/2", "display": "a" }"#,
      #""subject": { "reference": "Patient/Group/1" }"#, #""subject": { "reference": "Patient/1/_history/1" }"#,
      #""subject": { "reference": "Group/1/_history/1" }"#,
      #""subject": { "reference": "http://example.org/Group/1" }"#,
      #""subject": { "reference": "Patient" }"#),
    Case(
      "components of the same kinds",
      #"""
      {
        "path": "Observation.component",
        "slicing": { "discriminator": [{ "type": "pattern", "path": "code" }], "rules": "open" }
      },
      { "path": "Observation.component", "sliceName": "a", "id": "Observation.component:a", "max": "1" },
      { "path": "Observation.component.code", "id": "Observation.component:a.code", "patternCodeableConcept": { "text": "a" } },
      { "path": "Observation.component.value[x]", "id": "Observation.component:a.value[x]", "min": 1 }
      """#,
      broken: 2, #""component": [{ "code": { "text": "a" }, "valueString": "1" }]"#,
      #""component": [{ "code": { "text": "a" }, "valueString": "2" }, { "code": { "text": "b" } }]"#,
      #""component": [{ "code": { "text": "b" } }, { "code": { "text": "a" } }]"#,
      #""component": [{ "code": { "text": "a" }, "valueString": "3" }, { "valueString": "4", "code": { "text": "a" } }]"#
    ),
    Case(
      "extensions that are known and unknown",
      #"{ "path": "Observation.code", "min": 1 }"#,
      broken: 0, #""extension": [{ "url": "http://example.org/none", "valueString": "a" }]"#,
      #""extension": [{ "url": "http://example.org/none", "valueString": "a" }]"#),
  ]

  @Test(arguments: cases)
  func areJudgedAlike(test: Case) throws {
    let records = test.records.map {
      #"{ "resourceType": "Observation", "meta": { "profile": ["\#(ProfileCase.url)"] }, "code": { "text": "a" }, \#($0) }"#
    }
    let alone = try records.map { try validator(test).validate(Array($0.utf8)) }
    let together = try validator(test).validate(Array((records + records).joined(separator: "\n").utf8))
    let findings = { (result: ValidationResult) in
      result.findings.filter { $0.rule.group == "profile" }.map { "\($0.rule.rawValue) \($0.message)" }
    }
    #expect(findings(together).sorted() == (alone + alone).flatMap(findings).sorted())
    #expect(alone.count { !findings($0).isEmpty } == test.broken)
    var tally = ValidationTally()
    for result in alone + alone { tally.merge(result.tally) }
    #expect(together.tally.profileCounts == tally.profileCounts)
    #expect(together.tally.notChecked == tally.notChecked)
  }

  /// Alone, a reference is judged by its bytes; in a Bundle by the resource that it means there.
  @Test func aReferenceThatMeansAnEntryIsJudgedInEachBundle() throws {
    let subject = #"""
      {
        "path": "Observation.subject",
        "type": [{ "code": "Reference", "targetProfile": ["http://example.org/active"] }]
      }
      """#
    var library = ProfileLibrary()
    library.add(Array(ProfileCase.definition(ProfileCase.url, subject, of: "Observation").utf8))
    let active = #"{ "path": "Patient.active", "min": 1 }"#
    library.add(Array(ProfileCase.definition("http://example.org/active", active, of: "Patient").utf8))
    let observation =
      #"{ "resourceType": "Observation", "id": "o", "meta": { "profile": ["\#(ProfileCase.url)"] }, "status": "final", "code": { "text": "a" }, "subject": { "reference": "Patient/a" } }"#
    func bundle(_ patient: String) -> String {
      #"{ "resourceType": "Bundle", "type": "collection", "entry": [{ "fullUrl": "http://example.org/Patient/a", "resource": { "resourceType": "Patient", "id": "a", \#(patient) } }, { "fullUrl": "http://example.org/Observation/o", "resource": \#(observation) }] }"#
    }
    let (good, bad) = (bundle(#""active": true"#), bundle(#""gender": "male""#))
    for (records, broken) in [
      ([observation, bad, observation, good, bad], 2), ([good, observation, bad], 1), ([good, good, observation], 0),
    ] {
      let validator = try #require(Validator(release: .r4, library: library, profiles: []))
      let found = validator.validate(Array(records.joined(separator: "\n").utf8)).findings
      #expect(found.count { $0.rule == Rule.profileWrongTarget.id } == broken)
    }
  }

  /// The walk asks whether a claim is known before the record is judged by it.
  @Test func theLastOfSeveralClaimsIsNotTakenForTheOthers() throws {
    var library = ProfileLibrary()
    for (name, element) in [("active", "active"), ("born", "birthDate")] {
      let url = "http://example.org/\(name)"
      library.add(
        Array(ProfileCase.definition(url, #"{ "path": "Patient.\#(element)", "min": 1 }"#, of: "Patient").utf8))
    }
    let records = [
      ["active", "born"], ["born", "active"], ["none", "active"], ["active", "none"], ["active"], ["born"],
    ]
    .map { names in
      let claims = names.map { "\"http://example.org/\($0)\"" }.joined(separator: ", ")
      return #"{ "resourceType": "Patient", "meta": { "profile": [\#(claims)] }, "active": true }"#
    }
    let validator = try #require(Validator(release: .r4, library: library, profiles: []))
    let tally = validator.validate(Array(records.joined(separator: "\n").utf8)).tally
    #expect(tally.profileCounts["http://example.org/active"]?.met == 5)
    #expect(tally.profileCounts["http://example.org/born"]?.broken == 3)
    #expect(tally.profileCounts.count == 2)
  }

  @Test func aProfileThatAnotherOneImposesIsCountedForEachRecordThatClaimsIt() throws {
    var library = ProfileLibrary()
    let imposed =
      #"{ "url": "http://hl7.org/fhir/StructureDefinition/structuredefinition-imposeProfile", "valueCanonical": "http://example.org/born" }"#
    let (active, born) = (#"{ "path": "Patient.active", "min": 1 }"#, #"{ "path": "Patient.birthDate", "min": 1 }"#)
    let more = #""fhirVersion": "4.0.1", "extension": [\#(imposed)],"#
    library.add(Array(ProfileCase.definition(ProfileCase.url, active, of: "Patient", more: more).utf8))
    library.add(Array(ProfileCase.definition("http://example.org/born", born, of: "Patient").utf8))
    let claims = #""meta": { "profile": ["\#(ProfileCase.url)", "http://example.org/born"] }"#
    let records = [#""birthDate": "2000""#, #""gender": "male""#].map {
      #"{ "resourceType": "Patient", \#(claims), "active": true, \#($0) }"#
    }
    let validator = try #require(Validator(release: .r4, library: library, profiles: []))
    let counts = validator.validate(Array(records.joined(separator: "\n").utf8)).tally.profileCounts
    #expect(counts.count == 2)
    for count in counts.values { #expect(count.met == 1 && count.broken == 1 && count.claimed == 2) }
  }

  private func validator(_ test: Case) throws -> Validator {
    var library = ProfileLibrary()
    library.add(Array(ProfileCase.definition(ProfileCase.url, test.elements, of: "Observation").utf8))
    return try #require(Validator(release: .r4, library: library, profiles: []))
  }
}
