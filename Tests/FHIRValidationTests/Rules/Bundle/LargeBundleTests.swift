import FHIRFindings
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Bundles whose addresses and references exceed their memory limit.
struct LargeBundleTests {
  /// Limits that a few entries exceed.
  private static var small: ValidationOptions {
    var options = ValidationOptions()
    options.bundleLimits.addresses = 8
    options.bundleLimits.references = 4
    options.bundleLimits.referenceBytes = 1_000
    options.bundleLimits.sortingBytes = 0
    return options
  }

  /// The findings as text.
  private func says(_ result: ValidationResult) -> [String] {
    result.findings.map { finding in
      // For a reference backwards, the target's record is known only if the target is in memory.
      let message = finding.rule == Rule.wrongTargetType.id ? "" : finding.message
      let record = "\(finding.record?.resourceType ?? "") \(finding.record?.id ?? "")"
      return "\(finding.rule) \(finding.severity) \(finding.range) \(finding.path) \(record) \(message)"
    }
  }

  private func address(_ number: Int) -> String { "urn:uuid:00000000-0000-4000-8000-\(100_000_000_000 + number)" }

  /// An entry with references: those of a List may have any target, the one of a Condition a Patient.
  private func entry(_ number: Int, references: [Int], type: String = "Patient", version: Int? = nil) -> String {
    let links = references.map { "{\"reference\":\"\(address($0))\"}" }
    let meta = version.map { ",\"meta\":{\"versionId\":\"\($0)\"}" } ?? ""
    let body =
      switch type {
      case "Condition": ",\"patient\":\(links[0]),\"code\":{\"text\":\"a\"},\"verificationStatus\":\"confirmed\""
      case "List":
        ",\"status\":\"current\",\"mode\":\"working\",\"entry\":["
          + links.map { "{\"item\":\($0)}" }.joined(separator: ",") + "]"
      default: ""
      }
    return "{\"fullUrl\":\"\(address(number))\",\"resource\":"
      + "{\"resourceType\":\"\(type)\",\"id\":\"r\(number)\"\(meta)\(body)}}"
  }

  private func bundle(_ entries: [String], type: String = "collection") -> String {
    "{\"resourceType\":\"Bundle\",\"entry\":[\(entries.joined(separator: ",\n"))],\"type\":\"\(type)\"}"
  }

  /// References backwards and forwards, to existing, missing and wrongly typed targets.
  @Test(arguments: 0..<12)
  func agreesWithALargerMemory(_ seed: Int) {
    var state = UInt64(seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let count = 100 + random(100)
    var entries: [String] = []
    for number in 0..<count {
      let references = (0..<random(12)).map { _ in
        switch random(8) {
        case 0: count + random(1_000)
        case 1: random(count)
        default: max(0, min(count - 1, number - 6 + random(12)))
        }
      }
      let type = ["Patient", "Condition", "List", "List"][random(4)]
      entries.append(
        entry(
          number, references: references.isEmpty ? [number] : references, type: type,
          version: random(5) == 0 ? 2 : nil))
    }
    let text = Array(bundle(entries).utf8)
    let whole = Validator().validate(text)
    let stored = Validator(options: Self.small).validate(text)
    #expect(!whole.findings.isEmpty)
    #expect(says(stored) == says(whole))
    #expect(stored.tally == whole.tally)
  }

  @Test func findsADistantDuplicateAddress() {
    var entries = (0..<100).map { entry($0, references: []) }
    entries.append(entry(3, references: []))
    entries.append(entry(99, references: []))
    let result = Validator.insisting(options: Self.small).validate(Array(bundle(entries).utf8))
    #expect(result.findings.map(\.path) == ["Bundle.entry[100].fullUrl", "Bundle.entry[101].fullUrl"])
    #expect(result.findings.allSatisfy { $0.rule.rawValue == "invariant/bdl-7" })
    #expect(result.findings.map(\.message).contains { $0.contains("earlier entry") })
  }

  @Test func findsADistantDuplicateRequest() {
    let entries = (Array(0..<60) + [2]).enumerated().map { number, id in
      "{\"fullUrl\":\"\(address(number))\",\"resource\":{\"resourceType\":\"Patient\",\"id\":\"\(id)\"},"
        + "\"request\":{\"method\":\"PUT\",\"url\":\"Patient/\(id)\"}}"
    }
    let validator = Validator.insisting(options: Self.small)
    let result = validator.validate(Array(bundle(entries, type: "transaction").utf8))
    #expect(result.findings.map(\.path) == ["Bundle.entry[60].request.url"])
    #expect(validator.validate(Array(bundle(entries, type: "batch").utf8)).findings.isEmpty)
  }

  @Test func listsAsManyAsARecordMayHave() {
    var options = Self.small
    options.maximumFindingsPerRecord = 5
    let entries = (0..<40).map { entry($0, references: [1_000, 2_000], type: "List") }
    let result = Validator.insisting(options: options).validate(Array(bundle(entries).utf8))
    #expect(result.findings.count == 6)
    #expect(result.tally.bySeverity == [.error: 80, .information: 1])
  }

  @Test func leavesOutTheReferencesOfAnotherRelease() {
    let links = (0..<40).map { "{\"reference\":\"\(address(5_000 + $0))\"}" }.joined(separator: ",")
    let other =
      "{\"resource\":{\"resourceType\":\"Observation\",\"meta\":{\"profile\":"
      + "[\"http://hl7.org/fhir/5.0/StructureDefinition/Observation\"]},\"status\":\"final\",\"code\":{\"text\":\"a\"},"
      + "\"performer\":[\(links)],\"note\":[{\"text\":\"a\"}],\"category\":[{\"text\":\"b\"}]}}"
    // The first entry shows the release of the Bundle.
    let own = "{\"resource\":{\"resourceType\":\"MedicationOrder\"}}"
    let entries = [own] + (0..<30).map { $0 % 3 == 0 ? other : entry($0, references: [$0 + 1, 9_000], type: "List") }
    let text = Array(bundle(entries).utf8)
    let stored = Validator(options: Self.small).validate(text)
    let whole = Validator().validate(text)
    #expect(whole.tally.otherReleases.values.reduce(0, +) == 10)
    #expect(says(stored) == says(whole))
    #expect(stored.tally == whole.tally)
  }

  @Test func continuesWithoutATemporaryFile() async {
    await #expect(processExitsWith: .success) {
      setenv("TMPDIR", "/nonexistent", 1)
      var options = ValidationOptions()
      options.bundleLimits.addresses = 8
      options.bundleLimits.sortingBytes = 0
      let entries = (0..<100).map { "{\"fullUrl\":\"urn:oid:1.2.\($0)\",\"resource\":{\"resourceType\":\"Patient\"}}" }
      let text = "{\"resourceType\":\"Bundle\",\"entry\":[\(entries.joined(separator: ","))],\"type\":\"collection\"}"
      let result = Validator.insisting(options: options).validate(Array(text.utf8))
      let count = result.tally.notChecked["addresses and references of a Bundle, for want of a temporary file"]
      exit(result.findings.isEmpty && count == 1 ? 0 : 1)
    }
  }
}
