import FHIRFindings
import FHIRValidation
import Testing

/// The release that most records of a Bundle, an array or a file show, and records that show another one.
@Suite struct MostOthersTests {
  private let validator = Validator()

  private func tally(_ text: String) -> ValidationTally { validator.validate(Array(text.utf8)).tally }

  /// A record that shows the release of most others, judged or not, is of it: its sign is no fault then.
  @Test func aRecordOfTheReleaseOfMostOthersIsNotJudgedByAnother() {
    let order = #"{"resourceType":"MedicationRequest","status":"active","intent":"order","subject":{"display":"x"},"#
    let concept = #"\#(order)"medication":{"concept":{"text":"x"}}}"#
    let patient = #"{"resourceType":"Patient","name":[{"family":"x"}]}"#
    let r4 = #"\#(order)"medicationCodeableConcept":{"text":"x"}}"#
    let wrong = #"{"resourceType":"Patient","gender":"zzz"}"#
    let sign =
      #"{"resourceType":"Encounter","status":"planned","plannedStartDate":"2020-01-01","subject":{"display":"x"}}"#
    func bundle(_ resources: [String]) -> String {
      let entries = resources.map { #"{"resource":\#($0)}"# }
      return #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    }
    for join in [{ $0.joined(separator: "\n") }, { "[\($0.joined(separator: ","))]" }, bundle] {
      for records in [[concept, patient], [patient, concept], [concept, wrong, patient, concept, r4]] {
        let tally = tally(join(records))
        #expect(tally.releases["r5"]?.values.reduce(0, +) == records.count { $0 == concept }, "\(records)")
        #expect(tally.releases["r4"]?.values.reduce(0, +) == records.count { $0 != concept }, "\(records)")
      }
      // Below its own members, too, where two others show it surely.
      let visit =
        #"{"resourceType":"Encounter","status":"planned","class":[{"text":"x"}],"plannedStartDate":"2020-01-01"}"#
      let appointment = #"""
        {"resourceType":"Appointment","status":"proposed","reason":[{"concept":{"text":"x"}}],\#
        "participant":[{"status":"accepted"}]}
        """#
      let goal = #"{"resourceType":"Goal","lifecycleStatus":"active","continuous":true,"subject":{"display":"x"}}"#
      for records in [[visit, visit, appointment], [visit, goal], [goal, goal]] {
        #expect(tally(join(records)).releases.keys.sorted() == ["r5"], "\(records)")
      }
      // Where most others show another one, it is a fault, and a single sign may always be one.
      for records in [[r4, concept, r4], [patient, sign], [patient, patient, patient, sign]] {
        #expect(tally(join(records)).releases.keys.sorted() == ["r4"])
      }
    }
  }

  /// Of two records that contradict each other, each has the release that it shows.
  @Test func withoutAMajorityEachRecordHasItsOwnRelease() {
    let statement = #"{"resourceType":"MedicationStatement","subject":{"display":"x"},"status":"active","#
    let stu3 = #"\#(statement)"taken":"y","medicationCodeableConcept":{"text":"x"}}"#
    let r4 = #"\#(statement)"statusReason":[{"text":"x"}],"medicationCodeableConcept":{"text":"x"}}"#
    for lines in ["\(stu3)\n\(r4)", "\(r4)\n\(stu3)", "\(r4)\n\(stu3)\n\(stu3)\n\(r4)"] {
      let found = validator.validate(Array(lines.utf8))
      #expect(!found.findings.contains { $0.severity >= .error }, "\(found.findings)")
      #expect(found.tally.releases.keys.sorted() == ["r4", "stu3"])
    }
  }

  /// A record whose own members fit the others and another major version is told by what its values hold.
  @Test(arguments: [
    #"""
    {"resourceType":"Claim","status":"active","use":"complete","patient":{"display":"x"},\#
    "item":[{"sequence":1,"careTeamLinkId":[1],"unitPrice":{"value":1,"system":"urn:iso:std:iso:4217","code":"USD"}}]}
    """#,
    #"""
    {"resourceType":"Questionnaire","status":"draft",\#
    "item":[{"linkId":"a","type":"choice","option":[{"valueString":"x"}]},\#
    {"linkId":"b","type":"string","enableWhen":[{"question":"a","hasAnswer":true}],"initialString":"x"}]}
    """#,
    #"""
    {"resourceType":"CarePlan","status":"active","intent":"plan","subject":{"display":"x"},"activity":[{"detail":{\#
    "category":{"text":"x"},"definition":{"display":"x"},"status":"scheduled","prohibited":false}}]}
    """#,
  ])
  func aRecordIsToldByItsValuesBesideOthers(record: String) {
    let visit =
      #"{"resourceType":"Encounter","status":"finished","class":{"code":"AMB"},"reasonCode":[{"text":"x"}]}"#
    for records in [[visit, visit, visit, record], [record, visit, visit, visit]] {
      let found = validator.validate(Array(records.joined(separator: "\n").utf8))
      #expect(!found.findings.contains { $0.severity >= .error }, "\(found.findings)")
      #expect(found.tally.releases.mapValues { $0.values.reduce(0, +) } == ["r4": 3, "stu3": 1])
    }
  }

  /// A statement of one version is of the newest: an older release lacks the codes of later ones.
  @Test(arguments: [
    (#"["4.0.1","4.3.0"]"#, "r4b"), (#"["4.0.1"]"#, "r4"), (#"["4.3.0","5.0.0"]"#, "r5"), (#"["5.0","x"]"#, "r5"),
  ])
  func aGuideForSeveralReleasesIsOfTheNewest(versions: String, release: String) {
    let guide = #"{"resourceType":"ImplementationGuide","status":"draft","fhirVersion":\#(versions)}"#
    #expect(tally(guide).releases == [release: [.version: 1]])
  }

  /// The version of a profile of the specification may be short, or one that is known by its version only.
  @Test(arguments: [
    ("4.0", "r4"), ("4.3", "r4b"), ("5.0", "r5"), ("6.0.0", "r6"), ("6.0.0-ballot3", "r6"), ("3.0.1", "stu3"),
  ])
  func aClaimedVersionShowsItsRelease(version: String, release: String) {
    let url = "http://hl7.org/fhir/StructureDefinition/Patient|\(version)"
    #expect(
      tally(#"{"resourceType":"Patient","meta":{"profile":["\#(url)"]}}"#).releases == [release: [.profile: 1]])
  }

  /// Several releases fit, and the number of errors decides: the report says so.
  @Test func theNumberOfErrorsIsNamedAsTheReason() {
    let encounter = #"{"resourceType":"Encounter","status":"finished","subject":{"reference":"Patient/1"}}"#
    #expect(tally(encounter).releases == ["stu3": [.errors: 1]])
  }
}
