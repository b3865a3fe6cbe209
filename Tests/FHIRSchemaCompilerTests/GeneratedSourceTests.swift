import FHIRSchemaCompiler
import Testing

struct GeneratedSourceTests {
  private let files = [
    "release.txt": "release dstu2 1.0.2\n",
    "roles.txt": "# a comment\nrole element Element\n",
    "later.txt": "later url uri\n",
    "primitives.txt": "primitive code string string code -\nprimitive string Element string string [^ ]+  a\n",
    "types/Age.txt": "type Age Quantity\n",
    "types/Element.txt": "# a comment\ntype Element -\n\n  id 0..1 id\n",
    "types/Quantity.txt": "type Quantity Element\n",
    "resources/Account.txt": "resource Account Resource\n",
    "resources/Resource.txt": "abstract Resource -\n",
    "valuesets/a.txt": "valueset a URL\n  system urn:a\n    one two\n",
    "counterparts.txt": "R4 Age when\n",
    "foreign-names.txt": "foreign R4 Age when\n",
  ]

  @Test func basesStandFirstAndLinesAreBare() throws {
    #expect(
      try GeneratedSource.text(SchemaFiles(release: "dstu2", files: files)) == """
        release dstu2 1.0.2
        role element Element
        later url uri
        primitive string Element string string [^ ]+  a
        primitive code string string code -
        type Element -
        id 0..1 id
        type Quantity Element
        type Age Quantity
        abstract Resource -
        resource Account Resource
        foreign R4 Age when
        valueset a URL
        system urn:a
        one two

        """)
  }

  @Test func missingFileIsNamed() {
    #expect(throws: CompilerError("Schemas/dstu2/primitives.txt is missing")) {
      try GeneratedSource.text(SchemaFiles(release: "dstu2", files: ["release.txt": "release dstu2 1.0.2\n"]))
    }
  }

  @Test func circleOfBasesIsRefused() {
    var files = files
    files["types/Element.txt"] = "type Element Age\n"
    #expect(throws: CompilerError("Age is derived from itself")) {
      try GeneratedSource.text(SchemaFiles(release: "dstu2", files: files))
    }
  }

  @Test func differenceNamesTheFirstLine() {
    #expect(FreshnessCheck.difference(expected: "a\nb\n", found: "a\nb\n") == nil)
    #expect(
      FreshnessCheck.difference(expected: "a\nb\n", found: "a\n")
        == "  line 2: expected 'b'\n  line 2: found    ''")
  }
}
