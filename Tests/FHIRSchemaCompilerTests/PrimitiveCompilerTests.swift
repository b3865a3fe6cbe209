import FHIRSchemaCompiler
import Testing

struct PrimitiveCompilerTests {
  private static let prefix = "http://hl7.org/fhir/StructureDefinition/structuredefinition-"

  private func value(_ root: String, json: String, regex: String? = nil) -> String {
    let regex = regex.map { "\"extension\": [{\"url\": \"\(Self.prefix)regex\", \"valueString\": \"\($0)\"}]," } ?? ""
    let json = "\"_code\": {\"extension\": [{\"url\": \"\(Self.prefix)json-type\", \"valueString\": \"\(json)\"}]}"
    return Inline.element("\(root).value", "\"type\": [{\(regex) \(json)}]")
  }

  @Test func lineHasBaseKindAndRegularExpression() throws {
    let published = [
      try Inline.structure("boolean", base: "Element", value("boolean", json: "true | false")),
      try Inline.structure(
        "positiveInt", base: "integer", root: "integer", value("integer", json: "number", regex: "a b")),
    ]
    let definitions = try PublishedDefinitions(structures: published)
    let primitives = published.compactMap { SchemaPrimitive($0, in: definitions) }
    #expect(
      SchemaTextWriter.text(primitives)
        == "primitive boolean Element boolean boolean -\nprimitive positiveInt integer number decimal a b\n")
  }

  @Test func complexTypeWithValueElementIsNotPrimitive() throws {
    let published = try Inline.structure("Quantity", base: "Element", Inline.element("Quantity.value"))
    #expect(SchemaPrimitive(published, in: try PublishedDefinitions(structures: [published])) == nil)
  }

  @Test func unknownJSONTypeIsRefused() {
    #expect(throws: CompilerError("x: the JSON type 'array' is unknown")) {
      try Inline.structure("x", value("x", json: "array"))
    }
  }
}
