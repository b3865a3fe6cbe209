import FHIRSchema
package import Foundation

/// The files with the distinctions of all releases: in `Schemas`, and as a Swift literal.
package struct DistinctionFiles {
  private let layout: PackageLayout

  package init(_ layout: PackageLayout) { self.layout = layout }

  private var head: URL { layout.root.appendingPathComponent("Schemas/\(DistinctionCompiler.releasesFile)") }
  private var lines: URL { layout.root.appendingPathComponent("Schemas/\(DistinctionCompiler.file)") }
  private var generated: URL {
    layout.root.appendingPathComponent("Sources/FHIRSchema/Generated/GeneratedDistinctions.swift")
  }

  /// Writes `distinctions.txt`; `false` if the definitions of a release are not available.
  package func writeLines(definitions folder: URL?) throws -> Bool {
    guard let text = try compiledLines(definitions: folder) else { return false }
    try Data(text.utf8).write(to: lines)
    return true
  }

  /// Writes the Swift file.
  package func writeGenerated() throws {
    try Data(try swift().utf8).write(to: generated)
  }

  /// Describes stale files, with the command that updates them.
  ///
  /// - Parameter folder: the folder with the definitions of all releases; `distinctions.txt` is not checked without
  ///   them.
  package func complaints(definitions folder: URL?) throws -> [String] {
    var complaints: [String] = []
    if let expected = try compiledLines(definitions: folder),
      let difference = FreshnessCheck.difference(expected: expected, found: try text(lines))
    {
      complaints.append(
        "Schemas/\(DistinctionCompiler.file) is stale; run `swift run fhirgen schemas DEFINITIONS_DIR`\n\(difference)")
    }
    let found = (try? text(generated)) ?? ""
    if let difference = FreshnessCheck.difference(expected: try swift(), found: found) {
      complaints.append("\(generated.lastPathComponent) is stale; run `\(GeneratedSource.command)`\n\(difference)")
    }
    return complaints
  }

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// The text of `distinctions.txt`, `nil` if the definitions of a release are not available.
  private func compiledLines(definitions folder: URL?) throws -> String? {
    let head = try text(head)
    var releases: [DistinctionCompiler.Release] = []
    var known: [(release: String, type: String, name: String)] = []
    for line in head.split(separator: "\n") where line.hasPrefix("release ") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else {
        guard words.count == 5, words[3] == "like" else {
          throw CompilerError("\(DistinctionCompiler.releasesFile): '\(line)' is no release")
        }
        known += try knownNames(of: words[1], in: releases.first?.name ?? "")
        continue
      }
      let release = FHIRRelease(name: words[1], version: words[2])
      guard let directory = layout.definitions(release, in: folder), directory.lastPathComponent == words[1] else {
        return nil
      }
      releases.append(
        DistinctionCompiler.Release(
          words[1], try ElementForms(directory: directory),
          try ElementDemands(PublishedDefinitions(directory: directory))))
    }
    let compiler = DistinctionCompiler(head: head, releases: releases, known: known)
    return """
      # What tells the releases apart: resource types, members by name or by JSON form, and what is required of records.
      # Generated, for review.
      #
      # type TYPE RELEASES                        a resource type that only these have
      # member TYPE NAME RELEASES                 a member that only these have
      # member TYPE NAME FORM RELEASES ...        one that all have, in different forms
      # member TYPE.ELEMENT NAME ...              the same of a nested element
      # code TYPE.ELEMENT RELEASES CODE ...       codes that only these allow where all have a required value set
      # needs TYPE[.ELEMENT] RELEASES NAME ...    members that these require, where not all require the same
      # nested NAME                               a member of some type whose values are resources

      """ + compiler.text()
  }

  /// The names of a release without definitions, kept by hand, of whole types.
  private func knownNames(of release: String, in own: String) throws -> [(release: String, type: String, name: String)]
  {
    let file = layout.root.appendingPathComponent("Schemas/\(own)/\(CounterpartTable.file)")
    return try CounterpartTable(try text(file)).entries
      .filter { $0.release.lowercased() == release && !$0.type.contains(".") }
      .map { (release, $0.type, $0.name.hasSuffix("[x]") ? String($0.name.dropLast(3)) : $0.name) }
  }

  private func swift() throws -> String {
    let beginning = try text(head)
    let releases = beginning.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.first == "release" }
    let roles = try releases.filter { $0.count == 3 }.map {
      try text(layout.root.appendingPathComponent("Schemas/\($0[1])/roles.txt"))
    }
    let compiled = DistinctionCompiler.compiledText(head: beginning, roles: roles, lines: try text(lines))
    return """
      // Generated by `\(GeneratedSource.command)` from Schemas/\(DistinctionCompiler.releasesFile) and \
      \(DistinctionCompiler.file). Do not edit.
      // swift-format-ignore-file

      extension GeneratedSchema {
        package static let distinctions: StaticString = #\"\"\"
      \(compiled)\"\"\"#
      }

      """
  }
}
