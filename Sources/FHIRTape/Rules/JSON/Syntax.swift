package import FHIRFindings

extension Rule {
  package static let byteOrderMark = Rule(
    "json/byte-order-mark", .warning, .structure, summary: "the input begins with a byte order mark",
    checks: """
      The input does not begin with the three bytes EF BB BF. They are reported and skipped, and everything after \
      them is judged as usual. In the example ⟨EF BB BF⟩ stands for these bytes.
      """,
    matters: """
      JSON that is exchanged must not begin with this mark, and strict readers refuse it. It has no use, as UTF-8 \
      has only one byte order; some editors on Windows add it.
      """,
    example: #"~{ "resourceType": "Patient" }"#, bad: "⟨EF BB BF⟩", good: "",
    specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1")

  package static let comment = Rule(
    "json/comment", .fatal, .structure, summary: "the input holds a comment",
    checks: """
      The input holds no `//` line and no `/* */` block between tokens. The same characters inside a string are \
      ordinary text.
      """,
    matters: """
      JSON has no comments, so a conforming reader refuses the document. DSTU2 has its own place for comments: an \
      array of strings under the key `fhir_comments`, which any element may have.
      """,
    example: """
      {
        ~
        "resourceType": "Patient"
      }
      """,
    bad: "// registered by telephone", good: #""fhir_comments": ["registered by telephone"],"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let controlCharacter = Rule(
    "json/control-character", .fatal, .structure, summary: "a string holds a raw control character",
    checks: #"""
      No string holds a byte from 00 to 1F as it is. Line feed, carriage return and tab are written `\n`, `\r` and \#
      `\t`. In the example ⟨0A⟩ stands for one byte, the line feed.
      """#,
    matters: """
      Free text from older systems contains such bytes, and readers differ: many refuse the document, some drop the \
      byte. Escaped line breaks of a note are preserved.
      """,
    example: """
      {
        "resourceType": "Observation",
        "status": "final",
        "code": { "text": "Body weight" },
        "comments": "with shoes~after lunch"
      }
      """,
    bad: "⟨0A⟩", good: #"\n"#, specification: "https://www.rfc-editor.org/rfc/rfc8259#section-7")

  package static let emptyInput = Rule(
    "json/empty-input", .fatal, .structure, summary: "the input is empty",
    checks: """
      The input has at least one JSON value. No bytes at all, or nothing but white space, is reported once for the \
      whole input.
      """,
    matters: """
      An empty file is usually the result of a failed download or extraction. Counting it as valid would hide that a \
      record was lost.
      """,
    bad: "⟨20⟩", good: #"{ "resourceType": "Patient" }"#,
    specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2")

  package static let extraValue = Rule(
    "json/extra-value", .fatal, .structure, summary: "something follows the end of the document",
    checks: """
      Only white space follows the top-level value. The exception is NDJSON, which is recognised by its lines: each \
      holds one complete value, and a line may not hold two.
      """,
    matters: """
      Usually a program appended to a file that it should have replaced. A reader that reads only the first document \
      loses records without notice.
      """,
    example: #"{ "resourceType": "Patient", "id": "a" }~{ "resourceType": "Patient", "id": "b" }"#,
    bad: " ", good: "\n", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2")

  package static let invalidEscape = Rule(
    "json/invalid-escape", .fatal, .structure, summary: "a string holds an escape that JSON does not define",
    checks: #"""
      After a backslash comes one of `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`, or `u` with four hexadecimal digits. \#
      Anything else, such as `\x41`, `\'` or `\u12G4`, is reported at its backslash.
      """#,
    matters: """
      A reader that guesses what the escape meant changes the text of the record. The commonest cause is a Windows \
      path or a regular expression that was pasted without doubling its backslashes.
      """,
    example: #"""
      {
        "resourceType": "Patient",
        "name": [{ "text": "\~41nn Example" }]
      }
      """#,
    bad: "x", good: "u00", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-7")

  package static let invalidLiteral = Rule(
    "json/invalid-literal", .fatal, .structure, summary: "a bare word is not true, false or null",
    checks: """
      The only words that are allowed without quotes are `true`, `false` and `null`, in lower case and in full. \
      `NaN`, `Infinity`, `True`, `None`, `undefined` and similar words are reported as one word.
      """,
    matters: """
      Such words come from writers that print the values of a programming language and call it JSON. In FHIR a \
      measurement that is not a number has no value but a `dataAbsentReason`.
      """,
    example: """
      {
        "resourceType": "Patient",
        "active": ~
      }
      """,
    bad: "True", good: "true", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-3")

  package static let invalidNumber = Rule(
    "json/invalid-number", .fatal, .structure, summary: "a number is not written as JSON writes numbers",
    checks: """
      A number has an optional minus sign, digits without a leading zero, and digits on both sides of a decimal \
      point; an exponent has digits too. `01`, `+1`, `.5`, `1.` and `1e` are reported. The rules of the group \
      `value` check whether a well-formed number suits its element.
      """,
    matters: """
      Readers treat such numbers differently: some refuse them, others read a leading zero as octal, so a dose or a \
      result may change.
      """,
    example: """
      {
        "resourceType": "Observation",
        "status": "final",
        "code": { "text": "Glucose" },
        "valueQuantity": { "value": ~6.3, "unit": "mmol/l" }
      }
      """,
    bad: "0", good: "", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-6")

  package static let invalidUtf8 = Rule(
    "json/invalid-utf8", .fatal, .structure, summary: "the input is not UTF-8",
    checks: """
      All bytes form well-formed UTF-8: no stray or missing continuation bytes, no overlong forms, no surrogates, \
      nothing above U+10FFFF. In the example ⟨E9⟩ stands for that single byte, which is an e with an acute accent \
      in Latin-1.
      """,
    matters: """
      FHIR fixes UTF-8 for JSON. A file in Latin-1 or Windows-1252 is readable until the first accent or micro sign; \
      from there a reader that guesses the encoding alters the record.
      """,
    example: """
      {
        "resourceType": "Patient",
        "name": [{ "text": "Ren~" }]
      }
      """,
    bad: "⟨E9⟩", good: "⟨C3 A9⟩", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1")

  package static let loneSurrogate = Rule(
    "json/lone-surrogate", .fatal, .structure, summary: "a string holds half of a surrogate pair",
    checks: #"""
      A `\uD800` to `\uDBFF` escape is followed at once by one from `\uDC00` to `\uDFFF`, and the second kind \#
      never stands alone. Together they write one character; half of a pair writes none.
      """#,
    matters: """
      Half of a pair has no form in UTF-8, so the text cannot be stored, compared or displayed unchanged. The usual \
      cause is text that was cut after a fixed number of UTF-16 units.
      """,
    example: #"""
      {
        "resourceType": "Patient",
        "name": [{ "text": "Ann \uD83D~" }]
      }
      """#,
    bad: "", good: #"\uDE00"#, specification: "https://www.rfc-editor.org/rfc/rfc8259#section-8.2")

  package static let trailingComma = Rule(
    "json/trailing-comma", .fatal, .structure, summary: "a comma follows the last member or item",
    checks: """
      A comma is allowed only between two members of an object or two items of an array. A comma directly before the \
      closing brace or bracket is reported.
      """,
    matters: """
      Some decoders, such as Foundation's, accept it, but most others refuse the whole document. A record with a \
      trailing comma is therefore readable in some programs only.
      """,
    example: """
      {
        "resourceType": "Patient",
        "gender": "female"~
      }
      """,
    bad: ",", good: "", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-4")

  package static let unexpectedCharacter = Rule(
    "json/unexpected-character", .fatal, .structure, summary: "a character is where JSON does not allow it",
    checks: """
      Each token is one that the grammar of JSON allows at that place. This is the rule for a missing comma or \
      colon, single quotes, a key without quotes, a bracket that closes what another opened, and input that is not \
      JSON at all, such as the XML form of a resource.
      """,
    matters: """
      After the first wrong token it is unknown which value belongs to which key, so reading of this record stops \
      there. Other records of the same input are still read.
      """,
    example: """
      {
        "resourceType": "Patient"~
        "gender": "female"
      }
      """,
    bad: "", good: ",", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2")

  package static let unexpectedEnd = Rule(
    "json/unexpected-end", .fatal, .structure, summary: "the input ends inside a value",
    checks: """
      Every string, array and object that was opened is closed before the input ends. The finding is at the end of \
      the input, where the missing part should be.
      """,
    matters: """
      The record was truncated in transfer or while it was written. The rest may look complete, but lacks an unknown \
      number of elements.
      """,
    example: """
      {
        "resourceType": "Patient",
        "gender": "female"~
      """,
    bad: "", good: "\n}", specification: "https://www.rfc-editor.org/rfc/rfc8259#section-2")
}
