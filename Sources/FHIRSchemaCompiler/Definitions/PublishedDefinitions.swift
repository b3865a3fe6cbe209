package import Foundation

package protocol PublishedResource { init(_ json: DefinitionJSON) throws(CompilerError) }

/// The published definitions of one release, by name and by URL.
package struct PublishedDefinitions: Sendable {
  /// Resources and data types by id.
  package private(set) var structures: [String: PublishedStructure]
  /// Value sets by canonical URL.
  package let valueSets: [String: PublishedValueSet]
  /// Code systems by URL, including those inside value sets.
  package let codeSystems: [String: PublishedCodeSystem]
  package private(set) var expansions: PublishedExpansions?

  package init(
    structures: [PublishedStructure], valueSets: [PublishedValueSet] = [], codeSystems: [PublishedCodeSystem] = [],
    expansions: PublishedExpansions? = nil
  ) throws(CompilerError) {
    self.structures = try Self.keyed(structures) { $0.id }
    self.valueSets = try Self.keyed(valueSets) { $0.url }
    self.codeSystems = try Self.keyed(codeSystems + valueSets.compactMap(\.codeSystem)) { $0.url }
    self.expansions = expansions
  }

  /// Reads `resources` and `types`, `valuesets` and `codesystems` with their folders, and `expansions` below a folder.
  package init(directory: URL) throws {
    let expansions: [PublishedExpansions] = try Self.readAll(below: directory.appendingPathComponent("expansions"))
    try self.init(
      structures: Self.structures(directory: directory),
      valueSets: Self.readAll(below: directory.appendingPathComponent("valuesets")),
      codeSystems: Self.readAll(below: directory.appendingPathComponent("codesystems")),
      expansions: expansions.isEmpty ? nil : PublishedExpansions(expansions.flatMap(\.valueSets)))
  }

  /// Reads `resources` and `types` below a folder, or, if it has neither, all that it has, and of `profiles` those that
  /// elements name as types, such as `SimpleQuantity`.
  package static func structures(directory: URL) throws -> [PublishedStructure] {
    var structures: [PublishedStructure] = try ["resources", "types"].flatMap {
      try readAll(below: directory.appendingPathComponent($0))
    }
    if structures.isEmpty { structures = try readAll(below: directory) }
    guard !structures.isEmpty else { throw CompilerError("no definitions in \(directory.path)") }
    let named = Set(structures.flatMap { $0.elements.flatMap { $0.types.flatMap(\.profiles) } })
    let profiles = directory.appendingPathComponent("profiles")
    let others = try named.subtracting(structures.map(\.id)).sorted().compactMap { name -> PublishedStructure? in
      let file = "StructureDefinition-\(name).json"
      let text = try? String(contentsOf: profiles.appendingPathComponent(file), encoding: .utf8)
      return try text.map { try read($0, name: file) }
    }
    return structures + others
  }

  /// Data types that no element has, such as R4's `MoneyQuantity`.
  package var unusedTypes: Set<String> {
    let all = structures.values
    let types = all.flatMap { $0.elements.flatMap { $0.types.flatMap { [$0.code] + $0.profiles } } }
    let used = Set(types).union(all.compactMap(\.baseName))
    return Set(all.lazy.filter { $0.kind != "resource" && !used.contains($0.id) }.map(\.id))
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

  private static func readAll<Value: PublishedResource>(below folder: URL) throws -> [Value] {
    // The manifest of a package may be beside its resources.
    try TextFolder(folder, ending: ".json").texts.filter { $0.key != "package.json" }.sorted { $0.key < $1.key }.map {
      try read($0.value, name: lastPathComponent($0.key))
    }
  }

  private static func read<Value: PublishedResource>(_ text: String, name: String) throws -> Value {
    do throws(CompilerError) {
      return try Value(DefinitionJSON(Array(text.utf8), name: name))
    } catch {
      throw CompilerError("\(name): \(error)")
    }
  }

  /// Makes the corrections, also in inherited elements; refuses one that changes nothing.
  package mutating func apply(_ corrections: Corrections) throws(CompilerError) {
    for (path, type) in corrections.types {
      var isChanged = false
      for (id, structure) in structures {
        let elements = structure.elements.map { element in
          guard element.origin == path, element.types != [ElementType(code: type)] else { return element }
          isChanged = true
          var element = element
          element.types = [ElementType(code: type)]
          return element
        }
        structures[id]?.elements = elements
        if path == "\(id).value", let kind = SchemaPrimitive.JSONKind(rawValue: type) {
          structures[id]?.primitive?.kind = kind
        }
      }
      guard isChanged else {
        throw CompilerError("\(Corrections.file): \(path) is no element, or has the type \(type)")
      }
    }
    for (valueSet, system, codes) in corrections.codes where expansions?.add(codes, of: system, to: valueSet) != true {
      throw CompilerError("\(Corrections.file): \(valueSet) has no expansion, or one of \(codes)")
    }
  }
}

/// Where the text of the specification contradicts its definitions, or an expansion is older than its system, kept by
/// hand: `Schemas/RELEASE/corrections.txt`.
///
/// ```text
/// type Resource.id id        the element, where it is first stated, and its type
/// type integer64.value string    the form of a primitive's value in JSON
/// code URL urn:iso:std:iso:4217 VES UYW    a value set, a system, and what its published expansion lacks
/// ```
package struct Corrections: Sendable {
  package static let file = "corrections.txt"

  fileprivate private(set) var types: [(path: String, type: String)] = []
  fileprivate private(set) var codes: [(valueSet: String, system: String, codes: [String])] = []

  package init(_ text: String) throws(CompilerError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      switch (words[0], words.count) {
      case ("type", 3): types.append((words[1], words[2]))
      case ("code", 4...): codes.append((words[1], words[2], Array(words[3...])))
      default: throw CompilerError("\(Self.file): '\(line)' is neither type PATH TYPE nor code VALUESET SYSTEM CODE...")
      }
    }
  }
}
