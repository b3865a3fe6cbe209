/// Writes the examples on the pages of profile rules: a profile, the definitions that it needs, and a record that
/// claims it.
enum ProfileExample {
  /// - Parameters:
  ///   - elements: the elements of the differential, as JSON.
  ///   - record: the members of a Patient.
  static func text(_ elements: String, record: String) -> String {
    var files = [
      ("profile.json", definition("patient", "Patient", elements.isEmpty ? "{ \"path\": \"Patient\" }" : elements))
    ]
    let used = elements + record
    if used.contains("example.org/sexes") { files.append(("valueset.json", sexes)) }
    for (name, type, elements) in others where used.contains("http://example.org/\(name)\"") {
      files.append(("\(name).json", definition(name, type, elements)))
    }
    let record = record.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    files.append(
      (
        "record.json",
        """
        {
          "resourceType": "Patient",
          "meta": { "profile": ["http://example.org/patient"] },
        \(record)
        }
        """
      ))
    return files.map { "<!-- \($0) -->\n\($1)" }.joined(separator: "\n")
  }

  private static let others = [
    ("organization", "Organization", #"{ "path": "Organization.name", "fixedString": "Example" }"#),
    ("name", "HumanName", #"{ "path": "HumanName.text", "min": 1 }"#),
    ("short-name", "HumanName", #"{ "path": "HumanName.given", "min": 1 }"#),
    ("of-names", "Extension", #"{ "path": "Extension.url", "fixedUri": "http://example.org/of-names" }"#),
  ]

  private static func definition(_ name: String, _ type: String, _ elements: String) -> String {
    let context = type == "Extension" ? "\n  \"contextType\": \"datatype\", \"context\": [\"HumanName\"]," : ""
    let lines = elements.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return """
      {
        "resourceType": "StructureDefinition",
        "url": "http://example.org/\(name)",
        "constrainedType": "\(type)",\(context)
        "base": "http://hl7.org/fhir/StructureDefinition/\(type)",
        "differential": {
          "element": [
      \(lines)
          ]
        }
      }
      """
  }

  private static let sexes = """
    {
      "resourceType": "ValueSet",
      "url": "http://example.org/sexes",
      "compose": {
        "include": [
          {
            "system": "http://hl7.org/fhir/administrative-gender",
            "concept": [{ "code": "female" }, { "code": "male" }]
          }
        ]
      }
    }
    """
}
