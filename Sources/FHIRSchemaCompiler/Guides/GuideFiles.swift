import FHIRSchema
package import Foundation

/// The definitions of a guide below `Schemas/guides`: `guide.txt`, kept by hand, and a file for each definition.
package struct GuideFiles {
  package let name: String
  /// The texts by file name, without that of `guide.txt`.
  package private(set) var files: [String: String] = [:]
  /// The definitions that stand in the folder of the guide that it is like.
  package private(set) var shared: [String: String] = [:]
  let guide: GuideFile

  package init(reading folder: URL) throws {
    name = folder.lastPathComponent
    guide = try GuideFile(String(contentsOf: folder.appendingPathComponent(GuideFile.name), encoding: .utf8))
    files = try Self.folder(folder).texts
    let lacking = Set((files[SchemaFiles.withoutFile] ?? "").split(separator: "\n").map(String.init))
    shared = try guide.restated(beside: folder).filter { !lacking.contains($0.key) && files[$0.key] == nil }
  }

  /// Makes the files from the published definitions; `nil` if these are not available.
  package init?(compiling folder: URL, definitions: URL, layout: PackageLayout) throws {
    name = folder.lastPathComponent
    guide = try GuideFile(String(contentsOf: folder.appendingPathComponent(GuideFile.name), encoding: .utf8))
    let folders = guide.sources.map { definitions.appendingPathComponent($0.folder) }
    guard !folders.isEmpty, folders.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) else { return nil }
    var compiler = GuideCompiler(guide)
    for (source, folder) in zip(guide.sources, folders) {
      try compiler.add(folder, ids: source.ids, canonical: guide.canonical)
    }
    var known = try layout.valueSetsWithCodes(ofReleaseNamed: guide.release)
    if !guide.canonical.isEmpty { known.formUnion(try layout.definitions(ofReleaseNamed: guide.release)) }
    try compiler.addTerminology(of: definitions.appendingPathComponent(guide.release), known: known)
    try compiler.checkCorrections(of: guide.constraints)
    for definition in compiler.definitions { files[definition.file] = definition.text }
    if guide.like == nil { return }
    let other = try guide.restated(beside: folder)
    shared = files.filter { other[$0.key] == $0.value }
    let lacking = other.keys.filter { files[$0] == nil }.sorted()
    files = files.filter { shared[$0.key] == nil }
    files[SchemaFiles.withoutFile] = lacking.map { $0 + "\n" }.joined()
  }

  package func write(to folder: URL) throws { try Self.folder(folder).write(files) }

  private static func folder(_ url: URL) -> TextFolder { TextFolder(url, ending: ".json", SchemaFiles.withoutFile) }

  /// The text that is built into the library: the head, and a line for each definition, which begins with its address,
  /// and ends there if the definition is shared.
  package func text() throws -> String {
    var lines = guide.head
    let definitions = files.filter { $0.key != SchemaFiles.withoutFile }.merging(shared) { own, _ in own }
    for (file, text) in definitions.sorted(by: { $0.key < $1.key }) {
      let line = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
      guard let url = try DefinitionJSON(Array(line.utf8), name: file)["url"]?.text else {
        throw CompilerError("\(file) has no url")
      }
      lines.append("definition \(url)" + (shared[file] == nil ? " \(line)" : ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package func swift() throws -> String {
    try GeneratedSource.swift(
      text(), as: "static let \(Self.member(name))", of: "GeneratedGuides", from: "Schemas/guides/\(name)")
  }

  /// `usCore` for `us-core`.
  fileprivate static func member(_ name: String) -> String { ModelNames.uncapitalized(ModelNames.joined(name)) }
}

extension GuideFile {
  /// The definitions of the guide that it is like, by file name, as it would state them: with its own version.
  fileprivate func restated(beside folder: URL) throws -> [String: String] {
    guard let like else { return [:] }
    let other = try GuideFiles(reading: folder.deletingLastPathComponent().appendingPathComponent(like))
    return other.files.mapValues { text in
      ["version", "fhirVersion"].reduce(text) { text, name in
        let (old, new) = (#""\#(name)":"\#(other.guide.version)""#, #""\#(name)":"\#(version)""#)
        return text.replacingOccurrences(of: old, with: new)
      }
    }
  }
}

extension PackageLayout {
  /// The folders of guides below `Schemas/guides`, by name.
  package var guides: [URL] {
    let folder = root.appendingPathComponent("Schemas/guides", isDirectory: true)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0, isDirectory: true) }
      .filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent(GuideFile.name).path) }
  }

  func generatedGuide(_ folder: URL) -> URL {
    root.appendingPathComponent("Sources/FHIRProfiles/Generated/\(ModelNames.joined(folder.lastPathComponent)).swift")
  }

  /// The Swift file that lists the generated texts. A folder that names no package of its own is no guide to choose.
  func guideList() throws -> (file: URL, text: String) {
    let all = try guides.map { folder -> (name: String, isGuide: Bool) in
      let text = try String(contentsOf: folder.appendingPathComponent(GuideFile.name), encoding: .utf8)
      return (folder.lastPathComponent, try !GuideFile(text).canonical.isEmpty)
    }
    let others = all.filter { !$0.isGuide }.map(\.name)
    let own = Self.releases.flatMap { release in others.filter { $0.hasPrefix("\(release.name)-") } }
    let ofReleases = own + others.filter { !own.contains($0) }
    func members(_ names: [String]) -> String { names.map(GuideFiles.member).joined(separator: ", ") }
    let text = """
      // Generated by `\(GeneratedSource.command)`. Do not edit.
      // swift-format-ignore-file

      /// The built-in definitions, one static member for each folder of `Schemas/guides`, in the form that
      /// `Schemas/README.md` describes.
      enum GeneratedGuides {
        /// The guides that a caller may choose.
        static let guides = [\(members(all.filter(\.isGuide).map(\.name)))]

        /// The definitions of the releases themselves, the oldest first, which are available wherever records are judged by
        /// profiles, and what is corrected in other packages.
        static let ofReleases = [\(members(ofReleases))]
      }

      """
    return (root.appendingPathComponent("Sources/FHIRProfiles/Generated/GeneratedGuides.swift"), text)
  }

  /// The addresses of what stands in the folders of a release's own definitions, which are available to each guide.
  func definitions(ofReleaseNamed name: String) throws -> Set<String> {
    var urls: Set<String> = []
    for folder in guides {
      let files = try GuideFiles(reading: folder)
      guard files.guide.release == name, files.guide.canonical.isEmpty else { continue }
      for (file, text) in files.files {
        if let url = try DefinitionJSON(Array(text.utf8), name: file)["url"]?.text { urls.insert(url) }
      }
    }
    return urls
  }

  /// The addresses of the value sets whose codes are among the facts of a release.
  func valueSetsWithCodes(ofReleaseNamed name: String) throws -> Set<String> {
    var urls: Set<String> = []
    let folder = root.appendingPathComponent("Schemas/\(name)/valuesets", isDirectory: true)
    for text in try TextFolder(folder, ending: ".txt").texts.values {
      let words = text.prefix { $0 != "\n" }.split(separator: " ")
      if words.count == 3, words[0] == "valueset" { urls.insert(String(words[2].prefix { $0 != "|" })) }
    }
    return urls
  }
}

/// The content of `guide.txt`, kept by hand: facts about a guide or another built-in set of definitions, one a line, as
/// `Schemas/README.md` describes.
struct GuideFile {
  typealias Correction = (definition: String, old: String, new: String)

  static let name = "guide.txt"

  private(set) var release = ""
  private(set) var version = ""
  /// The name of the guide that has the definitions which both share.
  private(set) var like: String?
  /// Folders and packages, each with the ids of the definitions that are taken, without any for all.
  private(set) var sources: [(folder: String, ids: Set<String>)] = []
  /// How the urls of the package's own definitions begin.
  private(set) var canonical = ""
  /// The ids of profiles of which the snapshot is taken.
  private(set) var baseless: Set<String> = []
  private(set) var corrections: [Correction] = []
  /// The key and the published text of each constraint that is corrected.
  private(set) var constraints: [String] = []
  /// The lines that are needed at run time.
  private(set) var head: [String] = []

  init(_ text: String) throws(CompilerError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("guide", 4): (release, version) = (words[2], words[3])
      case ("like", 2): like = words[1]
      case ("map", 3), ("map", 5...), ("reason", 2...): break
      case ("package", 3...): canonical = words[2]
      case ("baseless", 2...):
        baseless.formUnion(words.dropFirst())
        continue
      case ("source", 2...):
        sources.append((words[1], Set(words.dropFirst(2))))
        continue
      case ("correct", 4):
        corrections.append((words[1], words[2], words[3]))
        continue
      case ("constraint", 5...) where words.contains("=>"):
        constraints.append(words[1...].prefix { $0 != "=>" }.joined(separator: " "))
      default: throw CompilerError("\(Self.name) has a line that is not understood: '\(line)'")
      }
      head.append(String(line))
    }
    guard head.first?.hasPrefix("guide ") ?? false else {
      throw CompilerError("\(Self.name) does not begin with 'guide'")
    }
  }
}
