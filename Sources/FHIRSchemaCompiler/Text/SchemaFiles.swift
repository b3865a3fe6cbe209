package import FHIRSchema
package import Foundation

/// The text files of one release below `Schemas/`, by path within the release's folder. The folder of a release that is
/// like another, by a line `like RELEASE` in its `release.txt`, has only the files that differ from the other's, and in
/// `without.txt` the paths of those that it lacks, or of folders. ``files`` has all.
package struct SchemaFiles: Hashable, Sendable {
  /// How the line begins that names the release that this one is like.
  static let likeMark = "like "
  /// The list of the files of the other release, or of the guide that one is like, that have no counterpart here.
  static let withoutFile = "without.txt"

  /// The invariants of the other release that this one publishes with another expression, though what we say of them
  /// holds for both: a line `KEY ELEMENT EXPRESSION` for each, kept by hand.
  static let publishedFile = "published.txt"

  static let codeSystemsFile = "codesystems.txt"

  /// Which code systems of the other release hold for this one, too, though its own package does not have them: lines
  /// `take PREFIX` and `except URL`, kept by hand.
  static let systemsFile = "systems.txt"

  package let release: String
  package let files: [String: String]

  package init(release: String, files: [String: String]) { (self.release, self.files) = (release, files) }

  package init(_ definitions: PublishedDefinitions, release: FHIRRelease) throws(CompilerError) {
    var files = ["release.txt": "release \(release.name) \(release.version)\n"]
    var primitives: [SchemaPrimitive] = []
    var structures: [SchemaStructure] = []

    let compiler = StructureCompiler(definitions)
    for structure in definitions.structures.values.sorted(by: { $0.id < $1.id }) {
      guard structure.fhirVersion.prefix(while: { $0 != "-" }) == release.version else {
        throw CompilerError("\(structure.id) is of version \(structure.fhirVersion), not \(release.version)")
      }
      if let primitive = SchemaPrimitive(structure, in: definitions) {
        primitives.append(primitive)
      } else {
        structures.append(try compiler.compile(structure))
      }
    }
    try structures.checkLinks(primitives)

    for structure in structures {
      let folder = structure.kind == .type ? "types" : "resources"
      files["\(folder)/\(structure.name).txt"] = SchemaTextWriter.text(structure)
    }
    files["primitives.txt"] = SchemaTextWriter.text(primitives)

    let expander = ValueSetExpander(definitions)
    for url in Set(structures.flatMap { ($0.binding?.checkedValueSets ?? []) + Self.checkedValueSets($0.elements) })
      .sorted()
    {
      let valueSet = SchemaValueSet(url, expander, release: release.version)
      let path = "valuesets/\(valueSet.fileName).txt"
      guard files.updateValue(try SchemaTextWriter.text(valueSet), forKey: path) == nil else {
        throw CompilerError("two value sets would be written to \(path)")
      }
    }
    let systems = try SchemaTextWriter.text(Array(definitions.codeSystems.values))
    if !systems.isEmpty { files[Self.codeSystemsFile] = systems }
    self.init(release: release.name, files: files)
  }

  /// The lines of ``codeSystemsFile``, with those that hold here of the release that this one is like.
  package func codeSystems(like base: SchemaFiles?) -> String {
    func lines(_ file: String, of schema: SchemaFiles?) -> [Substring] {
      (schema?.files[file] ?? "").split(separator: "\n")
    }
    func url(_ line: Substring) -> Substring { line.prefix { $0 != " " } }
    func words(_ verb: String) -> [Substring] {
      lines(Self.systemsFile, of: self).filter { $0.hasPrefix(verb + " ") }.map { $0.dropFirst(verb.count + 1) }
    }
    let own = lines(Self.codeSystemsFile, of: self)
    let (taken, known) = (words("take"), Set(own.map(url) + words("except")))
    let others = lines(Self.codeSystemsFile, of: base).filter { line in
      taken.contains(where: line.hasPrefix) && !known.contains(url(line))
    }
    return (own + others).map { $0 + "\n" }.joined()
  }

  /// The files with other expressions as the published ones of some invariants.
  func publishing(_ lines: String) throws(CompilerError) -> SchemaFiles {
    var files = files
    for line in lines.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 2)
      let path = "\(InvariantFiles.folder)\(words[0]).txt"
      var isInside = false
      let text = files[path] ?? ""
      let restated = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        let isHead = words.count == 3 && $0.hasPrefix("\(words[0]) ") && $0.hasSuffix(" \(words[1])")
        isInside = isHead || isInside && $0.hasPrefix(" ")
        if isHead { return [$0, "  published \(words[2])"] }
        return isInside && $0.hasPrefix("  published ") ? [] : [$0]
      }.joined(separator: "\n")
      guard restated != text else {
        throw CompilerError("\(Self.publishedFile): '\(line)' names no invariant of \(release) with another expression")
      }
      files[path] = restated
    }
    return SchemaFiles(release: release, files: files)
  }

  private static func checkedValueSets(_ elements: [SchemaElement]) -> [String] {
    elements.flatMap { ($0.binding?.checkedValueSets ?? []) + checkedValueSets($0.children) }
  }
}

package struct TextFolder {
  private let url: URL
  private let endings: [String]

  package init(_ url: URL, ending endings: String...) { (self.url, self.endings) = (url, endings) }

  /// The texts by path; none without the folder.
  package var texts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for case let path as String in FileManager.default.enumerator(atPath: url.path) ?? .init()
      where endings.contains(where: path.hasSuffix) {
        texts[path] = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
      }
      return texts
    }
  }

  /// Writes the texts that are new or changed, and removes the files of all others.
  package func write(_ texts: [String: String]) throws {
    let old = try self.texts
    for (path, text) in texts where old[path] != text {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for path in old.keys where texts[path] == nil {
      try FileManager.default.removeItem(at: url.appendingPathComponent(path))
    }
  }
}
