import Foundation
import FHIRTestSupport
import Testing

/// Judges the DSTU2 files that others have labelled valid or invalid, and compares with what the tables say.
@Suite(
  "Labelled negatives", .enabled(if: PackageRoot.corpora != nil, "the corpora are not at hand beside the package"))
struct LabelledNegativesTests {
  static let folder = PackageRoot.corpora?.appending(path: "negative")

  struct Label: Decodable {
    let file: String
    let fhir: [String]
    let expected: String
  }

  @Test func everyFileSaysWhatTheTableSays() throws {
    let folder = try #require(Self.folder)
    for (head, lines) in try TextTable.blocks("labelled-negatives") {
      let file = try #require(head.split(separator: " ").last.map(String.init))
      let found = FoundErrors(in: try PackageRoot.bytes(folder.appending(path: file)))
      #expect(found.places == Verdict.findings(lines), "\(file)")
      #expect(Verdict.explains(head: head, lines), "\(file): the table does not say what becomes of the label")
    }
  }

  @Test func everyLabelIsInTheTable() throws {
    let folder = try #require(Self.folder)
    let labels = try JSONDecoder().decode(
      [Label].self, from: Data(contentsOf: folder.appending(path: "labels.json")))
    let labelled = labels.filter { $0.fhir.contains("DSTU2") && $0.expected.hasSuffix("valid") }
    #expect(!labelled.isEmpty)
    #expect(
      try TextTable.blocks("labelled-negatives").map(\.head).sorted()
        == labelled.map { "\($0.expected) \($0.file)" }.sorted())
  }

  @Test func everyElementSaysWhatTheTableSays() throws {
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
      #expect(FoundErrors(in: bytes).paths.sorted() == Verdict.findings(block.lines).sorted(), "\(name)")
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
