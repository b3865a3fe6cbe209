import Foundation

/// Collects the definitions of a guide: those in its own folders, and the value sets and code systems of its release
/// that they need and that the library lacks.
struct GuideCompiler {
  private(set) var definitions: [CompactDefinition] = []
  private var urls: Set<String> = []
  private var pendingCorrections: [GuideFile.Correction]
  /// Larger code systems are not included: their codes are accepted by their system alone.
  private static let mostConcepts = 3_000

  init(corrections: [GuideFile.Correction]) { pendingCorrections = corrections }

  /// Adds the definitions in a folder; if two have the same url, the first counts.
  ///
  /// - Parameter ids: the ids of the definitions to add; empty for all.
  mutating func add(_ folder: URL, ids: Set<String>) throws {
    for file in try Self.files(in: folder) {
      let id = file.dropLast(".json".count).drop { $0 != "-" }.dropFirst()
      guard ids.isEmpty || ids.contains(String(id)) else { continue }
      if let definition = try read(folder.appendingPathComponent(file)) { add(definition) }
    }
  }

  private mutating func add(_ definition: CompactDefinition) {
    if urls.insert(definition.url).inserted { definitions.append(definition) }
  }

  private mutating func read(_ file: URL) throws -> CompactDefinition? {
    var text = try String(contentsOf: file, encoding: .utf8)
    let name = file.deletingPathExtension().lastPathComponent
    for correction in pendingCorrections where correction.definition == name && text.contains(correction.old) {
      text = text.replacingOccurrences(of: correction.old, with: correction.new)
      pendingCorrections.removeAll { $0.definition == name && $0.old == correction.old }
    }
    return try CompactDefinition(DefinitionJSON(Array(text.utf8), name: name), name: name)
  }

  /// The JSON files in a folder and, optionally, in its subfolders.
  private static func files(in folder: URL, isDeep: Bool = false) throws -> [String] {
    let all =
      isDeep
      ? try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      : try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return all.filter { $0.hasSuffix(".json") }.sorted()
  }

  // MARK: - Terminology

  /// Adds the terminology of a release that the definitions need.
  ///
  /// - Parameter known: the addresses of value sets whose codes the library has.
  mutating func addTerminology(of release: URL, known: Set<String>) throws {
    let valueSets = try published(in: release.appendingPathComponent("valuesets"))
    let codeSystems = try published(in: release.appendingPathComponent("codesystems"))
    var wanted = definitions.flatMap { $0.boundValueSets + $0.importedValueSets }
    while let url = wanted.popLast().map(Self.address) {
      guard !urls.contains(url), !known.contains(url), let set = valueSets[url] else { continue }
      add(set)
      wanted += set.importedValueSets
    }
    // In the older form, a value set may define the codes of a system.
    let defined = valueSets.values.sorted { $0.id < $1.id }.compactMap(\.definedCodeSystem)
    for url in Set(definitions.flatMap(\.neededCodeSystems)).sorted() {
      guard let system = codeSystems[Self.address(url)] ?? defined.first(where: { $0.url == url }) else { continue }
      let isWhole = system.json["content"]?.text == "complete"
      if isWhole, system.json.count(of: "concept") <= Self.mostConcepts { add(system) }
    }
  }

  private mutating func published(in folder: URL) throws -> [String: CompactDefinition] {
    var result: [String: CompactDefinition] = [:]
    guard FileManager.default.fileExists(atPath: folder.path) else { return result }
    for file in try Self.files(in: folder, isDeep: true) {
      if let definition = try read(folder.appendingPathComponent(file)) { result[definition.url] = definition }
    }
    return result
  }

  private static func address(_ url: String) -> String { String(url.prefix { $0 != "|" }) }

  /// Refuses a correction that is no longer needed.
  func checkCorrections() throws(CompilerError) {
    guard let stale = pendingCorrections.first else { return }
    throw CompilerError("\(stale.definition) does not hold '\(stale.old)', which \(GuideFile.name) corrects")
  }

  /// Refuses a correction of a constraint that is not published in these words.
  func check(_ constraints: [String]) throws(CompilerError) {
    let published = Set(definitions.flatMap(\.correctable))
    guard let stale = constraints.first(where: { !published.contains($0) }) else { return }
    throw CompilerError("no definition has the constraint '\(stale)', which \(GuideFile.name) corrects")
  }
}
