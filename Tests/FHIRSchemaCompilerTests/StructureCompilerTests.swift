import FHIRSchemaCompiler
import Testing

struct StructureCompilerTests {
  private let id = "\"type\": [{\"code\": \"id\"}]"

  @Test func inheritedElementsAreLeftOut() throws {
    let text = try Inline.text(
      Inline.structure("Element", Inline.element("Element.id", id)),
      Inline.structure(
        "Period", base: "Element", Inline.element("Period.id", id), Inline.element("Period.start", max: "*")))
    #expect(text == "type Period Element\n  start 0..* string\n")
  }

  @Test func attributesAreMarked() throws {
    let text = try Inline.text(
      Inline.structure(
        "Extension", Inline.element("Extension.url", "\"representation\": [\"xmlAttr\"], \(id)", min: 1),
        Inline.element("Extension.text")))
    #expect(text == "type Extension -\n  url 1..1 id attribute\n  text 0..1 string\n")
  }

  @Test func absoluteURIsAreMarked() throws {
    let uri = #""type": [{"code": "uri"}]"#
    let text = try Inline.text(
      Inline.structure(
        "Extension", Inline.element("Extension.a", #""definition": "An absolute URI that identifies it.", \#(uri)"#),
        Inline.element("Extension.b", #""definition": "This is an absolute URL which names it.", \#(uri)"#),
        Inline.element("Extension.c", #""definition": "An absolute URL is preferred.", \#(uri)"#)))
    #expect(text == "type Extension -\n  a 0..1 uri absolute\n  b 0..1 uri absolute\n  c 0..1 uri\n")
  }

  @Test func inheritedElementsThatDifferAreKept() throws {
    let text = try Inline.text(
      Inline.structure("Quantity", Inline.element("Quantity.code"), Inline.element("Quantity.unit")),
      Inline.structure(
        "SimpleQuantity", base: "Quantity", root: "Quantity",
        Inline.element("Quantity.code", max: "0"), Inline.element("Quantity.unit")))
    #expect(text == "type SimpleQuantity Quantity\n  code 0..0 string\n")
  }

  @Test func nestedElementsStandInBracesWithoutWhatTheirTypeHas() throws {
    let text = try Inline.text(
      Inline.structure("BackboneElement", Inline.element("BackboneElement.id", id)),
      Inline.structure(
        "Patient", kind: "resource",
        Inline.element("Patient.link", "\"type\": [{\"code\": \"BackboneElement\"}]", max: "*"),
        Inline.element("Patient.link.id", id),
        Inline.element("Patient.link.other", min: 1),
        Inline.element("Patient.linked")))
    #expect(
      text == """
        resource Patient -
          link 0..* BackboneElement {
            other 1..1 string
          }
          linked 0..1 string

        """)
  }

  @Test func targetsAndBindingAreThoseOfWhatATypeHolds() throws {
    func element(_ path: String, _ type: String, _ more: String = "") -> String {
      Inline.element(path, "\"type\": [{\"code\": \"\(type)\"\(more)}]")
    }
    let binding = #""binding": {"strength": "required", "valueSetReference": {"reference": "\#(Inline.url("codes"))"}}"#
    let held =
      #""type": [{"code": "Held", "profile": ["http://hl7.org/fhir/StructureDefinition/Patient"]}], \#(binding)"#
    let text = try Inline.text(
      Inline.structure("Reference"), Inline.structure("CodeableConcept"),
      Inline.structure(
        "Held", element("Held.concept", "CodeableConcept"), element("Held.reference", "Reference"),
        element("Held.a", "b")),
      Inline.structure(
        "X", Inline.element("X.a", held, max: "*"), element("X.b", "Held")))
    #expect(
      text == """
        type X -
          a 0..* Held {
            concept 0..1 CodeableConcept required codes
            reference 0..1 Reference(Patient)
          }
          b 0..1 Held

        """)
  }

  @Test func baseThatIsNotDefinedIsRefused() {
    #expect(throws: CompilerError("Age: the base Quantity is not defined")) {
      try Inline.text(Inline.structure("Age", base: "Quantity"))
    }
  }

  @Test func elementWithoutTypeIsRefused() {
    #expect(throws: CompilerError("Range.low: no type")) {
      try Inline.text(Inline.structure("Range", Inline.element("Range.low", "\"name\": \"low\"")))
    }
  }

  @Test(arguments: [
    (0, "many", "X.a: the maximum 'many' is neither a number nor *"),
    (2, "1", "X.a: the cardinality 2..1 cannot be met"),
  ])
  func impossibleCardinalityIsRefused(min: Int, max: String, message: String) {
    #expect(throws: CompilerError(message)) {
      try Inline.text(Inline.structure("X", Inline.element("X.a", min: min, max: max)))
    }
  }
}
