import FHIRFindings
import FHIRProfiles
import FHIRRecognition
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

  /// A walker that has judged a record by chosen profiles also judges records by what a release publishes: what it
  /// remembers as good must not hide a claim then.
  @Test func walkersWithMemoriesFindTheSameErrors() async {
    let profile = "http://hl7.org/fhir/StructureDefinition/vitalsigns"
    func record(_ members: String) -> [UInt8] {
      Array(
        """
        {"resourceType":"Observation","meta":{"profile":["\(profile)"]},"status":"final",\(members),
        "code":{"coding":[{"system":"http://loinc.org","code":"8302-2"}]},"subject":{"display":"a"},
        "effectiveDateTime":"2020-01-01","valueQuantity":{"value":1,"unit":"cm","system":"http://unitsofmeasure.org",
        "code":"cm"}}
        """.utf8)
    }
    let category = #"[{"coding":[{"system":"http://hl7.org/fhir/observation-category","code":"vital-signs"}]}]"#
    let (told, contested) = (record(#""context":{"display":"b"},"category":\#(category)"#), record(#""category":{}"#))
    let validator = Validator(profiles: [profile])
    let found = await withTaskGroup(of: Set<String>.self) { group in
      for number in 0..<400 {
        group.addTask {
          if number % 2 == 0 { return Set(validator.validate(contested).tally.releases.keys) }
          _ = validator.validate(told)
          return []
        }
      }
      return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    #expect(found == ["r4"])
    #expect(validator.validate(told).tally.releases.keys.sorted() == ["stu3"])
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
