import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import Testing

/// What is checked in for DSTU2, and the published definitions where they are at hand.
struct DSTU2SchemaTests {
  private static let layout = try? PackageLayout(from: URL(fileURLWithPath: #filePath).deletingLastPathComponent())
  private static let definitions = layout?.definitions(.dstu2)

  private func schema() throws -> SchemaFiles {
    try SchemaFiles(reading: #require(Self.layout).schemas(.dstu2), release: .dstu2)
  }

  private func count(_ prefix: String) throws -> Int {
    try schema().files.keys.count { $0.hasPrefix(prefix) }
  }

  @Test func generatedSwiftIsFresh() throws {
    #expect(try FreshnessCheck.generated(#require(Self.layout), .dstu2) == [])
  }

  @Test func generatedModelsAreFresh() throws {
    #expect(try FreshnessCheck.models(#require(Self.layout), .dstu2) == [])
  }

  @Test func generatedLiteralIsTheText() throws {
    let generated = try #require(GeneratedSchema.releases.first { $0.release == .dstu2 })
    let literal = generated.facts.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    // A literal of several lines ends before the line break that stands in front of its delimiter.
    #expect(literal + "\n" == (try GeneratedSource.text(schema())))
  }

  @Test(.enabled(if: definitions != nil, "the published definitions are not at hand"))
  func schemasAreFreshAndExpansionsAgree() throws {
    let folder = try #require(Self.definitions)
    #expect(try FreshnessCheck.schemas(#require(Self.layout), .dstu2, definitions: folder) == [])
  }

  @Test(.enabled(if: definitions != nil, "the published definitions are not at hand"))
  func onlyKnownExpansionsDiffer() throws {
    let folder = try #require(Self.definitions)
    let published = try #require(try PublishedDefinitions.expansions(directory: folder))
    let comparison = ExpansionComparison(published, try ValueSetExpander(PublishedDefinitions(directory: folder)))
    #expect(comparison.compared == 147)
    #expect(comparison.differing == ["v3-Confidentiality"])
  }

  @Test func everyStructureIsThere() throws {
    #expect(try count("resources/") == 96)
    let primitives = try #require(try schema().files["primitives.txt"]).split(separator: "\n").count
    #expect(try count("types/") + primitives == 46)
  }

  /// The definitions repeat qty-3 on the six types derived from Quantity, which makes 155.
  @Test func everyInvariantIsThere() throws {
    let files = try InvariantFiles(schema()).files
    #expect(files.count == 147)
    #expect(Set(files.flatMap { $0.statements.map(\.published) }).count == 149)
  }

  @Test(arguments: [("required", 154, 151), ("extensible", 30, 28)])
  func boundValueSetsHaveCodes(strength: String, bound: Int, expanded: Int) throws {
    let files = try schema().files
    var heads: [Substring: Bool] = [:]
    for (path, text) in files where path.hasPrefix("valuesets/") {
      let head = text.prefix { $0 != "\n" }.split(separator: " ")
      heads[try #require(head.dropFirst().first)] = !head.contains("unexpanded")
    }
    var names: Set<Substring> = []
    for (path, text) in files where path.hasPrefix("resources/") || path.hasPrefix("types/") {
      for line in text.split(separator: "\n") {
        let tokens = line.split(separator: " ")
        if tokens.count > 4, tokens[3] == strength { names.insert(tokens[4]) }
      }
    }
    #expect(names.count == bound)
    #expect(names.filter { heads[$0] == nil } == [])
    #expect(names.count { heads[$0] == true } == expanded)
  }
}
