import FHIRSchema
import FHIRValidation
import Testing

/// Records whose elements are in all releases: a code, or an element that is missing, shows their release.
@Suite struct SparseRecordTests {
  private func releases(_ text: String) -> [String: [ReleaseReason: Int]] {
    Validator().validate(Array(text.utf8)).tally.releases
  }

  private static let r4Code = #"{"resourceType":"CommunicationRequest","status":"active"}"#

  @Test(arguments: [
    (r4Code, "r4"), (#"{"resourceType":"CommunicationRequest","status":"\u0061ctive"}"#, "r4"),
    (#"{"resourceType":"CommunicationRequest","status":"planned"}"#, "dstu2"),
    (#"{"resourceType":"Encounter","statusHistory":[{"status":"planned"},{"status":"triaged"}]}"#, "r4"),
  ])
  func aCodeOfOneReleaseShowsIt(record: String, release: String) {
    #expect(releases(record) == [release: [.codes: 1]])
  }

  @Test(arguments: [
    // All releases have this code; no release has this one; two codes of different releases.
    #"{"resourceType":"CommunicationRequest","status":"completed"}"#,
    #"{"resourceType":"CommunicationRequest","status":"activ"}"#,
    #"{"resourceType":"CommunicationRequest","status":["active","planned"]}"#,
    #"{"resourceType":"CommunicationRequest","status":{"status":"active"}}"#,
  ])
  func otherCodesShowNothing(record: String) {
    #expect(releases("\(record)\n\(record)") == ["dstu2": [.assumed: 2]])
  }

  /// An element outweighs a code, and a code that one record has tells the release of its neighbours.
  @Test func codesAreWeakEvidence() {
    let stated = #"{"resourceType":"CommunicationRequest","status":"active","requestedOn":"2020-01-01"}"#
    #expect(releases(stated) == ["dstu2": [.elements: 1]])
    let silent = #"{"resourceType":"Basic","code":{"text":"a"}}"#
    #expect(releases("\(silent)\n\(Self.r4Code)") == ["r4": [.file: 2]])
    #expect(
      releases(
        #"{"resourceType":"Bundle","entry":[{"fullUrl":"urn:oid:1.2","resource":\#(silent)},{"fullUrl":"urn:oid:1.3","resource":\#(Self.r4Code)}]}"#
      ) == ["r4": [.bundle: 2]])
  }

  @Test(arguments: [
    (#"{"resourceType":"Procedure","status":"completed","subject":{"reference":"Patient/a"}}"#, "r4"),
    (#"{"resourceType":"Device","identifier":[{"value":"1"}]}"#, "r4"),
    (#"{"resourceType":"Account","name":"a"}"#, "dstu2"),
    (#"{"resourceType":"Provenance","target":[{"display":"a"}],"recorded":"2020-01-01T00:00:00Z"}"#, "dstu2"),
  ])
  func whatARecordLacksShowsItsReleaseIfItIsAlone(record: String, release: String) {
    #expect(releases(record) == [release: [.requirements: 1]])
    // Of several records, one may be faulty.
    #expect(releases("\(record)\n\(record)") == ["dstu2": [.assumed: 2]])
  }

  @Test(arguments: [
    // Lacks what all releases require; has some of what one release requires; lacks nothing, since the extensions of
    // an element are an element, too.
    #"{"resourceType":"Procedure","status":"completed"}"#,
    #"{"resourceType":"DiagnosticReport","status":"final","code":{"text":"a"},"subject":{"display":"a"}}"#,
    #"{"resourceType":"Account","_status":{"extension":[{"url":"http://a.org","valueCode":"a"}]}}"#,
  ])
  func whatARecordLacksInAllReleasesShowsNothing(record: String) {
    #expect(releases(record) == ["dstu2": [.assumed: 1]])
  }

  /// An entry needs a `fullUrl` in one of the releases.
  @Test func whatTheOnlyEntryLacksShowsTheReleaseOfItsBundle() {
    let entry = { (url: String) in #"{\#(url)"resource":{"resourceType":"Basic","code":{"text":"a"}}}"# }
    let bundle = { (entries: [String]) in
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    }
    #expect(releases(bundle([entry("")])) == ["r4": [.bundle: 1]])
    #expect(releases(bundle([entry(#""fullUrl":"urn:oid:1.2","#)])) == ["dstu2": [.assumed: 1]])
    #expect(releases(bundle([entry(""), entry("")])) == ["dstu2": [.assumed: 2]])
    #expect(releases(bundle([#"{"request":{"method":"GET","url":"a"}}"#])).isEmpty)
  }
}
