import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import Testing

/// The checked-in files of DSTU2.
struct DSTU2SchemaTests {
  private func schema() throws -> SchemaFiles { try CheckedIn.schema(.dstu2) }

  private func count(_ prefix: String) throws -> Int {
    try schema().files.keys.count { $0.hasPrefix(prefix) }
  }

  @Test func generatedModelsAreFresh() throws {
    #expect(try FreshnessCheck.models(#require(CheckedIn.layout), .dstu2) == [])
  }

  @Test func everyStructureIsThere() throws {
    #expect(try count("resources/") == 96)
    let primitives = try #require(try schema().files["primitives.txt"]).split(separator: "\n").count
    #expect(try count("types/") + primitives == 46)
  }

  /// The definitions repeat qty-3 on the six types derived from Quantity, which makes 155.
  @Test func everyInvariantIsThere() throws {
    let files = try InvariantFiles(schema()).files
    #expect(files.count { $0.statements.allSatisfy { $0.sentence == nil } } == 147)
    #expect(Set(files.flatMap(\.statements).filter { $0.sentence == nil }.map(\.published)).count == 149)
  }

  @Test(arguments: [("required", 154, 151), ("extensible", 30, 28)])
  func boundValueSetsHaveCodes(strength: String, bound: Int, expanded: Int) throws {
    let counts = try CheckedIn.boundValueSets(.dstu2, strength)
    #expect(counts == .init(bound: bound, expanded: expanded))
  }
}
