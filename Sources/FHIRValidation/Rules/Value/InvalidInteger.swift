package import FHIRDiagnostics

extension Rule {
  /// Reports an integer that is not a whole number of 32 bits.
  package static let invalidInteger = Rule(
    "value/invalid-integer", .error, .value,
    summary: "an integer is not valid",
    explanation: Explanation(
      checks: """
        An integer is written with digits and an optional minus sign, and lies between -2147483648 and 2147483647. A \
        decimal point or an exponent is refused even when the number is whole, so `1.0` is not an integer.
        """,
      matters: """
        Typed readers store integers in 32 bits. A larger number overflows or is refused, and a fraction is rounded \
        without notice.
        """,
      type: "Patient", bad: #""multipleBirthInteger": 1.0"#, good: #""multipleBirthInteger": 1"#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#integer"))
}
