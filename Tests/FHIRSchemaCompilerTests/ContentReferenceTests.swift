import FHIRSchemaCompiler
import Testing

struct ContentReferenceTests {
  private func structure(reference: String) throws -> PublishedStructure {
    try Inline.structure(
      "Script",
      Inline.element("Script.setup", "\"type\": [{\"code\": \"string\"}], \"name\": \"operation\""),
      Inline.element("Script.test", "\"nameReference\": \"\(reference)\"", max: "*"))
  }

  @Test func nameIsResolvedToThePath() throws {
    let text = try Inline.text(structure(reference: "operation"))
    #expect(text == "type Script -\n  setup 0..1 string\n  test 0..* @Script.setup\n")
  }

  @Test func unknownNameIsRefused() {
    #expect(throws: CompilerError("Script.test: nothing is named 'setup'")) {
      try Inline.text(structure(reference: "setup"))
    }
  }
}
