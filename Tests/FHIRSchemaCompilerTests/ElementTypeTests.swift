import FHIRSchemaCompiler
import Testing

struct ElementTypeTests {
  private static let reference = "{\"code\": \"Reference\", \"profile\": [\"http://hl7.org/fhir/StructureDefinition/"

  @Test(arguments: [
    ("{\"code\": \"boolean\"}, {\"code\": \"dateTime\"}", "boolean|dateTime"),
    ("\(reference)Group\"]}, {\"code\": \"string\"}, \(reference)Patient\"]}", "Reference(Group|Patient)|string"),
    ("\(reference)Patient\"]}, \(reference)Patient\"]}", "Reference(Patient)"),
    ("\(reference)Resource\"]}", "Reference"),
    ("\(reference)Patient\"]}, {\"code\": \"Reference\"}", "Reference"),
    (
      "{\"code\": \"Quantity\", \"profile\": [\"http://hl7.org/fhir/StructureDefinition/Age\"]}, {\"code\": \"Period\"}",
      "Quantity(Age)|Period"
    ),
  ])
  func typesAreWrittenOnceInTheOrderPublished(published: String, expected: String) throws {
    let text = try Inline.text(Inline.structure("X", Inline.element("X.a[x]", "\"type\": [\(published)]")))
    #expect(text == "type X -\n  a[x] 0..1 \(expected)\n")
  }
}
