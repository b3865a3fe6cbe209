import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import Testing

/// Compares the checked-in files of each release with their sources.
struct FreshSchemaTests {
  private static let hasDefinitions = PackageLayout.allReleases.allSatisfy {
    CheckedIn.layout?.definitions($0) != nil
  }

  @Test func generatedSwiftIsFresh() throws {
    #expect(try FreshnessCheck.generated(#require(CheckedIn.layout)) == [])
  }

  @Test func everyReleaseWithSchemasIsGenerated() {
    #expect(GeneratedSchema.releases.map(\.release) == PackageLayout.releases)
    #expect(
      ReleaseNames.published.releases == PackageLayout.allReleases + FHIRRelease.named)
  }

  @Test(arguments: GeneratedSchema.releases)
  func generatedLiteralIsTheText(generated: GeneratedRelease) throws {
    let literal = String(decoding: generated.wholeFacts, as: UTF8.self)
    // A literal of several lines ends before the line break before its delimiter.
    #expect(literal + "\n" == (try GeneratedSource.text(CheckedIn.schema(generated.release))))
    let pages = String(decoding: generated.wholeInvariantPages, as: UTF8.self)
    #expect(pages + "\n" == (try InvariantFiles(CheckedIn.schema(generated.release)).pages))
  }

  @Test(
    .enabled(if: hasDefinitions, "the published definitions are not available"),
    arguments: PackageLayout.allReleases)
  func schemasAreFreshAndExpansionsAgree(release: FHIRRelease) throws {
    let layout = try #require(CheckedIn.layout)
    #expect(try FreshnessCheck.schemas(layout, release, definitions: #require(layout.definitions(release))) == [])
  }

  @Test(
    .enabled(if: hasDefinitions, "the published definitions are not available"),
    arguments: [(FHIRRelease.dstu2, 147, 1), (.stu3, 246, 0), (.r4, 298, 4), (.r4b, 328, 0)])
  func onlyKnownExpansionsDiffer(release: FHIRRelease, compared: Int, differing: Int) throws {
    let folder = try #require(CheckedIn.layout?.definitions(release))
    let definitions = try PublishedDefinitions(directory: folder)
    let comparison = ExpansionComparison(
      try #require(definitions.expansions), ValueSetExpander(definitions), known: try ExpansionDifferences(""))
    #expect(comparison.compared == compared)
    #expect(comparison.differences.count == differing)
  }
}
