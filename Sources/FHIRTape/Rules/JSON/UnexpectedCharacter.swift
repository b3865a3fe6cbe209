package import FHIRDiagnostics

extension Rule {
  /// Reports a byte that cannot begin what the grammar wants next.
  package static let unexpectedCharacter = Rule(
    "json/unexpected-character", .fatal, .structure,
    summary: "a character stands where JSON does not allow it",
    explanation: Explanation(
      checks: """
        Each token is one that the grammar of JSON allows at that place. This is the rule for a missing comma or \
        colon, single quotes, a key without quotes, a bracket that closes what another opened, and input that is not \
        JSON at all, such as the XML form of a resource.
        """,
      matters: """
        From the first wrong token on nobody can say which value belongs to which key, so reading of this record \
        stops there. Other records of the same input are still read.
        """,
      bad: """
        {
          "resourceType": "Patient"
          "gender": "female"
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "gender": "female"
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2"))
}
