package import FHIRSchema
package import Foundation

/// The places of the compiler's inputs and outputs within the package.
package struct PackageLayout: Sendable {
  package let root: URL

  /// The releases that have a folder below `Schemas`, the oldest first.
  package static let releases = FHIRRelease.compiled

  /// The same with those of which only the names are stored.
  package static let allReleases = releases + FHIRRelease.told

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

  package func hasModels(_ release: FHIRRelease) -> Bool {
    FileManager.default.fileExists(atPath: schemas(release).appendingPathComponent(ModelSelection.file).path)
  }

  package func models(_ release: FHIRRelease) -> TextFolder {
    let folder = root.appendingPathComponent("Sources/FHIR\(release.name.uppercased())/Generated", isDirectory: true)
    return TextFolder(folder, ending: ".swift")
  }

  /// The generated Swift files except those of models, by their places.
  package func generated() throws -> [(file: URL, text: String)] {
    let folder = root.appendingPathComponent("Sources/FHIRSchema/Generated")
    let all = try Self.allReleases.map { try SchemaFiles(reading: schemas($0), release: $0) }
    var result = [
      (folder.appendingPathComponent("GeneratedSchema.swift"), GeneratedSource.list(Self.releases)),
      (folder.appendingPathComponent("Names.swift"), try GeneratedSource.names(all)),
    ]
    for (release, schema) in zip(Self.releases, all) {
      let name = release.name.uppercased()
      let base = try SchemaFiles.base(of: schema.files, in: schemas(release))
      for part in GeneratedSource.Part.allCases {
        let file = folder.appendingPathComponent("\(name)\(part.rawValue).swift")
        result.append((file, try GeneratedSource.swift(schema, part, like: base)))
      }
    }
    let guides = try guides.map { (generatedGuide($0), try GuideFiles(reading: $0).swift()) }
    return result + [try guideList()] + (try GeneratedTables.files(self)) + guides
  }

  /// The default place of the published definitions: beside the package.
  package var publishedDefinitions: URL {
    root.appendingPathComponent("../shared/definitions", isDirectory: true).standardizedFileURL
  }

  /// The published definitions of a release below a folder or beside the package; nil if they are not available.
  package func definitions(_ release: FHIRRelease, in folder: URL? = nil) -> URL? {
    let folder = folder ?? publishedDefinitions
    let isTold = FHIRRelease.told.contains(release)
    let own = folder.appendingPathComponent(isTold ? release.name + "-draft" : release.name, isDirectory: true)
    let mark = isTold ? own : own.appendingPathComponent("resources")
    return FileManager.default.fileExists(atPath: mark.path) ? own : nil
  }

  /// The definitions of other releases beside those of one, by the names that ``ForeignName`` uses.
  package func otherDefinitions(than release: FHIRRelease, beside folder: URL) -> [String: URL] {
    Self.releases.filter { $0 != release }.reduce(into: [:]) { result, other in
      result[other.rawValue] = definitions(other, in: folder.deletingLastPathComponent())
    }
  }

  /// The releases that are like another, each with that one, by the names that ``ForeignName`` uses.
  fileprivate var likes: [String: String] {
    get throws {
      try Self.releases.reduce(into: [:]) { likes, release in
        let folder = schemas(release)
        let base = try SchemaFiles.base(of: SchemaFiles.texts(in: folder), in: folder)
        likes[release.rawValue] = base?.release.uppercased()
      }
    }
  }

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
    "facts.txt", "roles.txt", "later.txt", publishedFile, systemsFile,
  ]

  /// The files that a release does not share with the one that it is like.
  private static let neverShared = [
    "release.txt", withoutFile, publishedFile, Corrections.file, ExpansionDifferences.file, ModelMeanings.file,
    ModelSelection.file, systemsFile,
  ]

  /// Compiles the definitions in a folder, and the foreign names from the definitions of other releases beside it.
  ///
  /// Files that are kept by hand are copied; so are the foreign names if no other release is available. Invariants of
  /// the release that this one is like are taken if they are published here, too.
  /// ``InvariantFiles/check(against:)`` checks whether the invariants are the published ones.
  package init(
    compiling published: PublishedDefinitions, in folder: URL, release: FHIRRelease, layout: PackageLayout
  ) throws {
    let stored = try Self.texts(in: layout.schemas(release))
    let old = try SchemaFiles(reading: layout.schemas(release), release: release).files
    var definitions = published
    try definitions.apply(Corrections(old[Corrections.file] ?? ""))
    var files = try SchemaFiles(definitions, release: release).files
    let base = try Self.inherited(by: old, in: layout.schemas(release))
    let constraints = Set(PublishedInvariant.all(in: definitions))
    for (path, text) in base.merging(stored, uniquingKeysWith: { $1 })
    where path.hasPrefix(InvariantFiles.folder) && !FHIRRelease.told.contains(release) {
      if try stored[path] != nil || InvariantFiles.isPublished(text, at: path, constraints, definitions) {
        files[path] = text
      }
    }
    for path in Self.keptByHand { files[path] = old[path] }
    if let text = files[PrimitiveGrammars.file] {
      files[PrimitiveGrammars.file] = PrimitiveGrammars.kept(of: old[PrimitiveGrammars.file] ?? "", in: text)
    }
    files["release.txt"]? += (old["release.txt"] ?? "").split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    files[ForeignNameCompiler.file] = old[ForeignNameCompiler.file]
    let others = layout.otherDefinitions(than: release, beside: folder)
    if !others.isEmpty, !FHIRRelease.told.contains(release) {
      let compiler = ForeignNameCompiler(
        own: ElementNames(Array(definitions.structures.values), isOwn: true), release: release.rawValue,
        foreign: try others.mapValues { ElementNames(try PublishedDefinitions.structures(directory: $0)) },
        counterparts: try CounterpartTable(old[CounterpartTable.file] ?? ""),
        theirs: try layout.counterparts(of: Array(others.keys)), likes: try layout.likes)
      files[ForeignNameCompiler.file] = try compiler.text()
    }
    self.init(release: release.name, files: files)
  }

  /// Reads the files below `Schemas/`, with those of the release that this one is like.
  package init(reading folder: URL, release: FHIRRelease) throws {
    var files = try Self.texts(in: folder)
    let without = Set((files.removeValue(forKey: Self.withoutFile) ?? "").split(separator: "\n").map(String.init))
    for (path, text) in try Self.inherited(by: files, in: folder)
    where files[path] == nil && !Self.neverShared.contains(path)
      && without.isDisjoint(with: [path, Self.folder(of: path)])
    {
      files[path] = text
    }
    self.init(release: release.name, files: files)
  }

  /// The files of the release that one is like, whose folder is beside its own; nil for none.
  package static func base(of files: [String: String], in folder: URL) throws -> SchemaFiles? {
    let lines = (files["release.txt"] ?? "").split(separator: "\n")
    guard let name = lines.first(where: { $0.hasPrefix(likeMark) })?.dropFirst(likeMark.count) else { return nil }
    let beside = folder.deletingLastPathComponent().appendingPathComponent(String(name), isDirectory: true)
    return try SchemaFiles(reading: beside, release: FHIRRelease(name: String(name), version: ""))
  }

  /// The same files, with the expressions of this release's ``publishedFile``; none without such a release.
  private static func inherited(by files: [String: String], in folder: URL) throws -> [String: String] {
    try base(of: files, in: folder)?.publishing(files[publishedFile] ?? "").files ?? [:]
  }

  package static func texts(in folder: URL) throws -> [String: String] { try TextFolder(folder, ending: ".txt").texts }

  /// The files that a folder should have: those that differ from the ones of the release that this one is like.
  package func stored(in folder: URL) throws -> [String: String] {
    let base = try Self.inherited(by: files, in: folder)
    if base.isEmpty { return files }
    var stored = files.filter { base[$0.key] != $0.value || Self.neverShared.contains($0.key) }
    let folders = Set(files.keys.map(Self.folder(of:)))
    let without = base.keys.filter { files[$0] == nil && !Self.neverShared.contains($0) }.map {
      folders.contains(Self.folder(of: $0)) ? $0 : Self.folder(of: $0)
    }
    stored[Self.withoutFile] = Set(without).sorted().map { $0 + "\n" }.joined()
    return stored
  }

  /// The folder of a path, with its slash; for one of the release's own files the path itself.
  private static func folder(of path: String) -> String { path.firstIndex(of: "/").map { String(path[...$0]) } ?? path }

  package func write(to folder: URL) throws { try TextFolder(folder, ending: ".txt").write(stored(in: folder)) }
}

/// Why the definitions or the schema files cannot be compiled: a fault of the input that a person must correct.
package struct CompilerError: Error, Hashable, CustomStringConvertible {
  /// One sentence that is clear without context, with the name of the faulty item.
  package let description: String

  package init(_ description: String) { self.description = description }
}
