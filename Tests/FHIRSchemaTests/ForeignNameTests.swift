import FHIRSchema
import Testing

/// Names of other releases, in a small text and in DSTU2's.
struct ForeignNameTests {
  private let dstu2: SchemaTable

  init() throws { dstu2 = try #require(Table.dstu2) }

  private static let text = """
    type Quantity -
    type SimpleQuantity Quantity
    foreign R4 A effective[x] when
    foreign R4 A effectiveText
    foreign R4 A.part x
    foreign STU3|R4 Quantity units unit

    """

  @Test(arguments: [
    ("effective", "A", nil), ("effectivedate", "A", nil), ("effectiveDate", "A", "effective[x]"),
    ("effectiveText", "A", "effectiveText"), ("x", "A", nil), ("x", "A.part", "x"), ("x", "A.par", nil),
    ("x", "A.parts", nil), ("x", "", nil), ("units", "Quantity", "units"), ("units", "SimpleQuantity", "units"),
    ("units", "Z", nil),
  ])
  func nameIsFound(name: String, type: String, expected: String?) throws {
    let table = try SchemaTable(Table.text(Self.text))
    #expect(table.foreignName(name, of: type)?.name == expected)
  }

  @Test func factsAreRead() throws {
    let name = try #require(try SchemaTable(Table.text(Self.text)).foreignName("units", of: "SimpleQuantity"))
    #expect(name.releases == ["STU3", "R4"])
    #expect(name.release == "STU3 and R4")
    #expect(name.type == "Quantity")
    #expect(name.counterpart == "unit")
  }

  @Test func aTextWithoutForeignNamesHasNone() throws {
    let table = try SchemaTable(Table.text("type A -\n"))
    #expect(table.foreignNames == [])
    #expect(table.foreignName("b", of: "A") == nil)
  }

  @Test(arguments: [
    ("MedicationRequest", "Resource", "STU3 and R4", "MedicationOrder"),
    ("MedicationPrescription", "Resource", "DSTU1", "MedicationOrder"),
    ("subject", "Condition", "DSTU1 and STU3 and R4", "patient"), ("recordedDate", "Condition", "R4", "dateRecorded"),
    ("note", "Observation", "R4", "comments"), ("appliesDateTime", "Observation", "DSTU1", "effective[x]"),
    ("primarySource", "Immunization", "STU3 and R4", nil), ("onsetDateTime", "AllergyIntolerance", "R4", "onset"),
    ("units", "SimpleQuantity", "DSTU1", "unit"), ("currency", "Money", "R4", nil),
    ("doseAndRate", "MedicationStatement.dosage", "R4", "quantity[x]"),
  ])
  func dstu2Knows(name: String, type: String, release: String, counterpart: String?) throws {
    let found = try #require(dstu2.foreignName(name, of: type))
    #expect(found.release == release)
    #expect(found.counterpart == counterpart)
  }

  @Test func theLookUpFindsAllAndTheyAreSorted() {
    let names = dstu2.foreignNames
    #expect(names.count > 800)
    #expect(names.filter { dstu2.foreignName($0.name, of: $0.type) != $0 } == [])
    #expect(zip(names, names.dropFirst()).allSatisfy { ($0.type, $0.name) < ($1.type, $1.name) })
  }

  @Test func noForeignNameIsANameOfDSTU2() {
    let wrong = dstu2.foreignNames.filter { name in
      guard let type = dstu2.type(named: name.type) else { return true }
      if name.type == "Resource", dstu2.type(named: name.name) != nil { return true }
      return dstu2.elements(of: type).contains { $0.name == name.name }
    }
    #expect(wrong == [])
  }
}
