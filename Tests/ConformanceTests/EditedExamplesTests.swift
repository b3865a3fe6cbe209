import FHIRFindings
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Edits published examples, one at a time: a neutral edit raises no finding, and one fault raises one finding, at its
/// line.
@Suite("Edited examples") struct EditedExamplesTests {
  /// The replacement for a line of an example, and the expected finding.
  struct Fault: Sendable, CustomTestStringConvertible {
    let line: String
    /// The replacement lines; `$` stands for the original line, without its comma.
    let edited: [String]
    let rule: String
    /// The line of the finding among the new lines.
    var place = 0

    var testDescription: String { "\(rule) \(edited)" }
  }

  static let faults = [
    Fault(line: "  \"id\": ", edited: ["  \"id\": \"a b\""], rule: "value/invalid-id"),
    Fault(line: "  \"id\": ", edited: ["  \"id\": \"\""], rule: "value/empty-string"),
    Fault(line: "  \"id\": ", edited: ["  \"id\": 5"], rule: "structure/wrong-kind"),
    Fault(line: "  \"id\": ", edited: ["  \"id\": null"], rule: "structure/misplaced-null"),
    Fault(line: "  \"id\": ", edited: ["  \"id\": [\"a\"]"], rule: "structure/unexpected-array"),
    Fault(line: "  \"id\": ", edited: ["$,", "  \"id\": \"again\""], rule: "json/duplicate-key", place: 1),
    Fault(line: "  \"id\": ", edited: ["$,", "  \"frobnicate\": true"], rule: "structure/unknown-element", place: 1),
    Fault(line: "  \"id\": ", edited: ["$,", "  \"language\": \" \""], rule: "value/invalid-code", place: 1),
    Fault(line: "  \"id\": ", edited: ["$,", "  \"modifierExtension\": []"], rule: "structure/empty-array", place: 1),
    Fault(
      line: "  \"id\": ", edited: ["$,", "  \"implicitRules\": \"a b\""], rule: "value/invalid-uri", place: 1),
    Fault(line: "    \"status\": \"generated\"", edited: ["    \"status\": \"zzz\""], rule: "code/not-in-value-set"),
    Fault(
      line: "  \"resourceType\": ", edited: ["  \"resourceType\": \"Zzz\""], rule: "structure/unknown-resource-type"),
  ]

  /// The examples of a corpus with one member on each line, without those that are no DomainResource.
  private static func examples(_ corpus: PublishedExamplesTests.Corpus) throws -> [[String]] {
    // If a release has examples in both layouts, the indented ones also have comments.
    let indented = "instances-with-comments"
    let name = corpus.folders.contains(indented) ? indented : "instances"
    let files = corpus.files.filter { file in
      file.hasPrefix(name + "/") && !["Bundle", "Binary", "Parameters"].contains { file.hasPrefix("\(name)/\($0)-") }
    }
    // Of a large corpus a share.
    let step = files.count > 100 ? 7 : 1
    return try stride(from: 0, to: files.count, by: step)
      .map { try String(contentsOf: corpus.url.appending(path: files[$0]), encoding: .utf8) }
      .map { $0.components(separatedBy: "\n") }
      .filter { $0.count > 5 }
  }

  /// The findings for a text, each as `line rule path`.
  private static func findings(_ text: String, by validator: Validator) -> [(line: Int, rule: String, path: String)] {
    let bytes = Array(text.utf8)
    let lines = LineTable(bytes)
    return validator.validate(bytes).findings.map {
      (lines.position(of: $0.range.start).line, $0.rule.rawValue, $0.path)
    }
  }

  @Test(arguments: PublishedExamplesTests.corpora, faults)
  func aFaultIsFoundAtItsLine(corpus: PublishedExamplesTests.Corpus, fault: Fault) throws {
    let validator = Validator.insisting(on: corpus.release)
    var count = 0
    for lines in try Self.examples(corpus) {
      guard let place = lines.firstIndex(where: { $0.hasPrefix(fault.line) }) else { continue }
      let hasComma = lines[place].hasSuffix(",")
      let line = hasComma ? String(lines[place].dropLast()) : lines[place]
      var edited = lines
      let replacement = fault.edited.map { $0.hasPrefix("$") ? line + $0.dropFirst() : $0 }
      edited.replaceSubrange(
        place...place, with: replacement.dropLast() + [(replacement.last ?? "") + (hasComma ? "," : "")])
      let found = Self.findings(edited.joined(separator: "\n"), by: validator)
      let own = found.filter { $0.rule == fault.rule && $0.line == place + fault.place + 1 }
      #expect(own.count == 1, "\(lines.prefix(3)): \(found)")
      // An unknown type leaves the rest unjudged; in all other cases the rest has the same findings as before.
      if fault.rule != "structure/unknown-resource-type" {
        let before = Self.findings(lines.joined(separator: "\n"), by: validator)
        #expect(found.count == before.count + 1, "\(lines.prefix(3)): \(found) and \(before)")
      }
      count += 1
    }
    #expect(count > 10)
  }

  /// Neutral edits: the order of members, white space, escapes.
  static let rewritings: [JSONSerialization.WritingOptions] = [
    [], [.sortedKeys], [.prettyPrinted], [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes],
  ]

  @Test(arguments: PublishedExamplesTests.corpora, rewritings.indices)
  func aNeutralEditRaisesNoFinding(corpus: PublishedExamplesTests.Corpus, rewriting: Int) throws {
    let validator = Validator.insisting(on: corpus.release)
    for lines in try Self.examples(corpus) {
      let text = lines.joined(separator: "\n")
      let data = try JSONSerialization.data(
        withJSONObject: JSONSerialization.jsonObject(with: Data(text.utf8)), options: Self.rewritings[rewriting])
      let found = Self.findings(String(decoding: data, as: UTF8.self), by: validator)
      let before = Self.findings(text, by: validator)
      #expect(found.map { "\($0.rule) \($0.path)" }.sorted() == before.map { "\($0.rule) \($0.path)" }.sorted())
    }
  }
}
