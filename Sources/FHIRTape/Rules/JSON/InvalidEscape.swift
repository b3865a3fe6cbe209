package import FHIRFindings

extension Rule {
  /// Reports a backslash sequence that JSON does not define.
  package static let invalidEscape = Rule(
    "json/invalid-escape", .fatal, .structure,
    summary: "a string holds an escape that JSON does not define",
    explanation: Explanation(
      checks: #"""
        After a backslash comes one of `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`, or `u` with four hexadecimal digits. \#
        Anything else, such as `\x41`, `\'` or `\u12G4`, is reported at its backslash.
        """#,
      matters: """
        A reader that guesses what the escape meant changes the text of the record. The commonest cause is a Windows \
        path or a regular expression that was pasted without doubling its backslashes.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "\x41nn Example" }]
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "\u0041nn Example" }]
        }
        """#,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-7"))
}
