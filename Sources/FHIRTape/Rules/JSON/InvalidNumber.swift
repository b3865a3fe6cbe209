package import FHIRFindings

extension Rule {
  /// Reports a number that does not have JSON's form.
  package static let invalidNumber = Rule(
    "json/invalid-number", .fatal, .structure,
    summary: "a number is not written as JSON writes numbers",
    explanation: Explanation(
      checks: """
        A number has an optional minus sign, digits without a leading zero, and digits on both sides of a decimal \
        point; an exponent has digits too. `01`, `+1`, `.5`, `1.` and `1e` are reported. The rules of the group \
        `value` check whether a well-formed number suits its element.
        """,
      matters: """
        Readers treat such numbers differently: some refuse them, others read a leading zero as octal, so a dose or a \
        result may change.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "valueQuantity": { "value": 06.3, "unit": "mmol/l" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "valueQuantity": { "value": 6.3, "unit": "mmol/l" }
        }
        """,
      specification: "https://www.rfc-editor.org/rfc/rfc8259#section-6"))
}
