import FHIRSchemaCompiler
import Testing

struct BindingTests {
  private func line(_ binding: String) throws -> String {
    let members = "\"type\": [{\"code\": \"code\"}], \"binding\": {\(binding)}"
    return try Inline.text(Inline.structure("X", Inline.element("X.a", members)))
  }

  @Test func valueSetOfHL7IsNamedByItsId() throws {
    let text = try line(
      "\"strength\": \"extensible\", \"valueSetReference\": {\"reference\": \"\(Inline.url("v3-PurposeOfUse"))\"}")
    #expect(text == "type X -\n  a 0..1 code extensible v3-PurposeOfUse\n")
  }

  @Test func valueSetOfHL7sTerminologyIsNamedByItsId() {
    #expect(Binding.name(ofValueSet: "http://terminology.hl7.org/ValueSet/v3-ActReason") == "v3-ActReason")
  }

  @Test func otherValueSetIsNamedByItsURL() throws {
    let text = try line("\"strength\": \"required\", \"valueSetUri\": \"http://tools.ietf.org/html/bcp47\"")
    #expect(text == "type X -\n  a 0..1 code required http://tools.ietf.org/html/bcp47\n")
  }

  @Test func exampleInWordsIsLeftOut() throws {
    #expect(try line("\"strength\": \"example\"") == "type X -\n  a 0..1 code\n")
  }

  @Test func requiredBindingWithoutValueSetIsRefused() {
    #expect(throws: CompilerError("X.a: the required binding names no value set")) {
      try line("\"strength\": \"required\"")
    }
  }

  @Test func unknownStrengthIsRefused() {
    #expect(throws: CompilerError("X.a: the binding strength 'firm' is unknown")) { try line("\"strength\": \"firm\"") }
  }
}
