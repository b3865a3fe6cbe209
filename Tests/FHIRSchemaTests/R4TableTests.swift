import FHIRSchema
import FHIRTestSupport
import Testing

/// The table of R4.
struct R4TableTests {
  private let table: SchemaTable

  init() throws { table = try #require(SchemaTable.of(.r4)) }

  @Test(arguments: ["Reference", "Dosage.doseAndRate", "Observation.component", "ServiceRequest"])
  func type(name: String) throws {
    try expectSnapshot(table.dump(type: #require(table.type(named: name))), "R4/\(name)")
  }

  @Test func counts() throws {
    let all = table.dumpCounts().split(separator: "\n")
    try expectSnapshot(
      all.filter { !$0.hasPrefix("  ") || $0.contains("unexpanded") }.joined(separator: "\n") + "\n", "R4/counts")
  }

  @Test func rolesLeadToRows() throws {
    _ = try SchemaRoles(table)
  }

  @Test func everyMemberOfEveryTypeIsFound() {
    var wrong: [String] = []
    for type in table.typeIDs {
      for member in table.memberIndices(of: type)
      where Table.member(table.name(of: member), of: type, in: table) != member.row {
        wrong.append("\(table.typeNames[type]).\(table.name(of: member))")
      }
    }
    #expect(wrong == [])
  }

  @Test func noTypeKnowsComments() throws {
    let patient = try #require(table.type(named: "Patient"))
    #expect(Table.member("fhir_comments", of: patient, in: table) == -1)
  }

  /// The codes of a language are only suggested, and still it must be a language tag; an age is bound by its type.
  @Test func maximumAndTypeBindTheirCodes() throws {
    let patient = try #require(table.type(named: "Patient"))
    let language = table.members[Table.member("language", of: patient, in: table)]
    #expect(table.valueSets[Int(language.valueSet)].name == "all-languages")
    #expect(language.flags.contains(.requiredBinding))
    let condition = try #require(table.type(named: "Condition"))
    let age = table.members[Table.member("onsetAge", of: condition, in: table)]
    #expect(table.valueSets[Int(age.valueSet)].name == "age-units")
    #expect(!age.flags.contains(.requiredBinding))
  }

  @Test func canonicalHasTargets() throws {
    let plan = try #require(table.type(named: "CarePlan"))
    let canonical = table.members[Table.member("instantiatesCanonical", of: plan, in: table)]
    #expect(table.targets[Int(canonical.targets)].contains("PlanDefinition"))
  }

  @Test func namesOfDSTU2AndSTU3AreKnown() {
    #expect(table.foreignName("MedicationOrder", of: "Resource")?.counterpart == "MedicationRequest")
    #expect(table.foreignName("comments", of: "Observation")?.releases == ["DSTU2"])
    #expect(table.foreignName("context", of: "Observation")?.counterpart == "encounter")
  }
}

/// The tables of the releases that are like R4.
struct LikeR4TableTests {
  @Test(arguments: [
    (FHIRRelease.stu3, "MedicationStatement"), (.r4b, "Ingredient.substance.code"), (.r4b, "NutritionProduct"),
  ])
  func type(release: FHIRRelease, name: String) throws {
    let table = try #require(SchemaTable.of(release))
    try expectSnapshot(table.dump(type: #require(table.type(named: name))), "\(release.rawValue)/\(name)")
  }

  @Test(arguments: [FHIRRelease.stu3, .r4b])
  func counts(release: FHIRRelease) throws {
    let all = try #require(SchemaTable.of(release)).dumpCounts().split(separator: "\n")
    try expectSnapshot(
      all.filter { !$0.hasPrefix("  ") || $0.contains("unexpanded") }.joined(separator: "\n") + "\n",
      "\(release.rawValue)/counts")
  }
}
