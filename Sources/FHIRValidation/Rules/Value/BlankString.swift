package import FHIRDiagnostics
import FHIRTape

extension Rule {
  /// Reports a string of white space only.
  package static let blankString = Rule(
    "value/blank-string", .warning, .value,
    summary: "a string is white space only",
    explanation: Explanation(
      checks: """
        A string or markdown has a character other than a space, a tab, a carriage return and a line feed. R4 says \
        that strings SHOULD always contain non-whitespace content, since readers of XML may trim the others to nothing; \
        both releases say of XML that an attribute has at least one character of non-whitespace content. It is a \
        warning, because neither says SHALL. Codes, URIs, dates and ids of white space are errors by their own rules.
        """,
      matters: """
        A program that tests for presence treats the string as content, but a person sees nothing, and after a \
        conversion to XML and back the element may be empty, which is an error. It usually comes from a database column \
        of fixed length.
        """,
      type: "Patient",
      members: #"""
        "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
        "name": [{ "text": ~ }]
        """#,
      bad: #"" ""#, good: #""Ann""#,
      specification: "https://hl7.org/fhir/R4/datatypes.html#string"))
}

extension Tape {
  /// Whether the text of a string with escapes may begin with white space.
  func mayBeBlank(_ value: TapeIndex) -> Bool {
    let first = lexeme(value).pointee
    return first <= UInt8(ascii: " ") || first == UInt8(ascii: "\\")
  }
}
