import FHIRFindings
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Validates every file of `Samples/`: each has exactly its expected findings, including warnings.
struct SamplesTests {
  /// Findings of the files that have any, as `line:column rule path`; all other samples have none.
  static let expected: [String: [String]] = [
    "dstu2/records/Condition-seasonal-allergic-rhinitis.json": ["1:1 structure/missing-element Condition.patient"],
    "dstu2/broken/byte-order-mark.json": ["1:1 json/byte-order-mark "],
    "dstu2/broken/comment.json": ["2:3 json/comment "],
    "dstu2/broken/control-character.json": ["5:17 json/control-character "],
    "dstu2/broken/empty-input.json": ["1:1 json/empty-input "],
    "dstu2/broken/extra-value.json": ["5:1 json/extra-value "],
    "dstu2/broken/invalid-escape.json": ["5:17 json/invalid-escape "],
    "dstu2/broken/invalid-literal.json": ["3:13 json/invalid-literal "],
    "dstu2/broken/invalid-number.json": ["3:27 json/invalid-number "],
    "dstu2/broken/invalid-utf8.json": ["5:20 json/invalid-utf8 "],
    "dstu2/broken/lone-surrogate.json": ["5:29 json/lone-surrogate "],
    "dstu2/broken/not-an-object.json": ["1:1 structure/not-an-object "],
    "dstu2/broken/trailing-comma.json": ["3:17 json/trailing-comma "],
    "dstu2/broken/unexpected-character.json": ["3:3 json/unexpected-character "],
    "dstu2/broken/unexpected-end.json": ["6:1 json/unexpected-end "],
    "stu3/faults.json": [
      "13:9 structure/unknown-element Bundle.entry[0].resource.hasMember",
      "22:19 structure/missing-element Bundle.entry[1].resource.taken",
      "37:27 code/not-in-value-set Bundle.entry[2].resource.clinicalStatus",
      "46:19 invariant/pro-1 Bundle.entry[3].resource",
      "62:22 value/invalid-date Bundle.entry[4].resource.birthDate",
      "74:20 value/invalid-decimal Bundle.entry[5].resource.value.ofType(Quantity).value",
      "82:25 structure/unknown-resource-type Bundle.entry[6].resource",
      "96:24 reference/wrong-target-type Bundle.entry[7].resource.subject.reference",
    ],
    "r4b/faults.json": [
      "8:25 structure/unknown-resource-type Bundle.entry[0].resource",
      "22:19 structure/missing-element Bundle.entry[1].resource.substance",
      "42:19 code/not-in-value-set Bundle.entry[2].resource.status",
      "47:19 invariant/sst-1 Bundle.entry[3].resource",
      "75:9 structure/unknown-element Bundle.entry[4].resource.shortTitle",
    ],
    "r4/records/Immunization-hepatitis-b.json": ["1:1 structure/missing-element Immunization.occurrence"],
  ]

  /// The rules that the samples of a release cannot show, in addition to those that no readable document can.
  static let notShown: [String: Set<String>] = [
    // No element of a resource has the type uuid, and an extension's url may have any value. Groups of its
    // questionnaires cannot have answers, and questions have neither a length nor conditions. It has no canonical URLs,
    // and an entry needs no fullUrl.
    "dstu2": [
      "value/invalid-uuid", "extension/relative-url", "questionnaire/unexpected-answer",
      "questionnaire/answer-too-long", "questionnaire/disabled-item", "reference/unresolved-fragment",
      "bundle/missing-full-url",
    ],
    // Every JSON number is a decimal in R4. Each of the others is equivalent to a constraint of the release, which is
    // reported instead.
    "r4": [
      "value/invalid-decimal", "bundle/first-entry", "bundle/versioned-full-url", "extension/missing-value",
      "extension/value-and-extensions",
    ],
  ]

  /// Independent records; those of the export depend on its stubs, and are tested with them. Keys of cards are none.
  static let files = ["json", "ndjson"].flatMap {
    PackageRoot.files(below: PackageRoot.url.appending(path: "Samples"), ending: ".\($0)")
  }.filter { !$0.hasPrefix("apple-health-export/") && !$0.hasPrefix("health-cards/") }

  @Test func samplesAreFound() {
    #expect(Self.files.count > 45)
    #expect(Set(Self.files).isSuperset(of: Self.expected.keys))
    #expect(Set(Self.files).isSuperset(of: ["r4/clinical-bundle.json", "r4/records.ndjson", "mixed/records.ndjson"]))
  }

  @Test(arguments: files)
  func aSampleHasItsExpectedFindings(file: String) throws {
    let bytes = try PackageRoot.bytes("Samples/\(file)")
    // What a record of these releases shows is not enough to tell each.
    let given = [FHIRRelease.stu3, .r4b].first { file.hasPrefix("\($0)/") }
    let result = (given.map { Validator.insisting(on: $0) } ?? Validator()).validate(bytes)
    let lines = LineTable(bytes)
    let found = result.findings.map {
      let position = lines.position(of: $0.range.start)
      return "\(position.line):\(position.column) \($0.rule) \($0.path)"
    }
    #expect(try found == expectedFindings(of: file))
    if file.hasPrefix("dstu2/broken/") {
      #expect(result.findings.map { $0.rule.rawValue.drop { $0 != "/" }.dropFirst() } == [Self.name(of: file)])
    }
  }

  /// Each kind of fault that a readable document of the release can have occurs once, and nothing else.
  @Test(arguments: notShown)
  func theSamplesShowEveryRule(of release: String, but exceptions: Set<String>) throws {
    // Faults of JSON do not depend on a release.
    let files = Self.files.filter { $0.hasPrefix(release + "/") || $0.hasPrefix("dstu2/broken/") }
    let shown = try files.flatMap(expectedFindings).compactMap { $0.split(separator: " ").dropFirst().first }
    // Each invariant has records of its own, and a rule about profiles has the definitions that it needs.
    let others: [Substring] = ["invariant", "profile", "definition"]
    let rules = RuleCatalog.validation.rules.map(\.id).filter { !others.contains($0.group) }
    let missing = Set(rules.map(\.rawValue)).subtracting(shown.map(String.init))
    #expect(
      missing
        == exceptions.union([
          "limit/record-too-large", "limit/too-deep", "limit/too-many-issues",
          "structure/other-release", "value/string-too-long",
          // These need a terminology pack.
          "code/retired-code", "code/wrong-display",
        ]))
  }

  /// The lines of the `.expected` file of a sample, or the table above.
  private func expectedFindings(of file: String) throws -> [String] {
    guard file.hasSuffix("/one-fault-of-each-kind.json") else { return Self.expected[file] ?? [] }
    let text = try PackageRoot.bytes("Samples/" + file.dropLast(".json".count) + ".expected")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func name(of file: String) -> Substring {
    file.split(separator: "/").last?.dropLast(".json".count) ?? ""
  }
}
