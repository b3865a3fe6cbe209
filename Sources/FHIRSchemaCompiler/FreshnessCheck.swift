package import FHIRSchema
package import Foundation

/// Compares the checked-in files with the compiler's current output.
package enum FreshnessCheck {
  /// Complaints about the generated Swift except that of models, each with the command that updates it.
  package static func generated(_ layout: PackageLayout) throws -> [String] {
    try layout.generated().flatMap { file, text in
      let found = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let name = file.lastPathComponent
      return complaints([name: text], found: [name: found], command: GeneratedSource.command)
    }
  }

  /// Complaints about the models of a release, each with the command that updates them; empty if fresh.
  package static func models(_ layout: PackageLayout, _ release: FHIRRelease) throws -> [String] {
    let expected = try GeneratedModels(SchemaFiles(reading: layout.schemas(release), release: release)).files
    return complaints(expected, found: try layout.models(release).texts, command: GeneratedModels.command)
  }

  /// Complaints about `Schemas/`, and about expansions that differ from the published ones.
  package static func schemas(
    _ layout: PackageLayout, _ release: FHIRRelease, definitions published: URL
  ) throws -> [String] {
    let definitions = try PublishedDefinitions(directory: published)
    let expected = try SchemaFiles(compiling: definitions, in: published, release: release, layout: layout)
    let found = try SchemaFiles(reading: layout.schemas(release), release: release)
    let folder = layout.schemas(release)
    var complaints = complaints(
      try expected.stored(in: folder), found: try SchemaFiles.texts(in: folder), in: "Schemas/\(release.name)/",
      command: schemasCommand)
    do throws(CompilerError) {
      try InvariantFiles(found).check(against: definitions)
    } catch {
      complaints.append(error.description)
    }
    if let published = definitions.expansions {
      let known = try ExpansionDifferences(found.files[ExpansionDifferences.file] ?? "")
      complaints += ExpansionComparison(published, ValueSetExpander(definitions), known: known).differences
    }
    return complaints
  }

  /// Complaints about the files of a guide, if its published definitions are available.
  package static func guide(_ layout: PackageLayout, _ folder: URL, definitions: URL) throws -> [String] {
    let found = try GuideFiles(reading: folder)
    guard let expected = try GuideFiles(compiling: folder, definitions: definitions, layout: layout) else {
      print("Schemas/guides/\(found.name) not checked: not all of its definitions are available")
      return []
    }
    return complaints(expected.files, found: found.files, in: "Schemas/guides/\(found.name)/", command: schemasCommand)
  }

  private static let schemasCommand = "swift run fhirgen schemas DEFINITIONS_DIR"

  /// A complaint about each text that differs from the expected one, or is in only one of the two.
  static func complaints(
    _ expected: [String: String], found: [String: String], in folder: String = "", command: String
  ) -> [String] {
    Set(expected.keys).union(found.keys).sorted().compactMap { path in
      difference(expected: expected[path] ?? "", found: found[path] ?? "").map {
        "\(folder)\(path) is stale; run `\(command)`\n\($0)"
      }
    }
  }

  /// The first line in which two texts differ, or nil if they have the same bytes.
  package static func difference(expected: String, found: String) -> String? {
    guard !expected.utf8.elementsEqual(found.utf8) else { return nil }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    let (expected, found) = (lines(expected), lines(found))
    let number = zip(expected, found).prefix { $0.utf8.elementsEqual($1.utf8) }.reduce(0) { count, _ in count + 1 }
    func line(_ lines: [Substring]) -> String { number < lines.count ? "'\(lines[number])'" : "nothing" }
    return "  line \(number + 1): expected \(line(expected))\n  line \(number + 1): found    \(line(found))"
  }
}
