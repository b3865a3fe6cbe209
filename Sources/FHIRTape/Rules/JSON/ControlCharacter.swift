package import FHIRFindings

extension Rule {
  /// Reports a raw control character in a string.
  package static let controlCharacter = Rule(
    "json/control-character", .fatal, .structure,
    summary: "a string holds a raw control character",
    explanation: Explanation(
      checks: #"""
        No string holds a byte from 00 to 1F as it is. Line feed, carriage return and tab are written `\n`, `\r` and \#
        `\t`. In the example ⟨0A⟩ stands for one byte, the line feed.
        """#,
      matters: """
        Free text from older systems contains such bytes, and readers differ: many refuse the document, some drop the \
        byte. Escaped line breaks of a note are preserved.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "comments": "with shoes⟨0A⟩after lunch"
        }
        """,
      good: #"""
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "comments": "with shoes\nafter lunch"
        }
        """#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-7"))
}
