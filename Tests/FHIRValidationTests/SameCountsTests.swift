import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Whether findings are listed, all of them or few, changes no count.
struct SameCountsTests {
  private static func tally(_ validator: Validator, _ bytes: [UInt8], keepsFindings: Bool) -> ValidationTally {
    bytes.withUnsafeBytes {
      validator.validate(
        $0, hints: ReleaseHints(), batchSize: 100, keepsFindings: keepsFindings, visit: nil, receive: { _ in })
    }
  }

  /// Compares the counts of listing, of counting only, and of listing few of each record.
  private static func compare(_ bytes: [UInt8], release: FHIRRelease?, _ name: String) {
    var few = ValidationOptions()
    few.maximumFindingsPerRecord = 1
    var sums: [FindingCounts] = []
    for options in [ValidationOptions(), few] {
      let validator = release.map { Validator.insisting(on: $0, options: options) } ?? Validator(options: options)
      let listed = tally(validator, bytes, keepsFindings: true)
      #expect(tally(validator, bytes, keepsFindings: false) == listed, "\(name)")
      var counts = listed.findings
      counts.remove(Rule.tooManyIssues.id, .information, listed.findings[Rule.tooManyIssues.id, .information])
      sums.append(counts)
    }
    #expect(sums[0] == sums[1], "\(name)")
  }

  @Test func overAllSamples() throws {
    let names = ["json", "ndjson"].flatMap {
      PackageRoot.files(below: PackageRoot.url.appending(path: "Samples"), ending: ".\($0)")
    }
    try #require(names.count > 10)
    for name in names { Self.compare(try PackageRoot.bytes("Samples/\(name)"), release: nil, name) }
  }

  @Test func overAllExamplesOfRules() throws {
    for rule in RuleCatalog.validation.rules {
      for example in [rule.explanation.bad, rule.explanation.good] where !example.hasPrefix("<!--") {
        for release in [FHIRRelease.dstu2, .r4] {
          Self.compare(try MarkedJSON(example).bytes, release: release, rule.id.rawValue)
        }
      }
    }
  }

  /// Values that a rule looks at and accepts.
  @Test(arguments: [
    #"{"resourceType":"Patient","identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:oid:1.2.3"}]}"#,
    #"{"resourceType":"Patient","photo":[{"data":"YQ==","hash":"hvfkN/qlp/zhXR3cuerq6jd2Z7g="}]}"#,
    #"{"resourceType":"Patient","gender":"x","communication":[{"language":{"coding":[{"system":"urn:a","code":"b "}]}}]}"#,
    #"{"resourceType":"Patient","_deceasedBoolean":{"id":"a"},"deceasedAge":{"value":1},"deceasedFoo":1}"#,
  ])
  func overWhatIsAccepted(record: String) {
    for release in [FHIRRelease.dstu2, .r4] { Self.compare(Array(record.utf8), release: release, record) }
  }
}
