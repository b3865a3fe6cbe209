package import Foundation

/// The published definitions of one release, by name and by URL.
package struct PublishedDefinitions: Sendable {
  /// Resources and data types by id.
  package let structures: [String: PublishedStructure]
  /// Value sets by canonical URL.
  package let valueSets: [String: PublishedValueSet]

  package init(structures: [PublishedStructure], valueSets: [PublishedValueSet] = []) throws(CompilerError) {
    self.structures = try Self.keyed(structures) { $0.id }
    self.valueSets = try Self.keyed(valueSets) { $0.url }
  }

  /// Reads `resources`, `types` and `valuesets` (with its folders) below a folder.
  package init(directory: URL) throws {
    let structures: [PublishedStructure] = try ["resources", "types"].flatMap {
      try Self.decodeAll(below: directory.appendingPathComponent($0))
    }
    let valueSets: [PublishedValueSet] = try Self.decodeAll(below: directory.appendingPathComponent("valuesets"))
    guard !structures.isEmpty else { throw CompilerError("no definitions in \(directory.path)") }
    try self.init(structures: structures, valueSets: valueSets)
  }

  /// The expansions published beside the definitions, or nil when there are none.
  package static func expansions(directory: URL) throws -> PublishedExpansions? {
    let file = directory.appendingPathComponent("expansions/Bundle-valueset-expansions.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try decode(file)
  }

  private static func keyed<Value>(
    _ values: [Value], by key: (Value) -> String
  ) throws(CompilerError) -> [String: Value] {
    var result: [String: Value] = [:]
    for value in values {
      guard result.updateValue(value, forKey: key(value)) == nil else {
        throw CompilerError("\(key(value)) is defined twice")
      }
    }
    return result
  }

  private static func decodeAll<Value: Decodable>(below folder: URL) throws -> [Value] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".json") }.sorted().map { try decode(folder.appendingPathComponent($0)) }
  }

  private static func decode<Value: Decodable>(_ file: URL) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    } catch {
      throw CompilerError("\(file.lastPathComponent): \(error)")
    }
  }
}
