import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Validates files that their publishers labelled valid or invalid by a release, and compares the result with the
/// tables.
@Suite(
  "Labelled negatives", .enabled(if: PackageRoot.corpora != nil, "the corpora are not available beside the package"))
struct LabelledNegativesTests {
  static let folder = PackageRoot.corpora?.appending(path: "negative")

  struct Label: Decodable {
    let file: String
    let fhir: [String]
    let expected: String
  }

  static let releases = [FHIRRelease.dstu2, .r4]

  @Test(arguments: releases)
  func everyFileHasTheFindingsOfTheTable(release: FHIRRelease) throws {
    let folder = try #require(Self.folder)
    let validator = Validator.insisting(on: release)
    for (head, lines) in try TextTable.blocks("labelled-negatives-\(release.name)") {
      let file = try #require(head.split(separator: " ").last.map(String.init))
      let found = FoundErrors(in: try PackageRoot.bytes(folder.appending(path: file)), by: validator)
      #expect(found.places == Verdict.findings(lines), "\(file)")
      #expect(Verdict.explains(head: head, lines), "\(file): the table does not say what becomes of the label")
    }
  }

  @Test(arguments: releases)
  func everyLabelIsInTheTable(release: FHIRRelease) throws {
    let folder = try #require(Self.folder)
    let labels = try JSONDecoder().decode(
      [Label].self, from: Data(contentsOf: folder.appending(path: "labels.json")))
    let labelled = labels.filter {
      $0.fhir.contains(release.rawValue) && $0.expected.hasSuffix("valid") && !$0.file.hasPrefix(Self.primitives)
    }
    #expect(!labelled.isEmpty)
    #expect(
      try TextTable.blocks("labelled-negatives-\(release.name)").map(\.head).sorted()
        == labelled.map { "\($0.expected) \($0.file)" }.sorted())
  }

  /// A folder of files named after a primitive of R4, with a value on each line.
  static let primitives = "google-r4-primitives/"
  /// Values that are valid alone, but not in a record: an empty text, an empty narrative, a missing contained resource,
  /// a search outside of a transaction.
  static let notInARecord: Set<String> = [
    "null", #""""#, ##"{"reference": "#p1"}"##,
    #"{"reference": "Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|9999999959"}"#,
  ]

  @Test func everyPrimitiveOfR4IsJudgedAsLabelled() throws {
    let folder = try #require(Self.folder).appending(path: Self.primitives)
    let validator = Validator.insisting(on: .r4)
    let files = PackageRoot.files(below: folder, ending: ".ndjson")
    #expect(files.count == 27)
    for file in files {
      let parts = file.split(separator: ".")
      let type = parts[0].split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      for value in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n") {
        let member =
          type == "Xhtml"
          ? #""text": {"status": "generated", "div": \#(value)}"#
          : #""extension": [{"url": "http://example.org/x", "value\#(type)": \#(value)}]"#
        let record = #"{"resourceType": "Basic", "code": {"text": "carrier"}, \#(member)}"#
        let isSound = FoundErrors(in: Array(record.utf8), by: validator).errors.isEmpty
        #expect(isSound == (parts[1] == "valid" && !Self.notInARecord.contains(String(value))), "\(file): \(value)")
      }
    }
  }

  @Test func everyElementHasTheFindingsOfTheTable() throws {
    let folder = try #require(Self.folder)
    let file = folder.appending(path: "blackpear-dstu2-elements/cases.json")
    let cases = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]])
    let blocks = try TextTable.blocks("labelled-elements")
    #expect(blocks.count == cases.count)
    for (number, (labelled, block)) in zip(cases, blocks).enumerated() {
      let type = try #require(labelled["type"] as? String)
      let name = "\(labelled["expected"] ?? "") \(number) \(type): \(labelled["test"] ?? "")"
      #expect(block.head == name)
      let document = ElementCarrier.document(type: type, value: try #require(labelled["value"]))
      let bytes = Array(try JSONSerialization.data(withJSONObject: document))
      // The order of members is no part of the cases, so that of the findings is not compared.
      #expect(
        FoundErrors(in: bytes, by: .insisting()).paths.sorted() == Verdict.findings(block.lines).sorted(), "\(name)")
      #expect(Verdict.explains(head: block.head, block.lines), "\(name): no word on what becomes of the label")
    }
  }
}

/// The indented lines of a table: a word, then a finding or a reason.
private enum Verdict {
  /// The findings, without their words.
  static func findings(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, ["caught", "besides", "mislabelled"].contains(parts[0]) else { return nil }
      return String(parts[1])
    }
  }

  /// Whether the lines account for the label: an invalid document is caught or beyond, a valid one is neither.
  static func explains(head: String, _ lines: [String]) -> Bool {
    let words = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    return head.hasPrefix("invalid ")
      ? !words.isDisjoint(with: ["caught", "beyond"]) && !words.contains("mislabelled")
      : words.isSubset(of: ["mislabelled"])
  }
}

/// A resource that holds a single value of a data type.
private enum ElementCarrier {
  static func document(type: String, value: Any) -> [String: Any] {
    var basic: [String: Any] = ["resourceType": "Basic", "code": ["text": "carrier"]]
    switch type {
    case "Extension": basic["extension"] = [value]
    case "Narrative": basic["text"] = value
    case "Reference": basic["subject"] = value
    default:
      basic["extension"] = [
        ["url": "http://example.org/x", "value" + type.prefix(1).uppercased() + type.dropFirst(): value]
      ]
    }
    return basic
  }
}
