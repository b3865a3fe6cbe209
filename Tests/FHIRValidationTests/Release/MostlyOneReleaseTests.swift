import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTape
import Testing

/// Large Bundles and files of one release with a few records of another.
@Suite struct MostlyOneReleaseTests {
  private static let silent = #"{"resourceType":"Patient","gender":"male"}"#
  private static let wrong = #"{"resourceType":"Patient","gender":"zzz"}"#

  /// Records that surely show their release: by two members, or by a type.
  private static let sure: [String: String] = [
    "dstu2": #"{"resourceType":"MedicationOrder","medicationCodeableConcept":{"text":"a"}}"#,
    "stu3":
      #"{"resourceType":"MedicationRequest","intent":"order","medicationCodeableConcept":{"text":"a"},"subject":{"display":"b"},"context":{"display":"c"},"requester":{"agent":{"display":"d"}}}"#,
    // Most records of R4 are ones of R4B, too.
    "r4": #"{"resourceType":"MedicinalProduct","name":[{"productName":"a"}]}"#,
    "r4b":
      #"{"resourceType":"Ingredient","status":"active","role":{"text":"a"},"substance":{"code":{"concept":{"text":"b"}}}}"#,
    "r5":
      #"{"resourceType":"Encounter","status":"completed","class":[{"text":"a"}],"actualPeriod":{"start":"2020"},"admission":{"origin":{"display":"b"}}}"#,
  ]
  private static let judged = ["dstu2", "stu3", "r4", "r4b"]
  private static let pairs = judged.flatMap { most in
    (judged + ["r5"]).filter { $0 != most }.map { (most, $0) }
  }

  private func text(_ records: [String], asBundle: Bool) -> String {
    if !asBundle { return records.joined(separator: "\n") }
    let entries = records.enumerated().map { #"{"fullUrl":"urn:oid:2.999.\#($0)","resource":\#($1)}"# }
    return #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
  }

  /// The number of records of each release, in memory and read in pieces.
  private func counts(_ text: String) throws -> [String: Int] {
    let bytes = Array(text.utf8)
    let tally = Validator().validate(bytes).tally
    let streamed = try bytes.withUnsafeBytes { bytes in
      try Validator().validate(from: MemorySource(bytes)) { _ in }
    }
    #expect(streamed.releases == tally.releases)
    return tally.releases.mapValues { $0.values.reduce(0, +) }
  }

  @Test(arguments: pairs) func threeOfAnotherReleaseKeepTheirs(most: String, other: String) throws {
    let (own, foreign) = (try #require(Self.sure[most]), try #require(Self.sure[other]))
    let many = (0..<500).map { $0 % 2 == 1 ? own : Self.silent }
    for asBundle in [true, false] {
      for place in [10, 250, 500] {
        let records = Array(many[..<place]) + Array(repeating: foreign, count: 3) + Array(many[place...])
        #expect(try counts(text(records, asBundle: asBundle)) == [most: 500, other: 3], "\(asBundle) \(place)")
      }
    }
  }

  /// As many as show one release outweigh the few that come before them.
  @Test(arguments: pairs) func theFirstRecordsDoNotDecideForAll(most: String, other: String) throws {
    let (own, foreign) = (try #require(Self.sure[most]), try #require(Self.sure[other]))
    let many = (0..<500).map { $0 % 2 == 1 ? own : Self.silent }
    for asBundle in [true, false] {
      let records = Array(repeating: foreign, count: 3) + many
      #expect(try counts(text(records, asBundle: asBundle)) == [most: 500, other: 3], "\(asBundle)")
    }
  }

  /// Records that show nothing are judged, whatever release that is not judged another claims.
  @Test(arguments: [
    #"{"resourceType":"Patient","gender":"zzz","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/Patient|5.0.0"]}}"#,
    #"{"resourceType":"StructureDefinition","fhirVersion":"6.0.0-ballot2"}"#,
    #"{"resourceType":"StructureDefinition","fhirVersion":"0.0.82"}"#,
    #"{"resourceType":"ActorDefinition","status":"draft","type":"person"}"#, sure["r5"] ?? "",
  ])
  func aClaimSilencesNobody(claim: String) throws {
    for place in [0, 1, 250, 500] {
      var records = Array(repeating: Self.wrong, count: 500)
      records.insert(claim, at: place)
      for text in [
        text(records, asBundle: true), text(records, asBundle: false), "[\(records.joined(separator: ","))]",
        text(records + records, asBundle: true),
      ] {
        let result = Validator().validate(Array(text.utf8)).tally
        let times = result.records / 501
        #expect(result.bySeverity[.error] == 500 * times, "\(place)")
        #expect(result.notJudged == [.otherRelease: times] && result.releases["r4"]?.values.reduce(0, +) == 500 * times)
      }
    }
  }

  /// A release that is not judged does not hide which of the judged ones the file is of.
  @Test(arguments: judged) func whatIsNotJudgedHidesNoRelease(release: String) throws {
    let own = try #require(Self.sure[release])
    let foreign = try #require(Self.sure["r5"])
    for asBundle in [true, false] {
      let records = [foreign, Self.silent, own, Self.silent]
      #expect(try counts(text(records, asBundle: asBundle)) == [release: 3, "r5": 1])
      let late = [foreign] + Array(repeating: Self.silent, count: 400) + [own]
      #expect(try counts(text(late, asBundle: asBundle)) == [release: 401, "r5": 1])
    }
  }

  /// Where all that stands before fits two releases of one major version, one with a member of the second is of that one.
  @Test func neighboursThatFitTwoReleasesAreAgainstNeither() throws {
    let both =
      #"{"resourceType":"Observation","status":"final","code":{"text":"a"},"subject":{"display":"b"},"valueString":"c"}"#
    let later =
      #"{"resourceType":"EvidenceVariable","status":"draft","characteristic":[{"definitionCodeableConcept":{"text":"d"}}],"actual":true}"#
    for asBundle in [true, false] {
      for place in [0, 3, 5, 12] {
        var records = Array(repeating: both, count: 12)
        records.insert(later, at: place)
        let tally = Validator().validate(Array(text(records, asBundle: asBundle).utf8)).tally
        #expect(tally.bySeverity[.error] == nil && tally.releases["r4b"] != nil, "\(asBundle) \(place)")
      }
    }
  }

  /// A Bundle of which each entry is of R5 is not judged; with one that shows nothing, that one is.
  @Test func aBundleOfR5() throws {
    let foreign = try #require(Self.sure["r5"])
    #expect(try counts(text(Array(repeating: foreign, count: 500), asBundle: true)) == ["r5": 500])
    let both = Array(repeating: foreign, count: 500) + [Self.wrong]
    let tally = Validator().validate(Array(text(both, asBundle: true).utf8)).tally
    #expect(tally.notJudged == [.otherRelease: 500] && tally.bySeverity[.error] == 1)
  }

  // MARK: - Order

  /// Members have no order, also where one is of a release that is not judged.
  @Test func theOrderOfMembersChangesNoVerdict() {
    let members = [
      #""custodian":{"display":"a"}"#, #""encounter":{"display":"b"}"#,
      #""activity":[{"reference":{"display":"c"},"progress":[{"text":"d"}],"outcomeReference":[{"display":"e"}]}]"#,
      #""status":"active","intent":"plan","subject":{"display":"f"}"#,
    ]
    for order in orders(of: members) {
      let record = #"{"resourceType":"CarePlan",\#(order.joined(separator: ","))}"#
      let result = Validator().validate(Array(record.utf8))
      #expect(result.tally.releases == ["r4": [.elements: 1]], "\(order)")
      #expect(result.findings.filter { $0.severity == .error }.map(\.path) == ["CarePlan.custodian"])
    }
  }

  /// A fixed sequence of permutations.
  private func orders<T>(of list: [T]) -> [[T]] {
    [list, list.reversed()] + [5, 7, 11].map { step in list.indices.map { list[($0 * step + step) % list.count] } }
  }

  /// The records of one release, and those that show none, have the same findings in each order.
  @Test(arguments: judged) func theOrderOfRecordsChangesNoVerdict(release: String) throws {
    let own = try #require(Self.sure[release])
    let weak = #"{"resourceType":"Patient","name":[{"family":"a"}]}"#
    let list = [
      own, Self.silent, Self.wrong, weak, own, Self.silent, weak, Self.wrong, Self.silent, Self.silent, Self.wrong, own,
      Self.silent,
    ]
    for asBundle in [true, false] {
      var verdicts: Set<[String]> = []
      for order in orders(of: list) {
        let result = Validator().validate(Array(text(order, asBundle: asBundle).utf8))
        #expect(result.tally.releases.keys.sorted() == [release])
        verdicts.insert(result.findings.map { "\($0.rule) \($0.message)" }.sorted())
      }
      #expect(verdicts.count == 1, "\(verdicts)")
    }
  }

  /// Two releases in one file: what shows none is of the one that more records show.
  @Test func theOrderOfTwoReleasesChangesNoVerdict() throws {
    let (two, three) = (try #require(Self.sure["dstu2"]), try #require(Self.sure["stu3"]))
    let list = [two, two, two, three, Self.silent, two, Self.silent, three, two, Self.silent, two, Self.silent, two]
    for order in orders(of: list) {
      #expect(try counts(text(order, asBundle: false)) == ["dstu2": 11, "stu3": 2])
    }
  }
}
