public import FHIRFindings

extension RuleCatalog {
  /// The rules about profiles and the definitions of extensions, and about faults in definitions.
  public static let profiles = RuleCatalog([
    .definitionAmbiguousSlices, .definitionLoosenedBase, .definitionMissingBase, .definitionMissingPart,
    .definitionUnknownPath, .definitionUnreadable, .definitionUnusableConstraint, .profileConstraint,
    .profileExtensionContext, .profileFixedValue, .profileRequiredElement, .profileMissingSlice, .profileNotInASlice,
    .profileOutsideExtensibleValueSet, .profileOutsideValueSet, .profilePattern, .profileSliceOrder,
    .profileTargetPlace, .profileTooLong, .profileTooManyValues, .profileUnknownModifier, .profileUnmetProfile,
    .profileValueRange, .profileWrongTarget, .profileWrongType,
  ])
}

extension Rule {
  /// A rule about profiles. If the elements of one are given, the examples are members of Patients that claim it.
  init(
    _ name: String, _ severity: Severity, _ issueType: IssueType, summary: String, checks: String, matters: String,
    profile: String? = nil, bad: String, good: String, specification: String = "https://hl7.org/fhir/R4/profiling.html"
  ) {
    self.init(
      name, severity, issueType, summary: summary, checks: checks, matters: matters,
      form: ExampleForm { example in profile.map { ProfileExample.text($0, record: example) } ?? example }, bad: bad,
      good: good, specification: specification)
  }
}

/// Writes examples on pages of rules: a profile, the definitions that it needs, and a record that claims it.
enum ProfileExample {
  /// - Parameter base: the name of the profile that it refines.
  static func text(
    _ elements: String, record: String = #""name": [{ "text": "Ada Lovelace" }]"#, base: String? = nil
  ) -> String {
    let elements = elements.isEmpty ? "{ \"path\": \"Patient\" }" : elements
    var files = [("profile.json", definition("patient", "Patient", elements, base: base))]
    // The strings of the JSON, by bytes: a page is made when its rule is first reported.
    let strings = (elements + record).utf8.split(separator: UInt8(ascii: "\"")).map { Substring($0) }
    let used = strings + (base.map { ["http://example.org/\($0)"] } ?? [])
    if used.contains("http://example.org/sexes") { files.append(("valueset.json", sexes)) }
    for (name, type, elements) in others where used.contains("http://example.org/\(name)") {
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
    ("named-patient", "Patient", #"{ "path": "Patient.name", "min": 1 }"#),
    ("organization", "Organization", #"{ "path": "Organization.name", "fixedString": "Example" }"#),
    ("name", "HumanName", #"{ "path": "HumanName.text", "min": 1 }"#),
    ("short-name", "HumanName", #"{ "path": "HumanName.given", "min": 1 }"#),
    ("of-names", "Extension", #"{ "path": "Extension.url", "fixedUri": "http://example.org/of-names" }"#),
  ]

  private static func definition(_ name: String, _ type: String, _ elements: String, base: String? = nil) -> String {
    let context = type == "Extension" ? "\n  \"contextType\": \"datatype\", \"context\": [\"HumanName\"]," : ""
    let lines = elements.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return """
      {
        "resourceType": "StructureDefinition",
        "url": "http://example.org/\(name)",
        "constrainedType": "\(type)",\(context)
        "base": "\(base.map { "http://example.org/\($0)" } ?? "http://hl7.org/fhir/StructureDefinition/\(type)")",
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
