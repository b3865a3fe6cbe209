@testable import FHIRSchema
import Testing

/// Every kind of line, and every kind of error in one.
struct SchemaTextTests {
  @Test func releaseIsRead() throws {
    let text = try Table.text("release dstu2 1.0.2\n")
    #expect(text.release == "dstu2")
    #expect(text.version == "1.0.2")
  }

  @Test func commentsBlankLinesAndIndentationAreSkipped() throws {
    let text = try Table.text("# release a b\n\n   \n    release dstu2 1.0.2")
    #expect(text.release == "dstu2")
  }

  @Test(arguments: [
    ("primitive date Element string signed-date [0-9]{4} [a]", SchemaText.Category.primitive),
    ("type date Element", .type), ("abstract date Element", .abstract), ("resource date Element", .resource),
  ])
  func structureIsRead(line: String, category: SchemaText.Category) throws {
    let text = try Table.text(line)
    let structure = try #require(text.structures.first)
    #expect(structure.name == "date")
    #expect(structure.base == "Element")
    #expect(structure.category == category)
    #expect(text.elements(of: structure).isEmpty)
  }

  @Test func elementIsRead() throws {
    let text = try Table.text("type A -\nuse 0..1 code required name-use\nline 1..* string\n")
    let elements = text.elements(of: text.structures[0])
    #expect(elements.map(\.name) == ["use", "line"])
    #expect(elements.map(\.cardinality) == ["0..1", "1..*"])
    #expect(elements[0].types == [SchemaTypeUse(name: "code", arguments: [])])
    #expect(elements[0].binding == SchemaBinding(strength: .required, valueSet: "name-use"))
    #expect(elements[1].binding == nil)
  }

  @Test func attributeIsRead() throws {
    let text = try Table.text("type A -\nid 0..1 id attribute\nline 1..* string\n")
    #expect(text.elements(of: text.structures[0]).map(\.isAttribute) == [true, false])
  }

  @Test func openSystemIsRead() throws {
    let text = try Table.text("valueset a URL\nsystem urn:s open\nsystem urn:t nocase\nsystem urn:u nocase open\n")
    let systems = try #require(text.valueSets.first).systems
    #expect(systems.map(\.isOpen) == [true, false, true])
    #expect(systems.map(\.ignoresCase) == [false, true, true])
  }

  @Test func choiceWithArgumentsIsRead() throws {
    let text = try Table.text("type A -\nonset[x] 0..1 dateTime|Quantity(Age)|Reference(B|C)|@A.part\n")
    let element = text.elements(of: text.structures[0])[0]
    #expect(element.isChoice)
    #expect(element.baseName == "onset")
    #expect(
      element.types == [
        SchemaTypeUse(name: "dateTime", arguments: []), SchemaTypeUse(name: "Quantity", arguments: ["Age"]),
        SchemaTypeUse(name: "Reference", arguments: ["B", "C"]), SchemaTypeUse(name: "@A.part", arguments: []),
      ])
  }

  @Test func nestedElementsAreTypesOfTheirOwn() throws {
    let text = try Table.text("type A -\nb 0..* X {\nc 1..1 Y {\nd 0..1 id\n}\n}\ne 0..1 id\ntype F -\n")
    #expect(text.structures.map(\.name) == ["A", "A.b", "A.b.c", "F"])
    #expect(text.structures.map(\.base) == ["-", "X", "Y", "-"])
    #expect(text.structures[1].category == .nested)
    #expect(text.elements(of: text.structures[0]).map(\.name) == ["b", "e"])
    #expect(text.elements(of: text.structures[0])[0].types.map(\.name) == ["A.b"])
    #expect(text.elements(of: text.structures[2]).map(\.name) == ["d"])
  }

  @Test func valueSetIsRead() throws {
    let text = try Table.text("valueset a URL\nsystem urn:s\none two\nresource\nsystem urn:t nocase\nforeign x y z\n")
    let set = try #require(text.valueSets.first)
    #expect(set.unexpanded == nil)
    #expect(set.systems.map(\.url) == ["urn:s", "urn:t"])
    #expect(set.systems.map(\.ignoresCase) == [false, true])
    let codes = set.systems.map { text.codes(of: $0).map { String(decoding: $0, as: UTF8.self) } }
    #expect(codes == [["one two", "resource"], ["foreign x y z"]])
  }

  @Test func unexpandedValueSetKeepsItsReason() throws {
    let text = try Table.text("valueset a URL unexpanded no code system\nvalueset b URL\n")
    #expect(text.valueSets.map(\.unexpanded) == ["no code system", nil])
  }

  @Test func foreignNamesAreCountedOff() throws {
    let lines = "foreign R4 A b\nforeign DSTU1|R4 A c d"
    let text = try Table.text("type A -\n\(lines)\nvalueset a URL\n")
    #expect(String(decoding: text.foreignNames, as: UTF8.self) == lines)
    #expect(text.valueSets.count == 1)
  }

  @Test(arguments: [
    ("}", 1, "an unopened }"),
    ("release dstu2", 1, "not understood: release dstu2"),
    ("type A", 1, "not understood: type A"),
    ("use 0..1 code", 1, "not understood: use 0..1 code"),
    ("type A -\n}\n}", 3, "an unopened }"),
    ("type A -\nb x..1 code", 2, "not a cardinality: x..1"),
    ("type A -\nb 0..x code", 2, "not a cardinality: 0..x"),
    ("type A -\nb 0.. code", 2, "not a cardinality: 0.."),
    ("type A -\nb 0..1 code must set", 2, "not a binding strength: must"),
    ("type A -\nb 0..1 code required", 2, "not a binding"),
    ("type A -\nb 0..1 code required set more", 2, "not a binding"),
    ("type A -\nb 0..1 X {\ntype C -", 3, "a nested element is not closed"),
    ("type A -\nb 0..1 X {\nforeign R4 A c", 3, "a nested element is not closed"),
    ("foreign R4 A", 1, "not a foreign name"),
    ("foreign R4 A b c d", 1, "not a foreign name"),
    ("foreign R4 A b\ntype A -\nforeign R4 A c", 3, "the foreign names are not together"),
    ("primitive date Element string", 1, "not understood: primitive date Element string"),
    ("primitive date Element string dates -", 1, "no grammar of primitives: dates"),
    ("primitive date Element number signed-date -", 1, "the grammar signed-date is of a string, not of a number"),
    ("role date Date", 1, "no role: date"),
    ("role bundle Bundle\nrole bundle -", 2, "a second role 'bundle'"),
    ("bundle-type document paper", 1, "no trait of a Bundle: paper"),
    ("shape Period start:date", 1, "no form of a value: date"),
    ("valueset a", 1, "not understood: valueset a"),
    ("valueset a URL reason", 1, "not understood: valueset a URL reason"),
    ("valueset a URL\n\ncode", 3, "a code before its system"),
  ])
  func faultIsNamedWithItsLine(text: String, line: Int, reason: String) {
    let error = #expect(throws: SchemaText.FormatError.self) { _ = try Table.text(text) }
    #expect(error?.description == "schema text, line \(line): \(reason)")
  }
}
