import FHIRSchema
import FHIRSchemaCompiler
import Testing

/// The checked-in files of R4.
struct R4SchemaTests {
  private func file(_ path: String) throws -> String {
    try #require(CheckedIn.schema(.r4).files[path])
  }

  @Test func everyStructureIsThere() throws {
    let files = try CheckedIn.schema(.r4).files
    #expect(files.keys.count { $0.hasPrefix("resources/") } == 148)
    let primitives = try file("primitives.txt").split(separator: "\n").count
    #expect(files.keys.count { $0.hasPrefix("types/") } + primitives == 63)
  }

  /// 241 are published; no element has the type MoneyQuantity of one of them, so no record can break it.
  @Test func everyInvariantIsThere() throws {
    let files = try InvariantFiles(CheckedIn.schema(.r4)).files
    #expect(Set(files.flatMap(\.statements).filter { $0.sentence == nil }.map(\.published)).count == 240)
  }

  @Test(arguments: [("required", 224, 221), ("extensible", 84, 80)])
  func boundValueSetsHaveCodes(strength: String, bound: Int, expanded: Int) throws {
    let counts = try CheckedIn.boundValueSets(.r4, strength)
    #expect(counts == .init(bound: bound, expanded: expanded))
  }

  /// A line for each form that occurs in R4's definitions and not in DSTU2's.
  @Test(arguments: [
    ("resources/Resource.txt", "  id 0..1 id attribute\n"),
    ("resources/Resource.txt", "  language 0..1 code preferred languages max all-languages\n"),
    ("resources/Observation.txt", "    referenceRange 0..* @Observation.referenceRange\n"),
    ("resources/Observation.txt", "  focus 0..* Reference\n"),
    ("resources/CarePlan.txt", "  instantiatesCanonical 0..* canonical("),
    ("types/Element.txt", "  id 0..1 string attribute\n"),
    ("types/Extension.txt", "  url 1..1 uri attribute\n"),
    ("resources/StructureDefinition.txt", "  baseDefinition 0..1 canonical(StructureDefinition) absolute\n"),
    ("types/Age.txt", "type Age Quantity extensible age-units max all-time-units\n"),
    ("valuesets/currencies.txt", "\n    EUR\n"),
    ("valuesets/mimetypes.txt", " unexpanded no code system urn:ietf:bcp:13\n"),
    ("primitives.txt", "primitive positiveInt integer number positive-integer [1-9][0-9]*\n"),
    ("foreign-names.txt", "foreign DSTU2 Resource MedicationOrder MedicationRequest\n"),
    ("foreign-names.txt", "foreign DSTU2 Observation comments note\n"),
    ("foreign-names.txt", "foreign STU3 Observation comment note\n"),
  ])
  func formsOfR4AreWritten(path: String, line: String) throws {
    #expect(try file(path).contains(line))
  }
}
