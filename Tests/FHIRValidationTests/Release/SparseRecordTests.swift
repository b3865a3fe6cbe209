import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Records whose members fit several releases: they are of the release whose rules they break least.
@Suite struct SparseRecordTests {
  private func tally(_ text: String) -> ValidationTally { Validator().validate(Array(text.utf8)).tally }
  private func releases(_ text: String) -> [String: [ReleaseReason: Int]] { tally(text).releases }

  /// A code of the DSTU2 value set; R4 and STU3 have others.
  private static let planned = #"{"resourceType":"CommunicationRequest","status":"planned"}"#
  private static let silent = #"{"resourceType":"Basic","code":{"text":"a"}}"#

  @Test(arguments: [
    (planned, "dstu2"),
    (#"{"resourceType":"CommunicationRequest","status":"pl\u0061nned"}"#, "dstu2"),
    // R4 requires a status.
    (#"{"resourceType":"Account","name":"a"}"#, "dstu2"),
    // DSTU2 has no such code, and R4 requires a class.
    (#"{"resourceType":"Encounter","status":"triaged"}"#, "stu3"),
    // DSTU2 has no intent, and R4 has no such status.
    (#"{"resourceType":"CarePlan","status":"suspended","intent":"plan","subject":{"display":"a"}}"#, "stu3"),
    // DSTU2 requires a type, and R4 requires seven elements.
    (#"{"resourceType":"Claim","identifier":[{"value":"1"}]}"#, "stu3"),
  ])
  func aDocumentIsOfTheReleaseWithTheFewestErrors(record: String, release: String) {
    let tally = tally(record)
    #expect(tally.releases == [release: [.errors: 1]])
    #expect(tally.bySeverity[.error] == nil)
  }

  /// Members of several releases that none of them has: the one with the fewest errors, of those that lack little more.
  @Test(arguments: [
    (#"{"resourceType":"Encounter","status":"finished","class":"inpatient","patient":{},"serviceType":{}}"#, "dstu2"),
    (
      #"{"resourceType":"Questionnaire","status":"published","group":{"linkId":"1","required":true},"copyright":"x"}"#,
      "dstu2"
    ),
    (
      """
      {"resourceType":"Procedure","status":"completed","notDone":false,
       "subject":{"reference":"Patient/1","type":"http://x.org/y"}}
      """, "stu3"
    ),
  ])
  func whereSignsContradictOneAnotherErrorsDecide(record: String, release: String) {
    #expect(releases(record).keys.sorted() == [release])
  }

  /// A rule that one release has as an error and another as a warning is broken by both.
  @Test(arguments: [
    (#"{"resourceType":"Patient","id":"x","contained":[{"resourceType":"Patient","id":"p"}]}"#, "r4"),
    // R4 has no such member, and DSTU2 requires another one.
    (
      #"{"resourceType":"Device","id":"x","status":"active","lotNumber":"1","expirationDate":"2020","url":"http://a.example","contained":[{"resourceType":"Patient","id":"p"}],"manufacturer":"a","model":"b"}"#,
      "stu3"
    ),
  ])
  func aWarningOfARuleThatIsAnErrorElsewhereCounts(record: String, release: String) {
    #expect(releases(record).keys.sorted() == [release])
  }

  @Test(arguments: [
    // Without errors in R4: DSTU2 has no such code, and requires a code or a type.
    #"{"resourceType":"CommunicationRequest","status":"active"}"#,
    #"{"resourceType":"Procedure","status":"completed","subject":{"reference":"Patient/a"}}"#,
    #"{"resourceType":"Device","identifier":[{"value":"1"}]}"#,
    // All releases have this code; no release has this one; these are equally wrong in all.
    #"{"resourceType":"CommunicationRequest","status":"completed"}"#,
    #"{"resourceType":"CommunicationRequest","status":"activ"}"#,
    #"{"resourceType":"CommunicationRequest","status":{"status":"active"}}"#,
    #"{"resourceType":"Patient","gender":"zzz"}"#,
  ])
  func otherwiseTheNewestOfHealthKitIsAssumed(record: String) {
    #expect(releases(record) == ["r4": [.assumed: 1]])
    #expect(releases("\(record)\n\(record)") == ["r4": [.assumed: 2]])
  }

  /// Of releases with equally few errors, those of HealthKit come first: STU3 has the code of the patient, too.
  @Test func onATieTheReleaseOfHealthKitIsChosen() {
    let record = #"{"resourceType":"Account","name":"a"}"#
    for release in [FHIRRelease.dstu2, .stu3] {
      #expect(Validator(release: release)?.validate(Array(record.utf8)).tally.bySeverity[.error] == nil)
    }
    #expect(releases(record) == ["dstu2": [.errors: 1]])
  }

  /// What a record shows is not undone by errors.
  @Test func membersComeBeforeErrors() {
    // The element is of DSTU2 only, and the code of R4 and STU3.
    let stated = #"{"resourceType":"CommunicationRequest","status":"active","requestedOn":"2020-01-01"}"#
    #expect(releases(stated) == ["dstu2": [.elements: 1]])
    let claimed =
      #"{"resourceType":"CommunicationRequest","status":"planned","meta":{"profile":["http://hl7.org/fhir/us/core/StructureDefinition/a"]}}"#
    #expect(releases(claimed)["dstu2"] == nil)
    #expect(
      Array(Self.planned.utf8).withUnsafeBytes {
        Validator().validate($0, hints: ReleaseHints(given: .r4), visit: nil).tally.releases
      } == ["r4": [.caller: 1]])
  }

  /// The first records of an input without any sign are judged together; twenty are enough.
  @Test func theFirstRecordsOfAnInputDecideTogether() {
    let two = tally("\(Self.silent)\n\(Self.planned)")
    #expect(two.releases.keys.sorted() == ["dstu2"] && two.bySeverity[.error] == nil)
    #expect(tally("[\(Self.planned),\(Self.silent)]").releases.keys.sorted() == ["dstu2"])
    let lines = { (count: Int) in String(repeating: Self.silent + "\n", count: count) }
    #expect(releases(lines(19) + Self.planned).keys.sorted() == ["dstu2"])
    #expect(releases(lines(20) + Self.planned) == ["r4": [.assumed: 21]])
    // The code of one record against that of two.
    let active = #"{"resourceType":"CommunicationRequest","status":"active"}"#
    #expect(releases("\(active)\n\(Self.planned)\n\(active)") == ["r4": [.assumed: 3]])
    #expect(releases("\(Self.planned)\n\(active)\n\(Self.planned)").keys.sorted() == ["dstu2"])
  }

  /// Signs that leave several releases do not end the search: R5 alone has no such type.
  @Test func errorsDecideBetweenTheReleasesThatAreLeft() {
    let narrow = #"{"resourceType":"Media","content":{"url":"http://example.org/a"}}"#
    #expect(releases("\(narrow)\n\(Self.planned)").keys.sorted() == ["dstu2"])
  }

  /// Where a record of an input shows a release, the errors of the others do not count.
  @Test func theSignOfANeighbourComesBeforeErrors() {
    let sure = #"{"resourceType":"MedicationRequest","doNotPerform":true,"reportedBoolean":false}"#
    #expect(releases("\(Self.planned)\n\(sure)")["r4"]?[.file] == 1)
    #expect(releases("\(sure)\n\(Self.planned)")["dstu2"] == nil)
  }

  @Test func aBundleIsADocument() {
    let bundle = { (records: [String]) in
      let entries = records.enumerated().map { #"{"fullUrl":"urn:oid:1.\#($0)","resource":\#($1)}"# }
      return #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    }
    let two = tally(bundle([Self.silent, Self.planned]))
    #expect(two.releases.keys.sorted() == ["dstu2"] && two.records == 2 && two.bySeverity[.error] == nil)
    #expect(releases(bundle([Self.silent])) == ["r4": [.assumed: 1]])
    #expect(releases(bundle([])) == ["r4": [.assumed: 1]])
  }

  /// A document is counted once, and its findings are those of the release that it is of.
  @Test func nothingRemainsOfTheFirstJudging() throws {
    let text = #"{"resourceType":"Encounter","status":"triaged","length":{"value":"x"}}"#
    let alone = try #require(Validator(release: .stu3)).validate(Array(text.utf8))
    let told = Validator().validate(Array(text.utf8))
    #expect(told.findings == alone.findings && !told.findings.isEmpty)
    #expect(told.tally.records == 1 && told.tally.bySeverity == alone.tally.bySeverity)
  }
}
