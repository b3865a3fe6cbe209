package import FHIRFindings

extension Rule {
  /// Reports a comma after the last member or item.
  package static let trailingComma = Rule(
    "json/trailing-comma", .fatal, .structure,
    summary: "a comma follows the last member or item",
    explanation: Explanation(
      checks: """
        A comma is allowed only between two members of an object or two items of an array. A comma directly before the \
        closing brace or bracket is reported.
        """,
      matters: """
        Some decoders, such as Foundation's, accept it, but most others refuse the whole document. A record with a \
        trailing comma is therefore readable in some programs only.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "gender": "female",
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "gender": "female"
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-4"))
}
