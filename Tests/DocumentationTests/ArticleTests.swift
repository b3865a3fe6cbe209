import FHIRFindings
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
    let findings = Validator().validate(bytes).findings.filter { $0.severity == .error }
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
    let declared = try Self.declared(below: "Sources").union(["Patient", "F", "resourceType", "gender", "String"])
    for name in Self.quoted(Self.text) where name.allSatisfy({ $0.isLetter || $0 == "." }) {
      let known = name.split(separator: ".").allSatisfy { declared.contains(String($0)) }
      #expect(known || name == "json" || name == "fhirgen", "\(name)")
    }
  }

  /// A value passes a limited number of functions, and the article says how many.
  @Test func theFunctionsAreAsManyAsSaid() throws {
    let parts = Self.text.components(separatedBy: "\n### ")
    let part = try #require(parts.first { $0.hasPrefix("The functions on the way\n") })
    let count = Self.quoted(part).count { $0.contains(".") }
    #expect(count <= 60 && part.contains("These are \(count) functions."), "\(count)")
  }

  /// The modules, and the words after the keywords of declarations.
  static func declared(below top: String, byAlso more: [String] = []) throws -> Set<String> {
    let folder = PackageRoot.url.appending(path: top)
    let keywords = (["struct", "class", "enum", "protocol", "func"] + more).joined(separator: "|")
    let declaration = try NSRegularExpression(pattern: "\\b(?:\(keywords)) +([A-Za-z0-9]+)")
    var declared: Set<String> = []
    for path in PackageRoot.files(below: folder, ending: ".swift") where !path.contains("Generated/") {
      declared.insert(String(path.prefix { $0 != "/" }))
      let text = try NSString(contentsOf: folder.appending(path: path), encoding: String.Encoding.utf8.rawValue)
      for match in declaration.matches(in: text as String, range: NSRange(location: 0, length: text.length)) {
        declared.insert(text.substring(with: match.range(at: 1)))
      }
    }
    return declared
  }

  /// The texts between single backquotes outside of code blocks.
  static func quoted(_ article: String) -> [String] {
    let prose = article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    return prose.flatMap { part in
      part.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
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

/// The articles for contributors name what there is.
struct ContributorArticleTests {
  private static let folder = "Sources/FHIRValidation/FHIRValidation.docc/"
  private static let names: Set<String> = {
    let declared = ["Sources", "Tests"].compactMap {
      try? ArticleTests.declared(below: $0, byAlso: ["case", "var", "let", "typealias"])
    }
    return declared.reduce(into: ["String", "Coverage", "Observation"]) { $0.formUnion($1) }
  }()
  private static let files = Set(
    PackageRoot.files(below: PackageRoot.url, ending: "").filter { !$0.hasPrefix(".build") }.map {
      String($0.split(separator: "/").last ?? "")
    })

  @Test(arguments: [
    "how-this-house-works", "adding-a-rule", "adding-an-option", "adding-a-format", "adding-a-clinical-type",
    "adding-a-release",
  ])
  func theyNameWhatThereIs(article: String) throws {
    let text = String(decoding: try PackageRoot.bytes(Self.folder + article + ".md"), as: UTF8.self)
    for quoted in ArticleTests.quoted(text) where !quoted.contains(" ") {
      if let top = quoted.split(separator: "/").first,
        ["Sources", "Tests", "Samples", "Schemas", ".ci"].contains(top)
      {
        let path = PackageRoot.url.appending(path: quoted).path()
        #expect(FileManager.default.fileExists(atPath: path), "\(quoted)")
      } else if [".swift", ".md", ".txt"].contains(where: quoted.hasSuffix) {
        let isThere = Self.files.contains(quoted)
        #expect(isThere, "\(quoted)")
      } else if quoted.first?.isUppercase == true, quoted.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." }) {
        let areDeclared = quoted.split(separator: ".").allSatisfy { Self.names.contains(String($0)) }
        #expect(areDeclared, "\(quoted)")
      }
    }
  }
}
