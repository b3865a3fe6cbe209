package import FHIRSchema
package import Foundation

/// Where the compiler's inputs and outputs are within the package.
package struct PackageLayout: Sendable {
  package let root: URL

  /// Looks for the manifest in a folder and upwards from it.
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

  /// The published definitions of a release below a folder or beside the package, or nil when they are not at hand.
  package func definitions(_ release: FHIRRelease, in folder: URL? = nil) -> URL? {
    let folder = folder ?? root.appendingPathComponent("../shared/definitions").standardizedFileURL
    return [folder.appendingPathComponent(release.name), folder].first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("resources").path)
    }
  }

  /// The definitions of R4 beside those of a release, or nil when they are not at hand.
  package func r4Definitions(beside folder: URL) -> URL? {
    let folder = folder.deletingLastPathComponent().appendingPathComponent("r4", isDirectory: true)
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("resources").path) ? folder : nil
  }
}

extension SchemaFiles {
  /// Compiles the definitions in a folder, and the foreign names from those of R4 beside it.
  ///
  /// The counterparts, meanings and invariants are kept by hand, so they are taken over as they are, the invariants if
  /// they agree with the published ones; so are the foreign names when R4 is not at hand.
  package init(compiling folder: URL, release: FHIRRelease, layout: PackageLayout) throws {
    let old = try SchemaFiles(reading: layout.schemas(release), release: release).files
    let definitions = try PublishedDefinitions(directory: folder)
    let own = try SchemaFiles(definitions, release: release)
    var files = own.files
    for (path, text) in old where path.hasPrefix(InvariantFiles.folder) { files[path] = text }
    try InvariantFiles(SchemaFiles(release: release.name, files: files))
      .check(against: PublishedInvariant.all(in: definitions))
    if let text = files[PrimitiveGrammars.file] {
      files[PrimitiveGrammars.file] = PrimitiveGrammars(old[PrimitiveGrammars.file] ?? "").applied(to: text)
    }
    files["release.txt"]? += (old["release.txt"] ?? "").split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    for file in ["roles.txt", "later.txt"] { files[file] = old[file] }
    files[CounterpartTable.file] = old[CounterpartTable.file]
    files[ModelMeanings.file] = old[ModelMeanings.file]
    files[ModelSelection.file] = old[ModelSelection.file]
    files[ForeignNameCompiler.file] = old[ForeignNameCompiler.file]
    if let r4 = layout.r4Definitions(beside: folder) {
      let compiler = ForeignNameCompiler(
        own: try ElementNames(own), foreign: ["R4": try ElementNames(directory: r4)],
        counterparts: try CounterpartTable(old[CounterpartTable.file] ?? ""))
      files[ForeignNameCompiler.file] = try compiler.text()
    }
    self.init(release: release.name, files: files)
  }

  /// Reads what stands below `Schemas/`.
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
