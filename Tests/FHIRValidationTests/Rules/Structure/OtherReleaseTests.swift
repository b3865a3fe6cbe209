import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

struct OtherReleaseTests {
  /// A validator without definitions of R4.
  private let judgingDSTU2: Validator

  init() throws { judgingDSTU2 = Validator(definitions: DefinitionSet(try #require(Definitions.of(.dstu2)))) }

  /// The findings without a given release.
  private func findings(_ text: String, given: FHIRRelease? = nil) throws -> (rules: [String], tally: ValidationTally) {
    let bytes = try MarkedJSON(text).bytes
    let hints = ReleaseHints(given: given)
    let result = bytes.withUnsafeBytes { judgingDSTU2.validate($0, hints: hints, visit: nil) }
    return (result.diagnostics.map { "\($0.rule) \($0.path)" }, result.tally)
  }

  private func expectOther(
    _ text: String, release: String = "r4", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (rules, tally) = try findings(text)
    #expect(
      rules.count == 1 && rules[0].hasPrefix("structure/other-release "), "\(rules)", sourceLocation: sourceLocation)
    #expect(tally.records == 1 && tally.otherReleases == [release: 1], sourceLocation: sourceLocation)
    #expect(tally.notJudged == [.otherRelease: 1], sourceLocation: sourceLocation)
    #expect(tally.notChecked == ["records of another release": 1], sourceLocation: sourceLocation)
    #expect(
      tally.issues == [.warning: 1] && tally.resourceTypes.values.reduce(0, +) == 1, sourceLocation: sourceLocation)
  }

  private func expectJudged(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (rules, tally) = try findings(text)
    #expect(
      !rules.isEmpty && !rules.contains { $0.hasPrefix("structure/other") }, "\(rules)", sourceLocation: sourceLocation)
    #expect(tally.otherReleases == [:] && tally.notJudged[.otherRelease] == nil, sourceLocation: sourceLocation)
  }

  // MARK: - Evidence

  @Test func aTypeOfALaterReleaseIsEnough() throws {
    try expectOther(#"{ "resourceType": "MedicationRequest", "status": 7 }"#)
    try expectOther(#"{ "resourceType": "ServiceRequest" }"#)
    try expectOther(#"{ "resourceType": "ImagingManifest" }"#, release: "unknown")
  }

  @Test func aTypeOfAnOlderReleaseOrOfNoneIsAFault() throws {
    #expect(
      try findings(#"{ "resourceType": "MedicationPrescription" }"#).rules == [
        "structure/unknown-resource-type MedicationPrescription"
      ])
    #expect(try findings(#"{ "resourceType": "Pateint" }"#).rules == ["structure/unknown-resource-type Pateint"])
  }

  @Test func aProfileOfALaterReleaseIsEnough() throws {
    let record = { (profile: String, more: String) in
      #"{ "resourceType": "Patient", "meta": { "profile": ["\#(profile)"] }\#(more) }"#
    }
    let uscore = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient|3.1.1"
    try expectOther(record(uscore, ""))
    try expectOther(record(uscore, #", "gender": "x", "language": 1"#))
    try expectOther(record("http://hl7.org/fhir/5.0/StructureDefinition/Patient", ""), release: "unknown")
    try expectJudged(record("http://hl7.org/fhir/StructureDefinition/Patient", #", "gender": "x""#))
    // Only the record's own profile counts.
    try expectJudged(
      #"{ "resourceType": "Patient", "gender": "x", "extension": [{ "url": "\#(uscore)", "valueCode": "a" }] }"#)
  }

  @Test func twoElementsAreEnough() throws {
    try expectOther(
      """
      { "resourceType": "AllergyIntolerance", "patient": { "reference": "Patient/1" }, "code": { "text": "Nuts" },
        "clinicalStatus": { "coding": [{ "code": "active" }] } }
      """)
    try expectOther(
      """
      { "resourceType": "Observation", "status": "final", "code": { "text": "a" }, "note": [{ "text": "b" }],
        "category": [{ "text": "Laboratory" }] }
      """)
    try expectOther(
      """
      { "resourceType": "Immunization", "status": "completed", "vaccineCode": { "text": "a" }, "primarySource": true,
        "occurrenceDateTime": "2020", "patient": { "reference": "Patient/1" } }
      """)
    try expectOther(
      #"{ "resourceType": "MedicationStatement", "taken": "y", "context": { "reference": "Encounter/1" } }"#,
      release: "unknown")
  }

  @Test func oneElementAndOneWithinAreEnough() throws {
    try expectOther(
      #"{ "resourceType": "Practitioner", "name": [{ "family": "Careful", "given": ["Adam"] }] }"#)
    try expectOther(
      """
      { "resourceType": "Procedure", "status": "completed", "code": { "text": "a" }, "subject": { "display": "b" },
        "reasonCode": [{ "text": "c" }], "performer": [{ "function": { "text": "d" }, "actor": { "display": "e" } }] }
      """)
    try expectOther(
      """
      { "resourceType": "Encounter", "status": "finished", "subject": { "display": "b" },
        "class": { "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB" } }
      """)
    // Elements that R4 renamed are evidence for DSTU2, as much as elements that it added are for R4.
    try expectJudged(
      """
      { "resourceType": "Procedure", "status": "completed", "code": { "text": "a" }, "subject": { "display": "b" },
        "reasonCode": [{ "text": "c" }], "notPerformed": true }
      """)
  }

  @Test func aListOfCodesThatBeganWithR4IsEnough() throws {
    let record = { (system: String) in
      """
      { "resourceType": "Observation", "status": "final", "code": { "text": "a" },
        "category": [{ "coding": [{ "system": "\(system)", "code": "laboratory" }] }] }
      """
    }
    try expectOther(record("http://terminology.hl7.org/CodeSystem/observation-category"))
    // A system that R4 renamed has the same weight as the list, so nothing is decided.
    try expectJudged(record("http://hl7.org/fhir/observation-category"))
  }

  /// A single element may be a fault: it is enough only without other evidence, around the record or in it.
  @Test func oneElementIsEnoughWithoutOtherEvidence() throws {
    for sign in [
      #""category": [{ "text": "Laboratory" }]"#, #""note": [{ "text": "a" }]"#,
      #""interpretation": [{ "text": "H" }]"#,
    ] {
      let record = #"{ "resourceType": "Observation", "status": "final", "code": { "text": "a" }, \#(sign)"#
      try expectOther(record + "}")
      try expectJudged(record + #", "related": [{ "target": { "reference": "Observation/1" } }] }"#)
      let own = #"{ "resourceType": "MedicationOrder", "medicationCodeableConcept": { "text": "a" } }"#
      let (rules, tally) = try findings("[\(record)}, \(own)]")
      #expect(!rules.isEmpty && !rules.contains { $0.hasPrefix("structure/other") })
      #expect(tally.releases == ["dstu2": [.file: 1, .type: 1]])
    }
  }

  @Test func anElementThatR4HasRenamedIsEvidenceAgainstR4() throws {
    try expectJudged(
      """
      { "resourceType": "Observation", "status": "final", "code": { "text": "a" }, "note": [{ "text": "b" }],
        "category": { "text": "Laboratory" } }
      """)
    try expectJudged(
      """
      { "resourceType": "Condition", "patient": { "reference": "Patient/1" }, "subject": { "reference": "Patient/1" },
        "code": { "text": "a" }, "dateRecorded": "2020", "verificationStatus": { "coding": [{ "code": "confirmed" }] } }
      """)
  }

  @Test func aRecordWithoutAnySignIsAssumed() throws {
    let (rules, tally) = try findings(
      #"{ "resourceType": "Procedure", "status": "completed", "code": { "text": "a" }, "subject": { "display": "b" } }"#
    )
    #expect(rules == [] && tally.releases == ["dstu2": [.assumed: 1]])
  }

  // MARK: - Findings that stay

  @Test func onlyTheRecordItselfIsCounted() throws {
    let other = """
      { "resourceType": "Condition", "subject": { "reference": "Patient/1" }, "clinicalStatus": { "coding": [] },
        "verificationStatus": { "coding": [] }, "language": "en", "text": { "status": "generated", "div": "<div/>" },
        "extension": [{ "url": "http://example.org/a", "valueCode": "a" }] }
      """
    let own = #"{ "resourceType": "Patient", "language": "en", "gender": "x", "animal": {}, "careProvider": [] }"#
    let alone = try findings(own)
    let both = try findings("[\(other), \(own), \(other)]")
    #expect(both.rules.filter { !$0.hasPrefix("structure/other-release") } == alone.rules)
    var expected = alone.tally
    expected.records = 3
    expected.resourceTypes["Condition"] = 2
    expected.otherReleases = ["r4": 2]
    expected.releases["r4"] = [.elements: 2]
    expected.notJudged = [.otherRelease: 2]
    expected.notChecked["records of another release"] = 2
    expected.findings.add("structure/other-release", .warning, 2)
    #expect(both.tally == expected)
  }

  @Test func aBundleIsOfTheReleaseOfItsEntries() throws {
    let base = "http://example.org/fhir"
    let entry = """
      { "fullUrl": "\(base)/MedicationRequest/a", "resource": { "resourceType": "MedicationRequest", "id": "a" } }
      """
    let own = #", { "fullUrl": "\#(base)/Patient/b", "resource": { "resourceType": "Patient", "id": "b" } }"#
    let bundle = { (entries: String) in
      #"{ "resourceType": "Bundle", "type": "searchset", "timestamp": "2020", "entry": [\#(entries)] }"#
    }
    #expect(try findings(bundle(entry)).rules == ["structure/other-release Bundle.entry[0].resource"])
    #expect(
      try findings(bundle(entry + own)).rules == [
        "structure/unknown-element Bundle.timestamp", "structure/other-release Bundle.entry[0].resource",
      ])
    #expect(try findings(bundle(entry + own)).tally.releases == ["r4": [.type: 1], "dstu2": [.assumed: 1]])
  }

  /// As a document, as a line, and within another Bundle.
  @Test func theSurroundingsOfARecordOfAnotherReleaseAreNotJudged() throws {
    let other = #"{ "search": { "mode": "x" }, "resource": { "resourceType": "ServiceRequest", "id": "a" } }"#
    let own =
      #"{ "resource": { "resourceType": "MedicationOrder", "id": "b", "status": "x", "medicationReference": { "display": "a" } } }"#
    let bundle = { (entries: String) in
      #"{ "resourceType": "Bundle", "type": "searchset", "timestamp": "2020", "entry": [\#(entries)] }"#
    }
    let outer = """
      { "resourceType": "Bundle", "type": "collection", "entry": [{ "fullUrl": "urn:oid:1.2",
        "resource": \(bundle(other)) }] }
      """
    let line = #"{ "resourceType": "MedicationOrder", "medicationReference": { "display": "a" } }"#
    let rule = "structure/other-release Bundle.entry"
    for text in [bundle(other), "\(line)\n\(bundle(other))\n\(line)"] {
      #expect(try findings(text).rules == [rule + "[0].resource"])
    }
    #expect(try findings(outer).rules == [rule + "[0].resource.entry[0].resource"])
    // The Bundle is of the release of its first entry that is judged.
    for text in [bundle(own + "," + other), "\(line)\n\(bundle(own + "," + other))"] {
      #expect(
        try findings(text).rules == [
          "structure/unknown-element Bundle.timestamp", "invariant/bdl-6 Bundle.entry[0]",
          "code/not-in-value-set Bundle.entry[0].resource.status", rule + "[1].resource",
        ])
    }
    for text in [bundle(other + "," + own), "\(line)\n\(bundle(other + "," + own))"] {
      #expect(
        try findings(text).rules == [
          "structure/unknown-element Bundle.timestamp", rule + "[0].resource", "invariant/bdl-6 Bundle.entry[1]",
          "code/not-in-value-set Bundle.entry[1].resource.status",
        ])
    }
  }

  /// Requirements of a Bundle for its entries do not apply to an entry that is not judged.
  @Test func deferredFindingsOfTheBundleAreNotReported() throws {
    let bundle = """
      { "resourceType": "Bundle", "type": "batch", "entry": [
        { "resource": { "resourceType": "MedicationOrder", "id": "a", "medicationReference": { "display": "a" } } },
        { "resource": { "resourceType": "ServiceRequest", "id": "b" },
          "request": { "method": "PUT", "url": "ServiceRequest/b" } },
        { "resource": { "resourceType": "ServiceRequest", "id": "c" } }] }
      """
    for text in [bundle, bundle.replacing("\n", with: " ") + "\n{ \"resourceType\": \"Patient\" }"] {
      #expect(
        try findings(text).rules.sorted() == [
          "bundle/missing-request Bundle.entry[0]", "invariant/bdl-6 Bundle.entry[0]",
          "structure/other-release Bundle.entry[1].resource", "structure/other-release Bundle.entry[2].resource",
        ])
    }
  }

  /// A fault in place of a record is reported, whatever surrounds it.
  @Test func nonRecordsAreReportedAmongOthers() throws {
    let bundle = """
      { "resourceType": "Bundle", "type": "collection", "entry": [{ "fullUrl": "urn:oid:1.2", "resource": {} },
        { "fullUrl": "urn:oid:1.3", "resource": { "resourceType": "ServiceRequest", "id": "a" } }] }
      """
    for text in [bundle, bundle.replacing("\n", with: " ") + "\n{ \"resourceType\": \"Patient\" }"] {
      let (rules, tally) = try findings(text)
      #expect(rules.contains("structure/missing-resource-type Bundle.entry[0].resource"))
      #expect(tally.notJudged == [.otherRelease: 1, .missingResourceType: 1])
    }
  }

  // MARK: - A given release

  @Test func aGivenReleaseOverridesAllEvidence() throws {
    let (rules, tally) = try findings(#"{ "resourceType": "Patient", "gender": 1 }"#, given: .r4)
    #expect(rules == ["structure/other-release Patient"] && tally.releases == ["r4": [.caller: 1]])
    #expect(
      try findings(#"{ "resourceType": "MedicationRequest" }"#, given: .dstu2).rules == [
        "structure/unknown-resource-type MedicationRequest"
      ])
  }

  @Test func theRecordsOfABundleAreCountedOneByOne() throws {
    let bundle = """
      { "resourceType": "Bundle", "type": 1, "entry": [{ "resource": { "resourceType": "Patient" } }, { "request": 1 },
        { "resource": { "resourceType": "Bundle", "entry": [{ "resource": { "resourceType": "Coverage" } }] } },
        { "resource": {} }, 7] }
      """
    for text in [bundle, bundle.replacing("\n", with: " ") + "\n{\"resourceType\": \"Patient\"}"] {
      let (_, tally) = try findings(text, given: .r4)
      let isTwo = text.hasSuffix("\"Patient\"}")
      #expect(tally.records == (isTwo ? 3 : 2))
      #expect(tally.resourceTypes == ["Patient": isTwo ? 2 : 1, "Coverage": 1])
      #expect(tally.notJudged == [.otherRelease: isTwo ? 3 : 2, .missingResourceType: 1, .notAnObject: 1])
    }
  }

  @Test func aValidatorOfOneReleaseInsists() throws {
    let record = Array(#"{ "resourceType": "MedicationRequest" }"#.utf8)
    let validator = Validator.insisting(on: .dstu2)
    #expect(validator.validate(record).diagnostics.map(\.rule.rawValue) == ["structure/unknown-resource-type"])
    let other = record.withUnsafeBytes { validator.validate($0, hints: ReleaseHints(given: .r4), visit: nil) }
    #expect(other.tally.releases == ["r4": [.caller: 1]])
  }
}
