@testable import FHIRSchemaCompiler
import Foundation
import Testing

/// Differences in the form of R4's definitions from DSTU2's, and of STU3's and R4B's from R4's.
struct R4StructureFormTests {
  private static let prefix = "http://hl7.org/fhir/StructureDefinition/"

  private func structure(
    _ id: String, version: String = "4.0.1", kind: String = "complex-type", base: String? = nil, _ elements: String...
  ) throws -> PublishedStructure {
    let base = base.map { "\"baseDefinition\": \"\(Self.prefix)\($0)\"," } ?? ""
    let all = ["{\"path\": \"\(id)\", \"min\": 0, \"max\": \"*\"}"] + elements
    return try Inline.decode(
      """
      {"id": "\(id)", "fhirVersion": "\(version)", "kind": "\(kind)", "abstract": false, \(base)
       "snapshot": {"element": [\(all.joined(separator: ",\n"))]}}
      """)
  }

  private func value(_ id: String, _ system: String, regex: String) -> String {
    let regex = "{\"url\": \"\(Self.prefix)regex\", \"valueString\": \"\(regex)\"}"
    let type = "{\"extension\": [\(regex)], \"code\": \"http://hl7.org/fhirpath/System.\(system)\"}"
    return Inline.element("\(id).value", "\"type\": [\(type)]")
  }

  private func line(_ members: String) throws -> String {
    try Inline.text(structure("X", Inline.element("X.a", members)))
  }

  @Test(arguments: [
    ("Reference", ["Patient", "Group"], "Reference(Patient|Group)"), ("Reference", ["Resource"], "Reference"),
    ("canonical", ["ValueSet"], "canonical(ValueSet)"),
  ])
  func typeListsItsTargets(code: String, targets: [String], expected: String) throws {
    let targets = targets.map { "\"\(Self.prefix)\($0)\"" }.joined(separator: ",")
    let text = try line("\"type\": [{\"code\": \"\(code)\", \"targetProfile\": [\(targets)]}]")
    #expect(text == "type X -\n  a 0..1 \(expected)\n")
  }

  @Test(arguments: [
    (
      "\"extension\": [{\"url\": \"\(prefix)structuredefinition-fhir-type\", \"valueUrl\": \"uri\"}],",
      "uri"
    ), ("", "string"),
  ])
  func typeOfFHIRPathIsOneOfFHIR(extensions: String, expected: String) throws {
    let text = try line("\"type\": [{\(extensions) \"code\": \"http://hl7.org/fhirpath/System.String\"}]")
    #expect(text == "type X -\n  a 0..1 \(expected) attribute\n")
  }

  @Test func contentIsReferredToByPath() throws {
    let text = try Inline.text(
      structure(
        "X", Inline.element("X.a"), Inline.element("X.b", "\"contentReference\": \"#X.a\"", max: "*")))
    #expect(text == "type X -\n  a 0..1 string\n  b 0..* @X.a\n")
  }

  @Test func contentOfAnotherStructureIsRefused() {
    #expect(throws: CompilerError("X.a: the content of 'urn:x#Y.b' is not in the same structure")) {
      try line("\"contentReference\": \"urn:x#Y.b\"")
    }
  }

  @Test func bindingLosesItsVersionAndKeepsItsMaximum() throws {
    let text = try line(
      """
      "type": [{"code": "code"}], "binding": {"strength": "preferred", "valueSet": "\(Inline.url("x"))|4.0.1",
        "extension": [{"url": "\(Self.prefix)elementdefinition-maxValueSet", "valueCanonical": "\(Inline.url("y"))"}]}
      """)
    #expect(text == "type X -\n  a 0..1 code preferred x max y\n")
  }

  @Test func primitiveIsWrittenAsItsBase() throws {
    let published = [
      try structure("integer", kind: "primitive-type", base: "Element", value("integer", "Integer", regex: "[0-9]+")),
      try structure("positiveInt", kind: "primitive-type", base: "integer", value("positiveInt", "String", regex: "1")),
    ]
    let definitions = try PublishedDefinitions(structures: published)
    #expect(
      SchemaTextWriter.text(published.compactMap { SchemaPrimitive($0, in: definitions) })
        == "primitive integer Element number decimal [0-9]+\nprimitive positiveInt integer number decimal 1\n")
  }

  @Test func constraintsWithASourceAreOfTheSource() throws {
    let constraints = """
      "constraint": [{"key": "x-1", "severity": "error", "expression": "a", "xpath": "f:a"},
        {"key": "ele-1", "severity": "error", "expression": "b", "xpath": "f:b", "source": "\(Self.prefix)Element"}]
      """
    let published = try structure("X", Inline.element("X.a", "\"type\": [{\"code\": \"string\"}], \(constraints)"))
    #expect(
      PublishedInvariant.all(in: published, base: nil)
        == [PublishedInvariant(key: "x-1", severity: "error", path: "X.a", rule: .fhirpath("a"))])
  }

  @Test func constraintWithoutAnExpressionIsRefused() {
    let constraint = "\"constraint\": [{\"key\": \"x-1\", \"severity\": \"error\", \"xpath\": \"f:a\"}]"
    #expect(throws: CompilerError("X.a: x-1 has no expression")) {
      try structure("X", Inline.element("X.a", "\"type\": [], \(constraint)"))
    }
  }

  /// R4B names the source of its own constraints, too.
  @Test func constraintsMayNameTheirOwnStructureAsTheirSource() throws {
    let constraint = """
      "constraint": [{"key": "x-1", "severity": "error", "expression": "a", "source": "\(Self.prefix)X"}]
      """
    let published = try structure(
      "X", version: "4.3.0", Inline.element("X.a", "\"type\": [{\"code\": \"string\"}], \(constraint)"))
    #expect(PublishedInvariant.all(in: published, base: nil).map(\.key) == ["x-1"])
  }

  @Test func formOfAnotherVersionIsRefused() {
    #expect(throws: CompilerError("no reader for structure definitions of version 2.0.0")) {
      try structure("X", version: "2.0.0")
    }
  }

  @Test(arguments: [
    (
      """
      "type": [{"code": "Reference", "targetProfile": "\(prefix)Patient"},
        {"code": "Reference", "targetProfile": "\(prefix)Group"}]
      """, "Reference(Patient|Group)"
    ),
    (
      """
      "type": [{"code": "code"}], "binding": {"strength": "extensible", "valueSetReference": {"reference": "\(Inline.url("x"))"},
        "extension": [{"url": "\(prefix)elementdefinition-maxValueSet", "valueReference": {"reference": "\(Inline.url("y"))"}}]}
      """, "code extensible x max y"
    ),
    (
      """
      "type": [{"code": "code"}], "binding": {"strength": "required", "valueSetUri": "urn:a"}
      """, "code required urn:a"
    ),
  ])
  func membersOfSTU3AreRead(members: String, expected: String) throws {
    let text = try Inline.text(structure("X", version: "3.0.2", Inline.element("X.a", members)))
    #expect(text == "type X -\n  a 0..1 \(expected)\n")
  }

  @Test func primitiveOfSTU3StatesItsJSONType() throws {
    let type = """
      {"extension": [{"url": "\(Self.prefix)structuredefinition-regex", "valueString": "[0-9]+"}],
       "_code": {"extension": [{"url": "\(Self.prefix)structuredefinition-json-type", "valueString": "number"}]}}
      """
    let published = try structure(
      "integer", version: "3.0.2", kind: "primitive-type", base: "Element",
      Inline.element("integer.value", "\"type\": [\(type)]"))
    #expect(published.primitive?.kind == .number)
    #expect(published.primitive?.regex == "[0-9]+")
  }

  @Test func correctionAppliesWhereverTheElementIsInherited() throws {
    var definitions = try PublishedDefinitions(structures: [
      structure("R", kind: "resource", Inline.element("R.id")),
      structure(
        "S", kind: "resource", base: "R",
        Inline.element("S.id", "\"type\": [{\"code\": \"string\"}], \"base\": {\"path\": \"R.id\"}")),
    ])
    try definitions.apply(Corrections("# why\ntype R.id id\n"))
    #expect(definitions.structures.values.allSatisfy { $0.elements[1].types == [ElementType(code: "id")] })
    #expect(throws: CompilerError("corrections.txt: R.id is no element, or has the type id")) {
      try definitions.apply(Corrections("type R.id id"))
    }
    let form = "neither type PATH TYPE nor code VALUESET SYSTEM CODE..."
    #expect(throws: CompilerError("corrections.txt: 'type R.id' is \(form)")) { try Corrections("type R.id") }
  }

  @Test func correctionAddsCodesToAnExpansion() throws {
    let expansion = try DefinitionJSON(
      Array(#"{"url": "http://v", "expansion": {"contains": [{"system": "s", "code": "a"}]}}"#.utf8), name: "v")
    var definitions = try PublishedDefinitions(structures: [], expansions: PublishedExpansions(expansion))
    try definitions.apply(Corrections("code http://v s b c"))
    #expect(definitions.expansions?.codes(of: "http://v")?.map(\.code) == ["a", "b", "c"])
    #expect(throws: CompilerError.self) { try definitions.apply(Corrections("code http://v s d a")) }
    #expect(throws: CompilerError.self) { try definitions.apply(Corrections("code http://w s d")) }
  }
}
