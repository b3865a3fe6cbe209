package import FHIRSchema
package import Foundation

/// The places of the compiler's inputs and outputs within the package.
package struct PackageLayout: Sendable {
  package let root: URL

  /// The releases that have a folder below `Schemas`, the oldest first.
  package static let releases: [FHIRRelease] = [.dstu2, .r4]

  /// Searches for the manifest in a folder and its parents.
  package init(from start: URL) throws(CompilerError) {
    var folder = start.standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      guard folder.path != "/" else { throw CompilerError("no Package.swift in \(start.path) or above it") }
      folder.deleteLastPathComponent()
    }
    root = folder
  }

  package func schemas(_ release: FHIRRelease) -> URL {
    root.appendingPathComponent("Schemas/\(release.name)", isDirectory: true)
  }

  package func generated(_ release: FHIRRelease) -> URL {
    root.appendingPathComponent("Sources/FHIRSchema/Generated/\(release.name.uppercased()).swift")
  }

  package func generatedInvariantPages(_ release: FHIRRelease) -> URL {
    root.appendingPathComponent("Sources/FHIRSchema/Generated/\(release.name.uppercased())InvariantPages.swift")
  }

  /// The default place of the published definitions: beside the package.
  package var publishedDefinitions: URL {
    root.appendingPathComponent("../shared/definitions", isDirectory: true).standardizedFileURL
  }

  /// The published definitions of a release below a folder or beside the package; nil if they are not available.
  package func definitions(_ release: FHIRRelease, in folder: URL? = nil) -> URL? {
    let folder = folder ?? publishedDefinitions
    let own = folder.appendingPathComponent(release.name, isDirectory: true)
    return FileManager.default.fileExists(atPath: own.appendingPathComponent("resources").path) ? own : nil
  }

  /// The definitions of other releases beside those of one, by the names that ``ForeignName`` uses.
  package func otherDefinitions(than release: FHIRRelease, beside folder: URL) -> [String: URL] {
    var result: [String: URL] = [:]
    for other in Self.releases where other != release {
      result[other.rawValue] = definitions(other, in: folder.deletingLastPathComponent())
    }
    return result
  }
}

extension PackageLayout {
  /// The facts of other releases about each other's names, kept by hand, by release.
  fileprivate func counterparts(of releases: [String]) throws -> [String: CounterpartTable] {
    var result: [String: CounterpartTable] = [:]
    for release in Self.releases where releases.contains(release.rawValue) {
      let file = schemas(release).appendingPathComponent(CounterpartTable.file)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      result[release.rawValue] = try CounterpartTable(String(contentsOf: file, encoding: .utf8))
    }
    return result
  }
}

extension SchemaFiles {
  /// The files that people write and the compiler copies unchanged.
  private static let keptByHand = [
    Corrections.file, CounterpartTable.file, ExpansionDifferences.file, ModelMeanings.file, ModelSelection.file,
    "roles.txt", "later.txt",
  ]

  /// Compiles the definitions in a folder, and the foreign names from the definitions of other releases beside it.
  ///
  /// Files that are kept by hand are copied; so are the foreign names if no other release is available.
  /// ``InvariantFiles/check(against:)`` checks whether the invariants are the published ones.
  package init(
    compiling published: PublishedDefinitions, in folder: URL, release: FHIRRelease, layout: PackageLayout
  ) throws {
    let old = try SchemaFiles(reading: layout.schemas(release), release: release).files
    var definitions = published
    try definitions.apply(Corrections(old[Corrections.file] ?? ""))
    let own = try SchemaFiles(definitions, release: release)
    var files = own.files
    for (path, text) in old where path.hasPrefix(InvariantFiles.folder) { files[path] = text }
    for path in Self.keptByHand { files[path] = old[path] }
    if let text = files[PrimitiveGrammars.file] {
      files[PrimitiveGrammars.file] = PrimitiveGrammars(old[PrimitiveGrammars.file] ?? "").applied(to: text)
    }
    files["release.txt"]? += (old["release.txt"] ?? "").split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    files[ForeignNameCompiler.file] = old[ForeignNameCompiler.file]
    let others = layout.otherDefinitions(than: release, beside: folder)
    if !others.isEmpty {
      let compiler = ForeignNameCompiler(
        own: try ElementNames(own), release: release.rawValue,
        foreign: try others.mapValues { ElementNames(try PublishedDefinitions.structures(directory: $0)) },
        counterparts: try CounterpartTable(old[CounterpartTable.file] ?? ""),
        theirs: try layout.counterparts(of: Array(others.keys)))
      files[ForeignNameCompiler.file] = try compiler.text()
    }
    self.init(release: release.name, files: files)
  }

  /// Reads the files below `Schemas/`.
  package init(reading folder: URL, release: FHIRRelease) throws {
    var files: [String: String] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
    where path.hasSuffix(".txt") {
      files[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    self.init(release: release.name, files: files)
  }

  /// Writes all files and removes text files that are no longer made.
  package func write(to folder: URL, release: FHIRRelease) throws {
    let old = try SchemaFiles(reading: folder, release: release)
    for (path, text) in files where old.files[path] != text {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for path in old.files.keys where files[path] == nil {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
    }
  }
}
