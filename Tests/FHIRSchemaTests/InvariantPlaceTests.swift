import FHIRSchema
import Testing

/// The types and elements on which constraints are judged.
struct InvariantPlaceTests {
  private static let text = """
    primitive id - string id -
    type Element -
    id 0..1 id
    type Quantity Element
    value 0..1 Element
    type Age Quantity
    resource List -
    name 0..1 Quantity
    entry 0..* Element {
    part 0..* @List.entry
    other 0..* @List.entry
    }

    """

  private func places(_ constraints: String) throws -> (InvariantPlaces, SchemaTable) {
    let table = try SchemaTable(Table.text(Self.text + constraints))
    return (table.invariantPlaces, table)
  }

  private func numbers(_ element: String, _ places: InvariantPlaces, _ table: SchemaTable) throws -> [Int] {
    let number = try #require(table.elements.firstIndex { $0.name == element })
    return places.ofElement[number]
  }

  @Test func aTypeHasTheInvariantsOfItsBases() throws {
    let (places, table) = try places(
      "invariant a-1 error Quantity\ninvariant a-2 warning Age\ninvariant a-3 information Age\n")
    #expect(try places.ofType[#require(table.type(named: "Quantity"))] == [0])
    #expect(try places.ofType[#require(table.type(named: "Age"))] == [0, 1, 2])
    #expect(try places.ofType[#require(table.type(named: "List"))] == [])
    #expect(table.invariants.map(\.degree) == [.error, .warning, .information])
  }

  @Test func invariantsOfANestedElementBelongToIt() throws {
    let (places, table) = try places("invariant a-1 error List.entry\n")
    #expect(try places.ofType[#require(table.type(named: "List.entry"))] == [])
    #expect(try numbers("entry", places, table) == [0])
  }

  @Test func reusedContentHasTheInvariantsOfTheOriginalUnlessItHasItsOwn() throws {
    let (places, table) = try places("invariant a-1 error List.entry\ninvariant a-2 error List.entry.other\n")
    #expect(try numbers("part", places, table) == [0])
    #expect(try numbers("other", places, table) == [1])
  }

  @Test func membersOfAConstrainedElementSaySo() throws {
    let (_, table) = try places("invariant a-1 error List.name\n")
    let list = try #require(table.type(named: "List"))
    let constrained = table.memberIndices(of: list).filter { table.members[$0].flags.contains(.constrained) }
    #expect(constrained.map(table.name(of:)) == ["name"])
  }

  @Test func nativeInvariantsAreNotEvaluated() throws {
    let (places, table) = try places(
      "invariant a-1 error Quantity native one-value\nfhirpath true\nexpected one\nfound none\ngate value -id\nvalueset a b\n"
    )
    #expect(places.ofType.allSatisfy { $0.isEmpty })
    let invariant = try #require(table.invariants.first)
    #expect(invariant.native == "one-value")
    #expect([invariant.expression, invariant.expected, invariant.found] == ["true", "one", "none"])
    #expect(invariant.gates.map { String(decoding: $0, as: UTF8.self) } == ["value -id"])
  }

  @Test func anInvariantOfNoElementIsRefused() {
    let error = #expect(throws: SchemaError.self) { _ = try places("invariant a-1 error Quantity.unit\n") }
    #expect(error?.reason == "the invariant a-1 stands on no element")
  }

  @Test(arguments: [
    "invariant a-1 fatal Quantity\n", "invariant a-1 error\n", "invariant a-1 error Quantity fast\n",
    "invariant a-1 error Quantity native\n", "empty-result\n", "empty-result true\n",
    "invariant a-1 error Quantity\nseen none\n",
  ])
  func aLineThatIsNotOfTheFormIsRefused(lines: String) {
    #expect(throws: SchemaText.FormatError.self) { try Table.text(lines) }
  }
}
