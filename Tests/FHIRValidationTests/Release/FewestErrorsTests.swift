import FHIRFindings
import FHIRProfiles
import FHIRRecognition
import FHIRSchema
import FHIRTape
import Testing

@testable import FHIRValidation

/// The errors of a document by the release of the first look are those that the walk has found, and are not sought again.
struct FewestErrorsTests {
  private static let planned = #"{"resourceType":"CommunicationRequest","status":"planned"}"#
  private static func bundle(_ record: String) -> String {
    #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:oid:1.2","resource":\#(record)}]}"#
  }

  /// Where more is found in a record than is listed, all releases are judged anew.
  @Test func bothWaysFindTheSameRelease() {
    var few = ValidationOptions()
    few.maximumFindingsPerRecord = 0
    let (all, long) = (Validator(), Validator(options: few))
    let examples = RepeatedValuesTests.examples
    var isByErrors = false
    for record in [Self.planned] + examples + examples.map(Self.bundle) {
      for text in [record, "\u{FEFF}" + record] {
        let tally = all.validate(Array(text.utf8)).tally
        #expect(tally.releases == long.validate(Array(text.utf8)).tally.releases, "\(text)")
        isByErrors = isByErrors || tally.releases.values.contains { $0[.errors] != nil }
      }
    }
    #expect(isByErrors)
  }

  /// What the entries of a Bundle have, or lack, tells its release where no record does: in R4 a history has responses.
  @Test(arguments: [
    (#""request":{"method":"DELETE","url":"Patient/1"}"#, "dstu2"),
    (#""request":{"method":"DELETE","url":"Patient/1"},"response":{"status":"200"}"#, "r4"),
  ])
  func aHistoryIsToldByItsEntries(entry: String, release: String) {
    let text =
      #"{"resourceType":"Bundle","type":"history","entry":[{\#(entry)}]}"#
    let tally = Validator().validate(Array(text.utf8)).tally
    #expect(tally.releases.keys.sorted() == [release])
    #expect(tally.bySeverity[.error] == nil, "\(tally.findings)")
  }

  /// A record that names a code system as another release writes it, and that has no other sign against its own.
  @Test(arguments: [
    (
      #"""
      {"resourceType":"Patient","identifier":[{"value":"1","use":"usual",\#
      "type":{"coding":[{"system":"http://hl7.org/fhir/v2/0203","code":"MR"}]}}]}
      """#, "dstu2"
    ),
    (
      #"""
      {"resourceType":"ValueSet","status":"draft","jurisdiction":[{"text":"x"}],"identifier":[{"use":"usual"}],\#
      "compose":{"include":[{"system":"http://hl7.org/fhir/choice-list-orientation"}]}}
      """#, "stu3"
    ),
  ])
  func aCodeSystemAloneExcludesNoRelease(record: String, release: String) {
    // The older releases have no such use.
    for (record, release) in [(record, release), (record.replacing("usual", with: "old"), "r4")] {
      let found = Validator().validate(Array(record.utf8))
      #expect(!found.findings.contains { $0.severity >= .error }, "\(found.findings)")
      #expect(found.tally.releases.keys.sorted() == [release])
    }
  }

  private static let bare = #""text":{"status":"generated","div":"<div>a</div>"}"#
  private static let named =
    #""text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>"}"#

  /// Only DSTU2 publishes narratives without the namespace. That is more than a profile says, and less than an error.
  @Test(arguments: [
    (#"{"resourceType":"Basic","code":{"text":"a"},\#(bare)}"#, "dstu2"),
    (#"{"resourceType":"Basic","code":{"text":"a"},\#(named)}"#, "r4"),
    // A value set of the profile that DSTU2 publishes lacks the code.
    (
      #"""
      {"resourceType":"Patient",\#(bare),"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/us-core-race",\#
      "valueCodeableConcept":{"coding":[{"system":"http://x.org","code":"a"}]}}]}
      """#, "dstu2"
    ),
    // DSTU2 lacks the code.
    (
      #"""
      {"resourceType":"Appointment","status":"entered-in-error",\#(bare),\#
      "participant":[{"status":"accepted","actor":{"display":"a"}}]}
      """#, "r4"
    ),
    // DSTU2 has another name for the code system.
    (
      #"""
      {"resourceType":"Patient",\#(bare),"maritalStatus":{"coding":[\#
      {"system":"http://terminology.hl7.org/CodeSystem/v3-MaritalStatus","code":"M"}]}}
      """#, "r4"
    ),
    // DSTU2 lacks the element.
    (#"{"resourceType":"Observation","status":"final","code":{"text":"a"},"note":[{"text":"b"}],\#(bare)}"#, "r4"),
  ])
  func aNarrativeWithoutNamespaceIsOfTheReleaseThatPublishesSuch(record: String, release: String) throws {
    let bytes = Array(record.utf8)
    #expect(Validator().validate(bytes).tally.releases.keys.sorted() == [release])
    #expect(FHIRRelease.recognised(in: bytes)?.release.name == release)
    let lines = record.filter { !$0.isNewline }
    for text in [Self.bundle(record), "\(lines)\n\(lines)\n", "[\(record),\(record)]"] {
      #expect(Validator().validate(Array(text.utf8)).tally.releases.keys.sorted() == [release], "\(text)")
    }
  }

  private func countsOfDocument(
    _ text: String, _ validator: Validator = Validator(), hasByteOrderMark: Bool = false
  ) throws -> FindingCounts? {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { bytes in
      let walkers = WalkerPool(validator.judged, validator.options)
      var reader = RecordReader(
        over: bytes, bundles: validator.judged.bundles, maximumDepth: validator.options.readableDepth,
        maximumRecordBytes: bytes.count)
      reader.readBundlesWhole()
      let pooled = walkers.take(first: 0)
      pooled.walker.beginInput(first: 0, given: nil, in: ReleaseContext(), batchLimit: .max, keepsRecords: false)
      guard case .value(let tape, let place) = try reader.next() else { return nil }
      if hasByteOrderMark { pooled.walker.reportByteOrderMark() }
      withUnsafePointer(to: ExaminedRecord(tape: tape, place: place)) { pooled.walker.walkRecord($0) }
      return pooled.walker.countsOfDocument
    }
  }

  @Test func theCountsAreThoseOfTheDocumentAlone() throws {
    #expect(try (countsOfDocument(Self.planned)?.bySeverity[.error] ?? 0) > 0)
    #expect(try countsOfDocument(Self.planned, hasByteOrderMark: true) == nil)
    // A resource in it has a release of its own.
    #expect(try countsOfDocument(Self.bundle(Self.planned)) == nil)
    var few = ValidationOptions()
    few.maximumFindingsPerRecord = 0
    #expect(try countsOfDocument(Self.planned, Validator(options: few)) == nil)
    #expect(try countsOfDocument(Self.planned, Validator(guides: [#require(Guide.named("argonaut"))])) == nil)
  }
}
