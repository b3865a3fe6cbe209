import FHIRSchema
import Testing

/// Rows of allowed reference targets.
struct ReferenceTargetsTests {
  @Test func oneSetOfTypesIsOneRowHoweverItIsWritten() throws {
    let text = """
      release toy 1
      role reference Link
      role resource Base
      type Link -
      abstract Base -
      resource A Base
      resource B Base
      resource C -
      a 0..1 Link(A|B)
      b 0..1 Link(B|A|B)
      c 0..1 Link(B)
      d 0..1 Link
      e 0..1 Link(Base)
      """
    let table = try SchemaTable(Table.text(text))
    #expect(Array(table.targets) == [[], ["A", "B"], ["B"], ["Base"]])
    let type = try #require(table.type(named: "C"))
    let rows = ["a", "b", "c", "d", "e"].map { Int(table.members[Table.member($0, of: type, in: table)].targets) }
    #expect(rows == [1, 1, 2, 0, 3])
    let names = ["A", "B", "C"].map { table.type(named: $0) ?? TypeID.none }
    let allowed = (0..<4).map { row in names.map { table.rows.isTarget($0, of: row) } }
    // The base of all resources stands for any.
    #expect(allowed == [[true, true, true], [true, true, false], [false, true, false], [true, true, true]])
  }
}
