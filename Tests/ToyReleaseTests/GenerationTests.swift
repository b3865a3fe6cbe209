import FHIRSchema
import FHIRSchemaCompiler
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Generates the sources of the toy release.
@Suite struct GenerationTests {
  @Test func definitionsAreMade() throws {
    let definitions = try ToyRelease.definitions()
    #expect(definitions.release == ToyRelease.release)
    #expect(definitions.faults.isEmpty)
    let schema = definitions.schema
    #expect(schema.typeNames[definitions.roles.bundle] == "Crate")
    #expect(schema.typeNames[definitions.roles.reference] == "Pointer")
    #expect(schema.name(of: definitions.roles.extensionURL.member) == "label")
    #expect(schema.invariants.map(\.key) == ["ele-1", "per-1", "toy-1"])
  }

  @Test func sourcesAreMade() throws {
    let files = try ToyRelease.files()
    let source = try GeneratedSource.swift(files)
    #expect(source.contains("  package static let toy: StaticString = "))
    #expect(source.contains("\nrole reference Pointer\n"))
    // The expression is true if one of these is missing.
    #expect(source.contains("\ngate start end\n"))
    let pages = try GeneratedSource.swift(files, .invariantPages)
    #expect(pages.contains("  package static let toyInvariantPages: StaticString = "))
    #expect(pages.contains("\nsummary a dragon has no head\n"))
  }

  /// The models of the toy release are a target of the tests, so they are compiled.
  @Test func modelsAreFresh() throws {
    let models = try GeneratedModels(ToyRelease.files())
    let folder = TextFolder(PackageRoot.url.appending(path: "Tests/FHIRTOY/Generated"), ending: ".swift")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try folder.write(models.files)
      Issue.record("written to Tests/FHIRTOY; read it, then run without RECORD_SNAPSHOTS")
      return
    }
    let found = try folder.texts
    #expect(found.keys.sorted() == models.files.keys.sorted())
    for (path, text) in models.files {
      #expect(
        FreshnessCheck.difference(expected: text, found: found[path] ?? "") == nil,
        "\(path) is stale; RECORD_SNAPSHOTS=1 writes it")
    }
  }
}
