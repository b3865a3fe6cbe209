package import FHIRFindings

extension Rule {
  /// Reports a byte that the grammar does not allow at its place.
  package static let unexpectedCharacter = Rule(
    "json/unexpected-character", .fatal, .structure,
    summary: "a character is where JSON does not allow it",
    explanation: Explanation(
      checks: """
        Each token is one that the grammar of JSON allows at that place. This is the rule for a missing comma or \
        colon, single quotes, a key without quotes, a bracket that closes what another opened, and input that is not \
        JSON at all, such as the XML form of a resource.
        """,
      matters: """
        After the first wrong token it is unknown which value belongs to which key, so reading of this record stops \
        there. Other records of the same input are still read.
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
