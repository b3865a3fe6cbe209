import FHIRTestSupport

/// Definitions that the tests' profiles refer to.
enum ProfileDefinitions {
  static let all = [
    ProfileCase.definition(
      "http://example.org/organization", #"{ "path": "Organization.name", "fixedString": "Example" }"#,
      of: "Organization"
    ),
    ProfileCase.definition("http://example.org/name", #"{ "path": "HumanName.text", "min": 1 }"#, of: "HumanName"),
    ProfileCase.definition(
      "http://example.org/short-name", #"{ "path": "HumanName.given", "min": 1 }"#, of: "HumanName"),
    ProfileCase.definition(
      "http://example.org/of-names",
      #"{ "path": "Extension.url", "fixedUri": "http://example.org/of-names" }, { "path": "Extension.value[x]", "type": [{ "code": "string" }] }"#,
      of: "Extension", more: #""context": [{ "type": "element", "expression": "HumanName" }],"#),
    valueSet("sexes", "http://hl7.org/fhir/administrative-gender", ["female", "male"]),
    valueSet("married", "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", ["M"]),
  ]

  private static func valueSet(_ name: String, _ system: String, _ codes: [String]) -> String {
    let concepts = codes.map { #"{ "code": "\#($0)" }"# }.joined(separator: ", ")
    return #"""
      {
        "resourceType": "ValueSet", "url": "http://example.org/\#(name)",
        "compose": { "include": [{ "system": "\#(system)", "concept": [\#(concepts)] }] }
      }
      """#
  }
}
