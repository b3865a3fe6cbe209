import FHIRDiagnostics
import FHIRValidation
import Foundation
import FHIRTape
import FHIRTestSupport
import Testing

/// Checks the worked example of the article on how a byte becomes a finding.
struct ArticleTests {
  static let text = String(
    decoding: (try? PackageRoot.bytes(
      "Sources/FHIRValidation/FHIRValidation.docc/how-a-byte-becomes-a-finding.md")) ?? [], as: UTF8.self)

  /// The first fenced block of a language.
  static func block(_ language: String) throws -> String {
    try #require(MarkdownBlocks(text).fenced(language).first, "the article has no block '\(language)'")
  }

  /// The record from the article, without the final newline.
  static func record() throws -> [UInt8] { Array(try block("json").utf8.dropLast()) }

  @Test func theTapeIsAsShown() throws {
    let bytes = try Self.record()
    let lines = try bytes.withUnsafeBytes { bytes in
      var reader = RecordReader(MemorySource(bytes), bundles: .none, maximumDepth: 10, maximumRecordBytes: 1000)
      guard case .value(let tape, _) = try reader.next() else { return [String]() }
      return Self.lines(of: tape)
    }
    let shown = try Self.block("tape").split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines == shown)
  }

  @Test func theFindingIsAsShown() throws {
    let bytes = try Self.record()
    // Besides the note that the record has no narrative.
    let findings = Validator().validate(bytes).diagnostics.filter { $0.severity == .error }
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(
      try Self.block("finding") == """
        rule      \(finding.rule)
        severity  \(finding.severity)
        range     \(finding.range.start)..<\(finding.range.end)
        path      \(finding.path)
        message   \(finding.message)

        """)
    let place = LineTable(bytes).position(of: finding.range.start)
    #expect(
      try Self.block("text") == "\(place.line):\(place.column) \(finding.severity): \(finding.message)\n")
  }

  /// The sources declare the types and functions that the article names.
  @Test func theNamesAreThoseOfTheSources() throws {
    let folder = PackageRoot.url.appending(path: "Sources")
    var declared: Set<String> = ["Patient", "F", "resourceType", "gender", "String"]
    for path in PackageRoot.files(below: folder, ending: ".swift") where !path.contains("Generated/") {
      declared.insert(String(path.prefix { $0 != "/" }))
      let text = String(decoding: try PackageRoot.bytes(folder.appending(path: path)), as: UTF8.self)
      let words = text.split { !($0.isLetter || $0.isNumber) }
      for (keyword, name) in zip(words, words.dropFirst())
      where ["struct", "class", "enum", "protocol", "func"].contains(keyword) {
        declared.insert(String(name))
      }
    }
    // The single names between backquotes outside of code blocks.
    let prose = Self.text.split(separator: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    for part in prose {
      let quoted = part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      for name in quoted.filter({ $0.offset % 2 == 1 }).map(\.element) where name.allSatisfy({ $0.isLetter }) {
        let known = name.split(separator: ".").allSatisfy { declared.contains(String($0)) }
        #expect(known || name == "json" || name == "fhirgen", "\(name)")
      }
    }
  }

  /// The bytes pass each module once: the diagram names them in the order of the explanation.
  @Test func theModulesStandInOneOrder() throws {
    let blocks = MarkdownBlocks(Self.text).fenced("text")
    let picture = try #require(blocks.count > 1 ? blocks[1] : nil)
    let modules = picture.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
    let explained = try #require(Self.text.range(of: "### Bytes")).lowerBound
    let first = try modules.map { try #require(Self.text.range(of: "`\($0)`", range: explained..<Self.text.endIndex)) }
    #expect(first.map(\.lowerBound) == first.map(\.lowerBound).sorted())
  }

  /// The words of a tape whose values are strings and objects.
  static func lines(of tape: Tape) -> [String] {
    var lines: [String] = []
    var index = TapeIndex.root
    while index < tape.next(.root) {
      let word = "\(index.word) \(tape.tag(index))"
      if tape.isContainer(index) {
        lines.append("\(word) items \(tape.length(index)) offset \(tape.offset(index))")
        lines.append("\(index.following.word) after \(tape.range(index).upperBound) next \(tape.next(index).word)")
        index = index.content
      } else {
        lines.append("\(word) bytes \(tape.length(index)) offset \(tape.offset(index))")
        index = index.following
      }
    }
    return lines
  }
}
