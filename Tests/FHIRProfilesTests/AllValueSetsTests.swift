import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// A profile may bind any element to any value set of its release: each code of the set is in it, as a code, a Coding and
/// a CodeableConcept, and each other code is not.
struct AllValueSetsTests {
  @Test(arguments: [FHIRRelease.r4, .dstu2]) func haveTheirCodes(release: FHIRRelease) throws {
    let schema = try #require(DefinitionSet.published[release]).schema
    let sets = schema.valueSets.filter { !$0.url.isEmpty && !$0.isUnexpanded && $0.form == nil }
    #expect(sets.count > 150)
    for set in sets { try check(set, schema) }
  }

  private func check(_ set: ValueSetRow, _ schema: SchemaTable) throws {
    let codes = schema.codes.codes(of: set).map { (system: set.systems[$0.0], code: $0.1) }
    let first = try #require(codes.first, "\(set.url) has no codes")
    let (good, wrong) = (codes, (system: first.system, code: "no code of \(set.name)"))
    for form in ["code", "Coding", "CodeableConcept"] {
      let validator = try validator(set, form, schema)
      let values = (good + [wrong]).map { value($0, form) }
      let lines = values.map {
        #"{ "resourceType": "Basic", "extension": [{ "url": "http://example.org/e", "value\#(form.prefix(1).uppercased() + form.dropFirst())": \#($0) }] }"#
      }
      let result = validator.validate(Array(lines.joined(separator: "\n").utf8))
      let found = result.findings.filter { $0.rule == "profile/outside-value-set" }
      #expect(found.count == 1, "\(set.url) as \(form): \(found.first?.message ?? "accepts \(wrong.code)")")
      #expect(result.tally.unjudgedParts == 0)
    }
  }

  private func value(_ code: (system: String, code: String), _ form: String) -> String {
    let text = code.code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let coding = #"{ "system": "\#(code.system)", "code": "\#(text)" }"#
    switch form {
    case "code": return "\"\(text)\""
    case "Coding": return coding
    default: return #"{ "coding": [\#(coding)] }"#
    }
  }

  private func validator(_ set: ValueSetRow, _ form: String, _ schema: SchemaTable) throws -> Validator {
    var library = ProfileLibrary()
    let old = schema.release == .dstu2
    let name = old ? "value\(form.prefix(1).uppercased() + form.dropFirst())" : "value[x]"
    let binding =
      old ? #""valueSetReference": { "reference": "\#(set.url)" }"# : #""valueSet": "\#(set.url)""#
    let elements = #"""
      { "path": "Extension.url", "fixedUri": "http://example.org/e" },
      { "path": "Extension.\#(name)", "type": [{ "code": "\#(form)" }],
        "binding": { "strength": "required", \#(binding) } }
      """#
    let version = #""fhirVersion": "\#(schema.release.version)","#
    library.add(Array(ProfileCase.definition("http://example.org/e", elements, of: "Extension", more: version).utf8))
    return try #require(Validator(release: schema.release, library: library))
  }
}
