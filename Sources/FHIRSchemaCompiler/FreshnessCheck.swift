package import FHIRSchema
package import Foundation

/// Compares the checked-in files with the compiler's current output.
package enum FreshnessCheck {
  /// Complaints about the generated Swift of a release, each with the command that updates it; empty if fresh.
  package static func generated(_ layout: PackageLayout, _ release: FHIRRelease) throws -> [String] {
    try layout.generated([release]).compactMap { file, expected in
      let found = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return difference(expected: expected, found: found).map {
        "\(file.lastPathComponent) is stale; run `\(GeneratedSource.command)`\n\($0)"
      }
    }
  }

  /// Complaints about `Schemas/`, and about expansions that differ from the published ones.
  package static func schemas(
    _ layout: PackageLayout, _ release: FHIRRelease, definitions folder: URL
  ) throws -> [String] {
    let definitions = try PublishedDefinitions(directory: folder)
    let expected = try SchemaFiles(compiling: definitions, in: folder, release: release, layout: layout)
    let found = try SchemaFiles(reading: layout.schemas(release), release: release)
    let (made, stored) = (
      try expected.stored(in: layout.schemas(release)), try SchemaFiles.texts(in: layout.schemas(release))
    )
    var complaints = Set(made.keys).union(stored.keys).sorted().compactMap { path in
      difference(expected: made[path] ?? "", found: stored[path] ?? "").map {
        "Schemas/\(release.name)/\(path) is stale; run `swift run fhirgen schemas DEFINITIONS_DIR`\n\($0)"
      }
    }
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

  /// Complaints about a guide: its generated Swift, and its files if the published definitions are available.
  package static func guide(_ layout: PackageLayout, _ folder: URL, definitions: URL) throws -> [String] {
    let found = try GuideFiles(reading: folder)
    let file = layout.generatedGuide(folder)
    let swift = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var complaints = [difference(expected: try found.swift(), found: swift)].compactMap(\.self).map {
      "\(file.lastPathComponent) is stale; run `\(GeneratedSource.command)`\n\($0)"
    }
    guard let expected = try GuideFiles(compiling: folder, definitions: definitions, layout: layout) else {
      print("Schemas/guides/\(found.name) not checked: not all of its definitions are available")
      return complaints
    }
    complaints += Set(expected.files.keys).union(found.files.keys).sorted().compactMap { path in
      difference(expected: expected.files[path] ?? "", found: found.files[path] ?? "").map {
        "Schemas/guides/\(found.name)/\(path) is stale; run `swift run fhirgen schemas DEFINITIONS_DIR`\n\($0)"
      }
    }
    return complaints
  }

  /// The first line in which two texts differ, or nil if they have the same bytes.
  package static func difference(expected: String, found: String) -> String? {
    guard !expected.utf8.elementsEqual(found.utf8) else { return nil }
    let (expected, found) = (lines(expected), lines(found))
    let number = zip(expected, found).prefix { $0.utf8.elementsEqual($1.utf8) }.reduce(0) { count, _ in count + 1 }
    func line(_ lines: [Substring]) -> String { number < lines.count ? "'\(lines[number])'" : "nothing" }
    return "  line \(number + 1): expected \(line(expected))\n  line \(number + 1): found    \(line(found))"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
