package import FHIRFindings

extension Rule {
  package static let caseDiffers = Rule(
    "identity/case-differs", .warning, .duplicate,
    summary: "two ids differ only in case",
    checks: """
      Over a whole run, no two records of one source and one resource type have ids that differ in nothing but the \
      case of their letters. The first record of each further spelling is reported, and names the first record in \
      another spelling.
      """,
    matters: """
      Ids are case-sensitive, so these are two records. File systems and databases that ignore case treat them as \
      one, and one record overwrites the other.
      """,
    bad: #"""
      { "resourceType": "Patient", "id": "a1" }
      { "resourceType": "Patient", "id": "A1" }
      """#,
    good: #"""
      { "resourceType": "Patient", "id": "a1" }
      { "resourceType": "Patient", "id": "A2" }
      """#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#id")
}

extension IdentityProblem {
  static func caseDiffersMessage(_ earlier: String) -> String {
    "expected ids that differ in more than case, found one that differs only in case from the one in \(earlier)"
  }
}
