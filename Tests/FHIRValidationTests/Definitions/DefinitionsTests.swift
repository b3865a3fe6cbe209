import FHIRSchema
import FHIRValidation
import Testing

@Suite struct DefinitionsTests {
  @Test func everyPublishedReleaseHasDefinitions() throws {
    #expect(!FHIRRelease.published.isEmpty)
    for release in FHIRRelease.published {
      #expect(try #require(Definitions.of(release)).release == release)
    }
    #expect(Validator().releases == FHIRRelease.published)
  }

  @Test func definitionsAreMadeOnce() throws {
    #expect(try #require(Definitions.of(.dstu2)) === Definitions.of(.dstu2))
    #expect(try #require(Definitions.of(.dstu2)).schema === SchemaTable.of(.dstu2))
  }

  @Test func aReleaseWithoutDefinitionsHasNoValidator() {
    let release = FHIRRelease(name: "r0", version: "0.1")
    #expect(Validator(release: release) == nil)
    #expect(Definitions.of(release) == nil)
    #expect(Validator(release: .unknown) == nil)
    #expect(Validator(release: .dstu2)?.releases == [.dstu2])
  }
}
