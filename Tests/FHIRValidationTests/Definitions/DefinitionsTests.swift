import FHIRFindings
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

  @Test func aReleaseWithoutCommentsDoesNotKnowThem() throws {
    let record = Array(#"{"resourceType":"Basic","code":{"text":"a","fhir_comments":["b"]}}"#.utf8)
    let without = try OtherDefinitions.changing("comments fhir_comments", to: "")
    let found = Validator(definitions: DefinitionSet(without)).validate(record).findings
    #expect(found.map(\.rule.rawValue) == ["structure/unknown-element"])
    #expect(Validator().validate(record).findings == [])
  }

  @Test func aPrimitiveHasTheGrammarThatItsReleaseChooses() throws {
    let record = Array(#"{"resourceType":"Basic","code":{"text":"a"},"created":"2001-02-03"}"#.utf8)
    let other = try OtherDefinitions.changingFirst(
      "primitive date Element string signed-date ", to: "primitive date Element string time ")
    let found = Validator(definitions: DefinitionSet(other)).validate(record).findings
    #expect(found.map(\.rule.rawValue) == ["value/invalid-time"])
  }

  @Test func theReleaseDefinesItsBundles() throws {
    let record = Array(#"{"resourceType":"Bundle","type":"collection","total":1}"#.utf8)
    #expect(Validator().validate(record).findings.map(\.rule.rawValue) == ["invariant/bdl-1"])
    let other = try OtherDefinitions.changing("bundle-type collection", to: "bundle-type collection total")
    #expect(Validator(definitions: DefinitionSet(other)).validate(record).findings == [])
  }

  @Test func definitionsWithoutARoleAreRefused() {
    let error = #expect(throws: SchemaError.self) { try OtherDefinitions.changing("role bundle Bundle", to: "") }
    #expect(error?.description == "definitions of 'dstu2': the role 'bundle' is missing")
  }
}

/// The definitions of DSTU2 with one changed line.
enum OtherDefinitions {
  static func changing(_ line: String, to other: String) throws -> Definitions {
    try changingFirst("\n\(line)\n", to: "\n\(other)\n")
  }

  static func changingFirst(_ text: String, to other: String) throws -> Definitions {
    let facts = try #require(GeneratedSchema.releases.first { $0.release == .dstu2 }).facts
    let all = facts.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    try #require(all.contains(text))
    // The codes point into the text, which is never freed, like a literal.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: all.utf8.count + other.utf8.count)
    let end = bytes.update(fromContentsOf: all.replacing(text, with: other, maxReplacements: 1).utf8)
    return try Definitions(SchemaText(UnsafeBufferPointer(rebasing: bytes[..<end])))
  }
}
