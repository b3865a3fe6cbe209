import ClinicalSources
import Foundation

/// Collects the definitions of a guide: its own, and the terminology of its release that it needs and others lack.
struct GuideCompiler {
  private(set) var definitions: [CompactDefinition] = []
  private var urls: Set<String> = []
  private var pendingCorrections: [GuideFile.Correction]
  /// Larger code systems are not included: their codes are accepted by their system alone.
  private static let mostConcepts = 3_000

  private let baseless: Set<String>

  init(_ guide: GuideFile) { (pendingCorrections, baseless) = (guide.corrections, guide.baseless) }

  /// Adds the definitions in a folder or a package, those of some ids or all; if two have the same url, the first
  /// counts. The urls of added profiles begin as `canonical` does: a package repeats those of others that it builds on.
  mutating func add(_ source: URL, ids: Set<String>, canonical: String = "") throws {
    for (name, text) in try Self.texts(in: source) {
      let id = name.drop { $0 != "-" }.dropFirst()
      guard ids.isEmpty || ids.contains(String(id)) else { continue }
      guard let definition = try read(text, name: name) else { continue }
      if definition.type != "StructureDefinition" || definition.url.hasPrefix(canonical) { add(definition) }
    }
  }

  /// The definitions of a folder, perhaps with subfolders, or of a package: names without endings, in order, and texts.
  private static func texts(in source: URL, isDeep: Bool = false) throws -> [(name: String, text: String)] {
    func name(_ path: some StringProtocol) -> String { String((path.split(separator: "/").last ?? "").dropLast(5)) }
    guard source.pathExtension == "tgz" else {
      return try TextFolder(source, ending: ".json").texts.filter { isDeep || !$0.key.contains("/") }
        .sorted { $0.key < $1.key }.map { (name($0.key), $0.value) }
    }
    var found: [(name: String, text: String)] = []
    let problems = DefinitionPackage.read(ByteRange(try FileBytes(path: source.path))) { path, bytes in
      found.append((name(path), String(decoding: bytes, as: UTF8.self)))
    }
    guard problems.isEmpty else { throw CompilerError("\(source.lastPathComponent): \(problems[0])") }
    return found.sorted { $0.name < $1.name }
  }

  private mutating func add(_ definition: CompactDefinition) {
    if urls.insert(definition.url).inserted { definitions.append(definition) }
  }

  private mutating func read(_ published: String, name: String) throws -> CompactDefinition? {
    var text = published
    for correction in pendingCorrections where correction.definition == name && text.contains(correction.old) {
      text = text.replacingOccurrences(of: correction.old, with: correction.new)
      pendingCorrections.removeAll { $0.definition == name && $0.old == correction.old }
    }
    var json = try DefinitionJSON(Array(text.utf8), name: name)
    if baseless.contains(String(name.drop { $0 != "-" }.dropFirst())) { json = json.ofItsType }
    return try CompactDefinition(json, name: name)
  }

  // MARK: - Terminology

  /// Adds the terminology of a release that the definitions need, except what has a known address: the library has its
  /// codes, or it stands in other files of the release.
  mutating func addTerminology(of release: URL, known: Set<String>) throws {
    let valueSets = try published(in: release.appendingPathComponent("valuesets"))
    let codeSystems = try published(in: release.appendingPathComponent("codesystems"))
    var wanted = definitions.flatMap { $0.boundValueSets + $0.importedValueSets }
    while let url = wanted.popLast().map(unversioned) {
      guard !urls.contains(url), !known.contains(url), let set = valueSets[url] else { continue }
      add(set)
      wanted += set.importedValueSets
    }
    // In the older form, a value set may define the codes of a system.
    let defined = valueSets.values.sorted { $0.id < $1.id }.compactMap(\.definedCodeSystem)
    for url in Set(definitions.flatMap(\.neededCodeSystems)).sorted() {
      guard let system = codeSystems[unversioned(url)] ?? defined.first(where: { $0.url == url }),
        !known.contains(system.url)
      else { continue }
      let isWhole = system.json["content"]?.text == "complete"
      if isWhole, system.json.count(of: "concept") <= Self.mostConcepts { add(system) }
    }
  }

  private mutating func published(in folder: URL) throws -> [String: CompactDefinition] {
    var result: [String: CompactDefinition] = [:]
    for (name, text) in try Self.texts(in: folder, isDeep: true) {
      if let definition = try read(text, name: name) { result[definition.url] = definition }
    }
    return result
  }

  /// Refuses a correction that is no longer needed, and one of a constraint that is not published in these words.
  func checkCorrections(of constraints: [String]) throws(CompilerError) {
    if let stale = pendingCorrections.first {
      throw CompilerError("\(stale.definition) does not hold '\(stale.old)', which \(GuideFile.name) corrects")
    }
    let published = Set(definitions.flatMap(\.correctable))
    guard let stale = constraints.first(where: { !published.contains($0) }) else { return }
    throw CompilerError("no definition has the constraint '\(stale)', which \(GuideFile.name) corrects")
  }
}
