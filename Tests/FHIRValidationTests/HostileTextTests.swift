import FHIRFindings
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Text of an input is compared by its bytes, in every place.
struct HostileTextTests {
  static let samples = ["dstu2", "r4"].flatMap { release in
    PackageRoot.files(below: PackageRoot.url.appending(path: "Samples/\(release)/records"), ending: ".json")
      .map { "\(release)/records/\($0)" }
  }

  /// Content that the samples lack: a Bundle, contained resources, a narrative, and evidence of other releases.
  static let bundle = """
    {
      "resourceType": "Bundle", "type": "transaction", "total": 1,
      "link": [{ "relation": "self", "url": "http://a.example/b" }],
      "entry": [{
        "fullUrl": "http://a.example/Condition/1", "search": { "mode": "match" },
        "link": [{ "relation": "next", "url": "http://a.example/c" }],
        "request": { "method": "PUT", "url": "Condition/1", "ifMatch": "W/\\"1\\"" },
        "response": { "status": "200", "etag": "W/\\"1\\"" },
        "resource": {
          "resourceType": "Condition", "id": "1",
          "meta": { "versionId": "1", "profile": ["http://hl7.org/fhir/us/core/x"] },
          "text": { "status": "generated", "div": "<div xmlns='http://www.w3.org/1999/xhtml'><a href='#x'>x</a></div>" },
          "contained": [{ "resourceType": "Patient", "id": "p", "name": [{ "family": "a" }], "_active": { "id": "e" } }],
          "extension": [{ "url": "http://a.example/e", "valueCode": "a" }],
          "patient": { "reference": "#p" }, "onsetString": "a", "unknown": { "a": "b", "c": "d" },
          "code": { "coding": [{ "system": "http://terminology.hl7.org/x", "code": "a" }] },
          "verificationStatus": { "coding": [{ "code": "confirmed" }] }
        }
      }]
    }
    """

  @Test(arguments: samples)
  func aStringOfARecord(sample: String) throws {
    try check(PackageRoot.bytes("Samples/" + sample))
  }

  @Test func aStringOfABundle() { check(Array(Self.bundle.utf8)) }

  @Test func aRecordOfAnotherRelease() {
    let validator = Validator()
    HostileText.variants(of: Array(Self.bundle.utf8)) { text in
      text.withUnsafeBytes { text in
        #expect(validator.validate(text, hints: ReleaseHints(given: .r4), visit: nil).tally.records <= 1)
        #expect(validator.validate(text).tally.records <= 2)
      }
    }
  }

  private func check(_ json: [UInt8]) {
    let validator = Validator()
    HostileText.variants(of: json) { text in
      let result = validator.validate(text)
      // Findings are compared and ordered, too.
      #expect(Set(result.findings).count <= result.findings.count)
    }
  }

  /// Comparing the method as a `String` would take minutes.
  @Test func theMethodOfARequestIsComparedByBytes() {
    let method = String(repeating: HostileText.marks, count: 8)
    let entry = #"{"request":{"method":"\#(method)","url":"Condition/1"}}"#
    let bundle = #"{"resourceType":"Bundle","type":"batch","entry":[\#(entry)]}"#
    let clock = ContinuousClock()
    var rules: [String] = []
    let time = clock.measure { rules = Validator().validate(Array(bundle.utf8)).findings.map(\.rule.rawValue) }
    #expect(!rules.isEmpty)
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func idsAreGatheredOnce() {
    let range = 0..<20_000
    let contained = range.map { #"{"resourceType":"Patient","id":"c\#($0)"}"# }.joined(separator: ",")
    let parameters = range.map {
      #"""
      {"name":"r","valueReference":{"reference":"#c\#($0)"}},
      {"name":"q","resource":{"resourceType":"Basic","id":"y","code":{"text":"x"}}}
      """#
    }.joined(separator: ",")
    let result = Validator().validate(
      Array(#"{"resourceType":"Parameters","contained":[\#(contained)],"parameter":[\#(parameters)]}"#.utf8))
    #expect(!result.findings.contains { $0.rule.rawValue == "invariant/ref-1" })
    #expect(result.tally.records == 20_001)
  }

  @Test func profilesAreCountedWithinBounds() {
    let profiles = (0..<3_000).map { #""http://a.example/\#($0)""# }.joined(separator: ",")
    let record = #"{"resourceType":"Basic","meta":{"profile":[\#(profiles),"http://a.example/7"]},"code":{"text":"x"}}"#
    let tally = Validator().validate(Array(record.utf8)).tally
    #expect(tally.notChecked["other profiles"] == 2_000)
    #expect(tally.notChecked["profile http://a.example/7"] == 2)
    #expect(tally.notChecked.count == 1_001)
    #expect(tally.profiles["http://a.example/2999"] == 1)
  }
}
