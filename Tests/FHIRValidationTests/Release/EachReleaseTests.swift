import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Records that show STU3, R4B or R5, which are never judged as DSTU2 or R4.
@Suite struct EachReleaseTests {
  private func tally(_ text: String) -> ValidationTally { Validator().validate(Array(text.utf8)).tally }

  private static let subject = #""subject":{"reference":"Patient/1"}"#

  /// Records that keep the rules of their release.
  static let sound: [(String, String)] = [
    (
      #"{"resourceType":"MedicationRequest","status":"active","intent":"order","medicationCodeableConcept":{"text":"a"},\#(subject),"context":{"reference":"Encounter/1"},"requester":{"agent":{"reference":"Practitioner/1"}}}"#,
      "stu3"
    ),
    (
      #"{"resourceType":"ProcedureRequest","status":"active","intent":"order","code":{"text":"a"},\#(subject),"authoredOn":"2020-01-01"}"#,
      "stu3"
    ),
    (#"{"resourceType":"ProcedureRequest","code":{"text":"a"},\#(subject),"orderedOn":"2020-01-01"}"#, "dstu2"),
    // A form and a name, each of more than one release, have one in common.
    (#"{"resourceType":"Condition","clinicalStatus":"active","verificationStatus":"confirmed",\#(subject)}"#, "stu3"),
    (
      #"{"resourceType":"AllergyIntolerance","clinicalStatus":"active","verificationStatus":"confirmed","patient":{"display":"a"}}"#,
      "stu3"
    ),
    (
      #"{"resourceType":"Questionnaire","status":"active","item":[{"linkId":"1","type":"group","item":[{"linkId":"2","type":"choice","options":{"reference":"ValueSet/1"}}]}]}"#,
      "stu3"
    ),
    (
      ##"{"resourceType":"Location","contained":[{"resourceType":"Endpoint","id":"e","status":"active","connectionType":{"code":"hl7-fhir-rest"},"payloadType":[{"text":"any"}],"address":"http://example.org"}],"endpoint":[{"reference":"#e"}],"name":"a","type":{"text":"b"}}"##,
      "stu3"
    ), (#"{"resourceType":"Observation","status":"final","code":{"text":"a"},"comment":"b"}"#, "stu3"),
    (
      #"{"resourceType":"Goal","status":"in-progress","description":{"text":"a"},"expressedBy":{"display":"b"}}"#,
      "stu3"
    ),
    (#"{"resourceType":"Encounter","status":"finished","class":{"code":"AMB"},"reason":[{"text":"a"}]}"#, "stu3"),
    (
      #"{"resourceType":"Encounter","status":"finished","class":{"code":"AMB","system":"http://terminology.hl7.org/CodeSystem/v3-ActCode"},"reasonCode":[{"text":"a"}]}"#,
      "r4"
    ),
    (#"{"resourceType":"Encounter","status":"finished","class":"ambulatory","reason":[{"text":"a"}]}"#, "dstu2"),
    (#"{"resourceType":"ImagingStudy","status":"available",\#(subject),"started":"2020-01-01"}"#, "r4"),
  ]

  @Test(arguments: sound)
  func aSoundRecordHasNoErrors(record: String, release: String) {
    let tally = tally(record)
    #expect(tally.releases == [release: [tally.releases[release]?.keys.first ?? .assumed: 1]])
    #expect(tally.releases[release]?.keys.contains { $0 == .elements || $0 == .type } == true)
    #expect(tally.bySeverity[.error] == nil, "\(tally.findings)")
  }

  @Test(arguments: [
    (#"{"resourceType":"Ingredient","status":"active","role":{"text":"a"}}"#, "r4b"),
    (
      #"{"resourceType":"SubscriptionTopic","url":"http://example.org/a","status":"draft","resourceTrigger":[{"resource":"Task"}]}"#,
      "r4b"
    ),
    (#"{"resourceType":"EffectEvidenceSynthesis","status":"draft"}"#, "r4"),
    (#"{"resourceType":"ImagingManifest","patient":{"display":"a"}}"#, "stu3"),
    (#"{"resourceType":"DiagnosticOrder"}"#, "dstu2"),
  ])
  func aTypeShowsItsRelease(record: String, release: String) {
    #expect(tally(record).releases == [release: [.type: 1]])
  }

  private static let later: [(record: String, reason: ReleaseReason)] = [
    (
      #"{"resourceType":"Encounter","status":"completed","class":[{"text":"a"}],\#(subject),"actualPeriod":{"start":"2020"}}"#,
      .elements
    ),
    (
      #"{"resourceType":"MedicationRequest","status":"active","intent":"order","medication":{"concept":{"text":"a"}},\#(subject)}"#,
      .elements
    ),
    (
      #"{"resourceType":"Procedure","status":"completed",\#(subject),"occurrenceDateTime":"2020","reason":[{"concept":{"text":"a"}}]}"#,
      .elements
    ),
    (#"{"resourceType":"ActorDefinition","status":"draft","type":"person"}"#, .type),
    (
      #"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/Patient|5.0.0"]},"gender":"zzz"}"#,
      .profile
    ),
  ]

  @Test(arguments: later)
  func aRecordOfR5IsCountedAndNotJudged(record: String, reason: ReleaseReason) {
    let result = Validator().validate(Array(record.utf8))
    #expect(result.tally.releases == ["r5": [reason: 1]])
    #expect(result.tally.notJudged == [.otherRelease: 1] && result.tally.otherReleases == ["r5": 1])
    #expect(result.findings.map(\.rule.rawValue) == ["structure/other-release"])
  }

  /// A record that keeps its Bundle's release has it, whatever the others show together.
  @Test func aBundleHasOneRelease() {
    let records =
      Self.sound.filter { $0.1 == "stu3" }.map(\.0) + [
        #"{"resourceType":"Patient","gender":"male"}"#,
        #"{"resourceType":"Immunization","status":"completed","notGiven":false,"vaccineCode":{"text":"a"},"patient":{"display":"b"},"primarySource":true}"#,
      ]
    let entries = records.enumerated().map { #"{"fullUrl":"urn:oid:1.\#($0)","resource":\#($1)}"# }
    let tally = tally(
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#)
    #expect(tally.releases.keys.sorted() == ["stu3"] && tally.records == records.count)
    #expect(tally.bySeverity[.error] == nil, "\(tally.findings)")
  }
}
