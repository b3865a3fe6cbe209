import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import FHIRSupport
import Testing

/// Records of R5, of which only the names are known, and of releases of which only the version is known.
struct OtherReleaseTests {
  /// The findings without a given release.
  private func findings(_ text: String, given: FHIRRelease? = nil) throws -> (rules: [String], tally: ValidationTally) {
    let bytes = try MarkedJSON(text).bytes
    let hints = ReleaseHints(given: given)
    let result = bytes.withUnsafeBytes { Validator().validate($0, hints: hints, visit: nil) }
    return (result.findings.map { "\($0.rule) \($0.path)" }, result.tally)
  }

  private func notChecked(_ release: String) -> ByteText {
    if release == "unknown" { return "records of another release" }
    return "records of \(release.uppercased()), which is not judged".byBytes
  }

  private func expectOther(
    _ text: String, release: String = "r5", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (rules, tally) = try findings(text)
    #expect(
      rules.count == 1 && rules[0].hasPrefix("structure/other-release "), "\(rules)", sourceLocation: sourceLocation)
    #expect(tally.records == 1 && tally.otherReleases == [release: 1], sourceLocation: sourceLocation)
    #expect(tally.notJudged == [.otherRelease: 1], sourceLocation: sourceLocation)
    #expect(tally.notChecked == [notChecked(release): 1], sourceLocation: sourceLocation)
    #expect(
      tally.bySeverity == [.warning: 1] && tally.resourceTypes.values.reduce(0, +) == 1, sourceLocation: sourceLocation)
  }

  private func expectJudged(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (rules, tally) = try findings(text)
    #expect(
      !rules.isEmpty && !rules.contains { $0.hasPrefix("structure/other") }, "\(rules)", sourceLocation: sourceLocation)
    #expect(tally.otherReleases == [:] && tally.notJudged[.otherRelease] == nil, sourceLocation: sourceLocation)
  }

  /// Whatever was judged before, and with a type that other releases have or not.
  @Test(arguments: ["Patient", "MedicationDispense", "DeviceUsage"])
  func itsFindingHasNoRelease(type: String) {
    let record = #"{"resourceType":"\#(type)","meta":{"profile":["http://hl7.org/fhir/5.0/StructureDefinition/x"]}}"#
    let others = [#"{"resourceType":"Patient","animal":{}}"#, #"{"resourceType":"Person"}"#, ""]
    for other in others {
      let result = Validator().validate(Array("\(other)\n\(record)\n\(other)\n\(record)".utf8))
      let found = result.findings.filter { $0.rule == "structure/other-release" }
      #expect(found.count == 2 && found.allSatisfy { $0.release == nil && $0.record?.resourceType == type })
    }
    let judged = #"{"resourceType":"Patient","animal":{}}"#
    let entries = [judged, record, judged, record].map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    for members in [#""type":"collection","entry":[\#(entries)]"#, #""entry":[\#(entries)],"type":"collection""#] {
      let result = Validator().validate(Array(#"{"resourceType":"Bundle",\#(members)}"#.utf8))
      let found = result.findings.filter { $0.rule == "structure/other-release" }
      #expect(found.count == 2 && found.allSatisfy { $0.release == nil })
    }
  }

  // MARK: - Evidence

  @Test func aTypeOfALaterReleaseIsEnough() throws {
    try expectOther(#"{ "resourceType": "DeviceUsage", "status": 7 }"#)
    try expectOther(#"{ "resourceType": "ActorDefinition" }"#)
  }

  @Test func aVersionIsEnough() throws {
    try expectOther(#"{ "resourceType": "StructureDefinition", "fhirVersion": "6.0.0", "kind": 7 }"#, release: "r6")
    try expectOther(#"{ "resourceType": "StructureDefinition", "fhirVersion": "0.0.82" }"#, release: "dstu1")
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
    let later = "http://hl7.org/fhir/StructureDefinition/Patient|5.0.0"
    try expectOther(record(later, ""))
    try expectOther(record(later, #", "gender": "x", "language": 1"#))
    try expectOther(record("http://hl7.org/fhir/5.0/StructureDefinition/Patient", ""))
    try expectOther(record("http://hl7.org/fhir/DSTU1/StructureDefinition/Patient", ""), release: "dstu1")
    try expectJudged(record("http://hl7.org/fhir/StructureDefinition/Patient", #", "gender": "x""#))
    // Only the record's own profile counts.
    try expectJudged(
      #"{ "resourceType": "Patient", "gender": "x", "extension": [{ "url": "\#(later)", "valueCode": "a" }] }"#)
  }

  @Test func twoElementsAreEnough() throws {
    try expectOther(
      """
      { "resourceType": "AllergyIntolerance", "patient": { "reference": "Patient/1" }, "code": { "text": "Nuts" },
        "type": { "text": "a" }, "participant": [{ "actor": { "display": "b" } }] }
      """)
    try expectOther(
      """
      { "resourceType": "Encounter", "status": "completed", "class": [{ "text": "a" }],
        "actualPeriod": { "start": "2020" } }
      """)
    try expectOther(
      #"{ "resourceType": "Procedure", "status": "completed", "occurrenceDateTime": "2020", "reportedBoolean": true }"#)
  }

  @Test func oneElementAndOneWithinAreEnough() throws {
    try expectOther(
      """
      { "resourceType": "Procedure", "status": "completed", "code": { "text": "a" }, "subject": { "display": "b" },
        "reason": [{ "concept": { "text": "c" } }],
        "performer": [{ "period": { "start": "2020" }, "actor": { "display": "e" } }] }
      """)
    // Elements that R5 renamed are evidence for the others, as much as elements that it added are for R5.
    try expectJudged(
      """
      { "resourceType": "Encounter", "status": "finished", "subject": { "display": "b" },
        "actualPeriod": { "start": "2020" }, "period": { "start": "2020" } }
      """)
    try expectJudged(
      """
      { "resourceType": "MedicationRequest", "status": "active", "intent": "order", "subject": { "display": "b" },
        "medication": { "concept": { "text": "a" } }, "reasonCode": [{ "text": "c" }] }
      """)
  }

  /// A single element may be a fault: it is enough only without other evidence, around the record or in it.
  @Test func oneElementIsEnoughWithoutOtherEvidence() throws {
    for sign in [
      #""triggeredBy": [{ "observation": { "display": "a" }, "type": "reflex" }]"#,
      #""bodyStructure": { "display": "a" }"#, #""instantiatesCanonical": "http://example.org/a""#,
    ] {
      let record = #"{ "resourceType": "Observation", "status": "final", "code": { "text": "a" }, \#(sign)"#
      try expectOther(record + "}")
      try expectJudged(record + #", "comments": "a" }"#)
      let own = #"{ "resourceType": "MedicationOrder", "medicationCodeableConcept": { "text": "a" } }"#
      let (rules, tally) = try findings("[\(record)}, \(own)]")
      #expect(!rules.isEmpty && !rules.contains { $0.hasPrefix("structure/other") })
      #expect(tally.releases == ["dstu2": [.file: 1, .type: 1]])
    }
  }

  @Test func aRecordWithoutAnySignIsAssumed() throws {
    let (rules, tally) = try findings(
      #"{ "resourceType": "Procedure", "status": "completed", "code": { "text": "a" }, "subject": { "display": "b" } }"#
    )
    #expect(rules == ["invariant/dom-6 Procedure"] && tally.releases == ["r4": [.assumed: 1]])
  }

  // MARK: - Findings that stay

  @Test func onlyTheRecordItselfIsCounted() throws {
    let other = """
      { "resourceType": "Condition", "subject": { "reference": "Patient/1" }, "clinicalStatus": { "coding": [] },
        "participant": [{ "actor": 7 }], "language": "en", "text": { "status": "generated", "div": "<div/>" },
        "extension": [{ "url": "http://example.org/a", "valueCode": "a" }] }
      """
    let own = #"{ "resourceType": "Patient", "language": "en", "gender": "x", "animal": {}, "careProvider": [] }"#
    let alone = try findings(own)
    let both = try findings("[\(other), \(own), \(other)]")
    #expect(both.rules.filter { !$0.hasPrefix("structure/other-release") } == alone.rules)
    var expected = alone.tally
    expected.records = 3
    expected.resourceTypes["Condition"] = 2
    expected.otherReleases = ["r5": 2]
    expected.releases["r5"] = [.elements: 2]
    expected.notJudged = [.otherRelease: 2]
    expected.notChecked[notChecked("r5")] = 2
    expected.findings.add("structure/other-release", .warning, 2)
    #expect(both.tally == expected)
  }

  @Test func aBundleIsOfTheReleaseOfItsEntries() throws {
    let base = "http://example.org/fhir"
    let entry = """
      { "fullUrl": "\(base)/DeviceUsage/a", "resource": { "resourceType": "DeviceUsage", "id": "a" } }
      """
    let own = #", { "fullUrl": "\#(base)/Parameters/b", "resource": { "resourceType": "Parameters", "id": "b" } }"#
    let bundle = { (entries: String) in
      #"{ "resourceType": "Bundle", "type": "x", "entry": [\#(entries)] }"#
    }
    #expect(try findings(bundle(entry)).rules == ["structure/other-release Bundle.entry[0].resource"])
    #expect(
      try findings(bundle(entry + own)).rules == [
        "code/not-in-value-set Bundle.type", "structure/other-release Bundle.entry[0].resource",
      ])
    #expect(try findings(bundle(entry + own)).tally.releases == ["r5": [.type: 1], "r4": [.assumed: 1]])
    // Whether the Bundle is a document or a line.
    let line = bundle(entry + own) + "\n" + #"{ "resourceType": "Parameters", "id": "c" }"#
    #expect(
      try findings(line).rules == [
        "code/not-in-value-set Bundle.type", "structure/other-release Bundle.entry[0].resource",
      ])
  }

  /// As a document, as a line, and within another Bundle.
  @Test func theSurroundingsOfARecordOfAnotherReleaseAreNotJudged() throws {
    let other = #"{ "search": { "mode": "x" }, "resource": { "resourceType": "DeviceUsage", "id": "a" } }"#
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
        { "resource": { "resourceType": "DeviceUsage", "id": "b" },
          "request": { "method": "PUT", "url": "DeviceUsage/b" } },
        { "resource": { "resourceType": "DeviceUsage", "id": "c" } }] }
      """
    for text in [bundle, bundle.replacing("\n", with: " ") + "\n{ \"resourceType\": \"Parameters\" }"] {
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
        { "fullUrl": "urn:oid:1.3", "resource": { "resourceType": "DeviceUsage", "id": "a" } }] }
      """
    for text in [bundle, bundle.replacing("\n", with: " ") + "\n{ \"resourceType\": \"Parameters\" }"] {
      let (rules, tally) = try findings(text)
      #expect(rules.contains("structure/missing-resource-type Bundle.entry[0].resource"))
      #expect(tally.notJudged == [.otherRelease: 1, .missingResourceType: 1])
    }
  }

  // MARK: - A given release

  @Test func aGivenReleaseOverridesAllEvidence() throws {
    let (rules, tally) = try findings(#"{ "resourceType": "Patient", "gender": 1 }"#, given: .r5)
    #expect(rules == ["structure/other-release Patient"] && tally.releases == ["r5": [.caller: 1]])
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
      let (_, tally) = try findings(text, given: .r5)
      let isTwo = text.hasSuffix("\"Patient\"}")
      #expect(tally.records == (isTwo ? 3 : 2))
      #expect(tally.resourceTypes == ["Patient": isTwo ? 2 : 1, "Coverage": 1])
      #expect(tally.notJudged == [.otherRelease: isTwo ? 3 : 2, .missingResourceType: 1, .notAnObject: 1])
    }
  }

  @Test func aValidatorOfOneReleaseInsists() throws {
    let record = Array(#"{ "resourceType": "MedicationRequest" }"#.utf8)
    let validator = Validator.insisting(on: .dstu2)
    #expect(validator.validate(record).findings.map(\.rule.rawValue) == ["structure/unknown-resource-type"])
    let other = record.withUnsafeBytes { validator.validate($0, hints: ReleaseHints(given: .r4), visit: nil) }
    #expect(other.tally.releases == ["r4": [.caller: 1]])
  }
}
