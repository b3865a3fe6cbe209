import Diagnostics

extension Rule {
  /// Reports a uri that is not well-formed.
  package static let invalidUri = Rule(
    "value/invalid-uri", .error, .value,
    summary: "a uri is not valid",
    explanation: Explanation(
      checks: """
        A uri is not empty, holds no white space and no control characters, and each `%` in it is followed by two \
        hexadecimal digits. It may be relative. Whether anything answers at the address is not asked.
        """,
      matters: """
        URIs name code systems, identifiers and extensions, and are compared character for character. A space at the \
        end makes the right code system an unknown one.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": "http://example.org/medical record", "value": "12" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": "http://example.org/medical-record", "value": "12" }]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#uri"))
}
