import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import Testing

/// The schema files of this package.
enum CheckedIn {
  static let layout = try? PackageLayout(from: URL(fileURLWithPath: #filePath).deletingLastPathComponent())

  static func schema(_ release: FHIRRelease) throws -> SchemaFiles {
    try SchemaFiles(reading: #require(layout).schemas(release), release: release)
  }

  /// How many value sets the bindings of a strength name, and how many of them have codes.
  struct BoundValueSets: Hashable {
    var bound: Int
    var expanded: Int
  }

  /// Every named one has a file, or the test fails.
  static func boundValueSets(_ release: FHIRRelease, _ strength: String) throws -> BoundValueSets {
    let files = try schema(release).files
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
    #expect(names.filter { heads[$0] == nil } == [])
    return BoundValueSets(bound: names.count, expanded: names.count { heads[$0] == true })
  }
}
