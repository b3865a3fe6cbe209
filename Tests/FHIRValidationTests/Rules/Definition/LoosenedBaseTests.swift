import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct DefinitionLoosenedBaseTests {
  private func profile(_ base: String, _ own: String, isSnapshot: Bool = false) -> ProfileCase {
    var text = ProfileCase.definition(ProfileCase.url, own, of: "Patient", base: "http://example.org/base")
    if isSnapshot { text.replace("differential", with: "snapshot") }
    let other = ProfileCase.definition("http://example.org/base", base, of: "Patient")
    return ProfileCase(own, base: "http://example.org/base", others: [other], text: text)
  }

  private static let closed =
    #"{ "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "closed" } }"#
  private static func slice(_ use: String) -> String {
    """
    { "path": "Patient.telecom", "sliceName": "\(use)" }, { "path": "Patient.telecom.use", "fixedCode": "\(use)" }
    """
  }

  private static let ordered =
    closed.replacing(#""closed""#, with: #""open", "ordered": true"#) + "," + slice("work") + "," + slice("home")
  private static let homeBeforeWork = #""telecom": [{ "use": "home", "value": "1" }, { "use": "work", "value": "2" }]"#

  private static let uses = "http://hl7.org/fhir/ValueSet/contact-point-use"
  private static func binding(_ strength: String, _ set: String, maximum: String? = nil) -> String {
    let url = "http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet"
    let more = maximum.map { #", "extension": [{ "url": "\#(url)", "valueCanonical": "\#($0)" }]"# } ?? ""
    return """
      { "path": "Patient.maritalStatus", "binding": { "strength": "\(strength)", "valueSet": "\(set)"\(more) } }
      """
  }
  private static let named =
    #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/name-use", "code": "usual" }] }"#
  private static func organizations(_ more: String) -> String {
    #"{ "path": "Patient.managingOrganization", "type": [{ "code": "Reference"\#(more) }] }"#
  }

  /// What the base states, what the profile states, a record that only the profile allows, and the finding in it.
  static let loosened: [(base: String, own: String, record: String, finding: String)] = [
    (
      #"{ "path": "Patient.name", "min": 1 }"#, #"{ "path": "Patient.name", "min": 0 }"#, #""active": true"#,
      "required-element Patient.name"
    ),
    (
      #"{ "path": "Patient.name", "max": "1" }"#, #"{ "path": "Patient.name", "max": "*" }"#,
      #""name": [{ "text": "a" }, { "text": "b" }]"#, "too-many-values Patient.name[1]"
    ),
    (
      #"{ "path": "Patient.language", "fixedCode": "en" }"#, #"{ "path": "Patient.language", "fixedCode": "de" }"#,
      #""language": "de""#, "fixed-value Patient.language"
    ),
    (
      #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "text": "a" } }"#,
      #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "text": "b" } }"#,
      #""maritalStatus": { "text": "b" }"#, "pattern Patient.maritalStatus.text"
    ),
    (
      """
      { "path": "Patient.maritalStatus", "binding": {
        "strength": "required", "valueSet": "http://hl7.org/fhir/ValueSet/administrative-gender" } }
      """,
      """
      { "path": "Patient.maritalStatus", "binding": {
        "strength": "preferred", "valueSet": "http://hl7.org/fhir/ValueSet/administrative-gender" } }
      """,
      #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": "x" }] }"#,
      "outside-value-set Patient.maritalStatus.coding[0].code"
    ),
    (
      #"{ "path": "Patient.deceased[x]", "type": [{ "code": "boolean" }] }"#,
      #"{ "path": "Patient.deceased[x]", "type": [{ "code": "boolean" }, { "code": "dateTime" }] }"#,
      #""deceasedDateTime": "2020""#, "wrong-type Patient.deceased.ofType(dateTime)"
    ),
    (
      """
      { "path": "Patient.generalPractitioner", "type": [{
        "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Practitioner"] }] }
      """,
      #"{ "path": "Patient.generalPractitioner", "type": [{ "code": "Reference" }] }"#,
      #""generalPractitioner": [{ "reference": "Organization/1" }]"#, "wrong-target Patient.generalPractitioner[0]"
    ),
    (
      closed + "," + slice("work"), #"{ "path": "Patient.telecom", "slicing": { "rules": "open" } }"#,
      #""telecom": [{ "use": "home", "value": "1" }]"#, "not-in-a-slice Patient.telecom[0]"
    ),
    (
      closed + "," + slice("work"), closed + "," + slice("home"), #""telecom": [{ "use": "home", "value": "1" }]"#,
      "not-in-a-slice Patient.telecom[0]"
    ),
    (
      ordered, closed.replacing(#""closed""#, with: #""open", "ordered": false"#), homeBeforeWork,
      "slice-order Patient.telecom[1]"
    ),
    (
      #"{ "path": "Patient.name.family", "maxLength": 3 }"#, #"{ "path": "Patient.name.family", "maxLength": 9 }"#,
      #""name": [{ "family": "abcdef" }]"#, "too-long Patient.name[0].family"
    ),
    (
      #"{ "path": "Patient.multipleBirth[x]", "maxValueInteger": 5 }"#,
      #"{ "path": "Patient.multipleBirth[x]", "maxValueInteger": 9 }"#,
      #""multipleBirthInteger": 8"#, "value-range Patient.multipleBirth.ofType(integer)"
    ),
    (
      #"{ "path": "Patient.birthDate", "minValueDate": "2000-01-01" }"#,
      #"{ "path": "Patient.birthDate", "minValueDate": "1990-01-01" }"#,
      #""birthDate": "1995-01-01""#, "value-range Patient.birthDate"
    ),
    (
      organizations(#", "aggregation": ["contained"]"#), organizations(""),
      #""managingOrganization": { "reference": "Organization/1" }"#, "target-place Patient.managingOrganization"
    ),
    (
      organizations(#", "versioning": "specific""#), organizations(#", "versioning": "either""#),
      #""managingOrganization": { "reference": "Organization/1" }"#, "target-place Patient.managingOrganization"
    ),
    (
      binding("extensible", uses, maximum: uses), binding("extensible", uses), named,
      "outside-value-set Patient.maritalStatus.coding[0].code"
    ),
    (
      binding("required", uses), binding("required", "http://hl7.org/fhir/ValueSet/name-use"), named,
      "outside-value-set Patient.maritalStatus.coding[0].code"
    ),
  ]

  @Test(arguments: loosened.indices, [false, true]) func recordsAreJudgedByTheBase(_ number: Int, isSnapshot: Bool) {
    let (base, own, record, finding) = Self.loosened[number]
    let profile = profile(base, own, isSnapshot: isSnapshot)
    #expect(profile.findings(in: record) == [finding])
    let faults = profile.faults(in: record)
    #expect(faults.count == 1 && faults.allSatisfy { $0.hasPrefix("loosened-base Patient.") }, "\(faults)")
  }

  private static func constraint(_ expression: String) -> String {
    """
    { "path": "Patient", "constraint": [
      { "key": "b-1", "severity": "error", "human": "a name", "expression": "\(expression)" }] }
    """
  }

  /// What the base states, the snapshot of a profile that lacks it, a record that only the profile allows, and the finding.
  static let dropped: [(base: String, own: String, record: String, finding: String)] = [
    (
      #"{ "path": "Patient.gender", "fixedCode": "male" }"#, #"{ "path": "Patient.gender" }"#, #""gender": "female""#,
      "fixed-value Patient.gender"
    ),
    (
      #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "text": "a" } }"#,
      #"{ "path": "Patient.maritalStatus" }"#, #""maritalStatus": { "text": "b" }"#,
      "pattern Patient.maritalStatus.text"
    ),
    (
      #"{ "path": "Patient.name.family", "maxLength": 3 }"#, #"{ "path": "Patient.name.family" }"#,
      #""name": [{ "family": "abcdef" }]"#, "too-long Patient.name[0].family"
    ),
    (
      #"{ "path": "Patient.birthDate", "minValueDate": "2000-01-01" }"#, #"{ "path": "Patient.birthDate" }"#,
      #""birthDate": "1995-01-01""#, "value-range Patient.birthDate"
    ),
    (constraint("name.exists()"), #"{ "path": "Patient" }"#, #""active": true"#, "constraint Patient"),
    (constraint("name.exists()"), constraint("true"), #""active": true"#, "constraint Patient"),
  ]

  @Test(arguments: dropped.indices) func aSnapshotRepeatsWhatItsBaseStates(_ number: Int) {
    let (base, own, record, finding) = Self.dropped[number]
    let profile = profile(base, own, isSnapshot: true)
    #expect(profile.findings(in: record) == [finding])
    let faults = profile.faults(in: record)
    #expect(faults.count == 1 && faults.allSatisfy { $0.hasPrefix("loosened-base Patient") }, "\(faults)")
  }

  /// What a profile states, and the element of which its type forbids that.
  @Test(arguments: [
    (#"{ "path": "Patient.link.other", "min": 0 }"#, "link.other"),
    (#"{ "path": "Patient.birthDate", "max": "*" }"#, "birthDate"),
    (#"{ "path": "Patient.gender", "binding": { "strength": "preferred" } }"#, "gender"),
    (
      """
      { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "targetProfile": [
        "http://hl7.org/fhir/StructureDefinition/Organization", "http://hl7.org/fhir/StructureDefinition/Device"] }] }
      """, "managingOrganization"
    ),
    (#"{ "path": "Patient.link.other", "min": 1, "max": "1" }"#, ""),
    (#"{ "path": "Patient.managingOrganization", "type": [{ "code": "Reference" }] }"#, ""),
    (#"{ "path": "Patient.maritalStatus", "binding": { "strength": "example" } }"#, "maritalStatus"),
    (#"{ "path": "Patient.contact.relationship", "binding": { "strength": "example" } }"#, "contact.relationship"),
    (#"{ "path": "Patient.contact.organization", "binding": { "strength": "example" } }"#, ""),
  ])
  func theTypeIsABase(element: String, path: String) {
    let profile = ProfileCase(element)
    #expect(profile.faults() == (path.isEmpty ? [] : ["loosened-base Patient.\(path)"]))
    // Nothing is left out because of it.
    let record = profile.record(#""active": true"#)
    #expect(profile.validator.validate(Array(record.utf8)).tally.notChecked.isEmpty)
  }

  @Test func aSliceBesideTheClosedOnesOfTheBase() {
    let profile = profile(Self.closed + "," + Self.slice("work"), Self.slice("home"))
    #expect(profile.faults() == ["loosened-base Patient.telecom"])
  }

  @Test(arguments: [false, true]) func aProfileNeedNotRepeatTheOrderOfSlices(isSnapshot: Bool) {
    let profile = profile(
      Self.ordered, Self.closed.replacing(#""closed""#, with: #""open""#), isSnapshot: isSnapshot)
    #expect(profile.findings(in: Self.homeBeforeWork) == ["slice-order Patient.telecom[1]"])
    #expect(profile.faults() == [])
  }

  @Test func aBaseBehindTheBaseCounts() {
    let own = #"{ "path": "Patient.birthDate", "min": 1 }"#
    let middle = ProfileCase.definition(
      "http://example.org/middle", #"{ "path": "Patient.name", "min": 0 }"#, of: "Patient",
      base: "http://example.org/base")
    let base = ProfileCase.definition(
      "http://example.org/base", #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient")
    let profile = ProfileCase(own, base: "http://example.org/middle", others: [middle, base])
    #expect(profile.findings(in: #""birthDate": "2000""#) == ["required-element Patient.name"])
    #expect(profile.faults() == ["loosened-base Patient.name"])
    #expect(profile.validator.profileFaults.first?.profile == "http://example.org/middle")
  }

  /// A base behind a base that says nothing of it, by which a record is judged, too.
  @Test func aBoundOfABaseBehindTheBaseCounts() {
    let own = #"{ "path": "Patient.name.family", "maxLength": 9 }"#
    let others = [
      ProfileCase.definition(
        "http://example.org/middle", #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient",
        base: "http://example.org/base"),
      ProfileCase.definition(
        "http://example.org/base", #"{ "path": "Patient.name.family", "maxLength": 3 }"#, of: "Patient"),
    ]
    let profile = ProfileCase(own, base: "http://example.org/middle", others: others)
    #expect(profile.findings(in: #""name": [{ "family": "abcdef" }]"#) == ["too-long Patient.name[0].family"])
    #expect(profile.faults() == ["loosened-base Patient.name.family"])
  }

  /// Where nothing tells whether the set of a base has all codes of that of a profile, records are judged by both.
  @Test(arguments: [false, true]) func aSetThatIsNotThereLoosensNothing(isSnapshot: Bool) {
    let none = Self.binding("required", "http://example.org/ValueSet/none")
    let (unknownBase, unknownOwn) = (
      profile(none, Self.binding("required", Self.uses), isSnapshot: isSnapshot),
      profile(Self.binding("required", Self.uses), none, isSnapshot: isSnapshot)
    )
    let home = Self.named.replacing("name-use", with: "contact-point-use").replacing("usual", with: "home")
    for profile in [unknownBase, unknownOwn] {
      #expect(profile.faults(in: home) == [])
      #expect(profile.findings(in: home) == [])
      let tally = profile.validator.validate(Array(profile.record(home).utf8)).tally
      #expect(tally.notChecked["value set http://example.org/ValueSet/none"] == 1)
    }
    #expect(unknownOwn.findings(in: Self.named) == ["outside-value-set Patient.maritalStatus.coding[0].code"])
  }

  /// What the base states, and a profile that only restricts it.
  static let restricted: [(base: String, own: String)] = [
    (#"{ "path": "Patient.name", "min": 1, "max": "3" }"#, #"{ "path": "Patient.name", "min": 2, "max": "2" }"#),
    (#"{ "path": "Patient.name", "min": 1 }"#, #"{ "path": "Patient.name", "mustSupport": true }"#),
    (
      #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "text": "a" } }"#,
      #"{ "path": "Patient.maritalStatus", "fixedCodeableConcept": { "text": "a", "id": "b" } }"#
    ),
    (
      #"{ "path": "Patient.generalPractitioner", "type": [{ "code": "Reference" }] }"#,
      """
      { "path": "Patient.generalPractitioner", "type": [{
        "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Practitioner"] }] }
      """
    ),
    (
      """
      { "path": "Patient.managingOrganization", "type": [{
        "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Organization|4.0.1"] }] }
      """,
      """
      { "path": "Patient.managingOrganization", "type": [{
        "code": "Reference", "targetProfile": ["http://example.org/unknown"] }] }
      """
    ),
    (
      closed + "," + slice("work"),
      closed.replacing(#""rules": "closed""#, with: #""ordered": true, "rules": "closed""#) + ","
        + slice("work").replacing(#""work" }"#, with: #""work", "max": "1" }"#, maxReplacements: 1)
    ),
    (
      """
      { "path": "Patient.maritalStatus", "binding": { "strength": "extensible", "valueSet": "http://example.org/a" } }
      """,
      """
      { "path": "Patient.maritalStatus", "binding": { "strength": "required", "valueSet": "http://example.org/b" } }
      """
    ),
    (#"{ "path": "Patient.name.family", "maxLength": 9 }"#, #"{ "path": "Patient.name.family", "maxLength": 3 }"#),
    (
      #"{ "path": "Patient.birthDate", "minValueDate": "1990-01-01" }"#,
      #"{ "path": "Patient.birthDate", "minValueDate": "2000-01-01" }"#
    ),
    (
      organizations(#", "aggregation": ["contained", "bundled"]"#), organizations(#", "aggregation": ["contained"]"#)
    ),
    (
      binding("required", "http://hl7.org/fhir/ValueSet/all-types"),
      binding("required", "http://hl7.org/fhir/ValueSet/resource-types")
    ),
    (binding("extensible", uses, maximum: uses), binding("required", uses)),
    (
      #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "text": "a" } }"#,
      #"{ "path": "Patient.maritalStatus" }, { "path": "Patient.maritalStatus.text", "fixedString": "a" }"#
    ),
    (#"{ "path": "Patient.gender", "fixedCode": "male" }"#, #"{ "path": "Patient.gender", "max": "0" }"#),
    (constraint("name.exists()"), constraint("name.exists()")),
    (constraint("name.exists()"), constraint("name.exists() and active.exists()")),
  ]

  @Test(arguments: restricted.indices, [false, true]) func acceptsARestriction(_ number: Int, isSnapshot: Bool) {
    let (base, own) = Self.restricted[number]
    #expect(profile(base, own, isSnapshot: isSnapshot).faults().filter { !$0.hasPrefix("missing-part") } == [])
  }
}
