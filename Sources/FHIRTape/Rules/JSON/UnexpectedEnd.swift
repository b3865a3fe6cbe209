package import FHIRDiagnostics

extension Rule {
  /// Reports input that ends before its value does.
  package static let unexpectedEnd = Rule(
    "json/unexpected-end", .fatal, .structure,
    summary: "the input ends inside a value",
    explanation: Explanation(
      checks: """
        Every string, array and object that was opened is closed before the input ends. The finding stands at the end \
        of the input, because that is where the missing part should be.
        """,
      matters: """
        A record that stops half-way was cut off in transfer or while it was written. What is left can look \
        plausible, yet it lacks an unknown number of elements.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "gender": "female"
        """,
      good: """
        {
          "resourceType": "Patient",
          "gender": "female"
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2"))
}
