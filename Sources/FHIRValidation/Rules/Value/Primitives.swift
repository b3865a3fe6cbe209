package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

/// The rules of primitive values: one check each, of the grammar of a type, and so one table.
extension Rule {
  package static let blankString = Rule(
    "value/blank-string", .warning, .value, summary: "a string is white space only",
    checks: """
      A string or markdown has a character other than a space, a tab, a carriage return and a line feed. R4 says that \
      strings SHOULD always contain non-whitespace content, since readers of XML may trim the others to nothing; both \
      releases say of XML that an attribute has at least one character of non-whitespace content. It is a warning, \
      because neither says SHALL. Codes, URIs, dates and ids of white space are errors by their own rules.
      """,
    matters: """
      A program that tests for presence treats the string as content, but a person sees nothing, and after a \
      conversion to XML and back the element may be empty, which is an error. It usually comes from a database column \
      of fixed length.
      """,
    form: .resource("Patient"),
    example: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
      "name": [{ "text": ~ }]
      """#,
    bad: #"" ""#, good: #""Ann""#, specification: "https://hl7.org/fhir/R4/datatypes.html#string")

  package static let emptyString = Rule(
    "value/empty-string", .error, .value, summary: "a string is empty",
    checks: """
      A string has at least one character. An element without a known value is left out, or has only an extension that \
      says why.
      """,
    matters: """
      A program that tests for presence treats an empty string as content, but a person sees nothing. It usually comes \
      from an empty form field or database column.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "name": [{ "text": "" }]
      }
      """,
    good: #"{ "resourceType": "Patient" }"#, specification: "https://hl7.org/fhir/DSTU2/datatypes.html#string")

  package static let invalidBase64 = Rule(
    "value/invalid-base64", .error, .value, summary: "a base64Binary is not valid",
    checks: """
      The text uses the 64 characters of the standard alphabet, with `+` and `/`, and is padded with `=` to a multiple \
      of four. The URL-safe alphabet with `-` and `_` is refused. White space may fold long data into lines, and the \
      bits of the last character that belong to no byte are zero.
      """,
    matters: """
      Readers cannot open a document or image that cannot be decoded, often a whole clinical note. A wrong length is a \
      sign that the data was cut off.
      """,
    form: .resource("Patient"), bad: #""photo": [{ "contentType": "text/plain", "data": "aGVsbG8" }]"#,
    good: #""photo": [{ "contentType": "text/plain", "data": "aGVsbG8=" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#base64binary")

  package static let invalidCode = Rule(
    "value/invalid-code", .error, .value, summary: "a code is not valid",
    checks: """
      A code has at least one character, no white space at its ends, and inside only single spaces between other \
      characters; a tab or line break does not count as one. The rules of the group `code` check whether the element \
      allows the code.
      """,
    matters: """
      Codes are compared character for character, so " 8867-4" is not the LOINC code for heart rate. Fixed-width \
      columns in older systems add such spaces.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "coding": [{ "system": "http://loinc.org", "code": ~ }] }
      """,
    bad: #"" 8867-4""#, good: #""8867-4""#, specification: "https://hl7.org/fhir/DSTU2/datatypes.html#code")

  package static let invalidDate = Rule(
    "value/invalid-date", .error, .value, summary: "a date is not valid",
    checks: """
      A date is a year, a year and a month, or a full date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, without a time and \
      without a zone. The day has to exist in its month, leap years included, which the pattern in the specification \
      alone does not ensure.
      """,
    matters: """
      Many tools accept impossible days such as 30 February, and a calendar library then reads 2 March or fails. A \
      partial date is allowed and better than an invented day.
      """,
    form: .resource("Patient"), bad: #""birthDate": "1970-02-30""#, good: #""birthDate": "1970-02""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#date")

  package static let invalidDateTime = Rule(
    "value/invalid-date-time", .error, .value, summary: "a dateTime is not valid",
    checks: """
      A dateTime is a date of any precision, or a full date with a time. With a time, hours, minutes, seconds and a \
      zone are all required, and the zone is `Z` or has a colon, as in `+02:00`. The day has to exist, and 24:00 is \
      not allowed.
      """,
    matters: """
      A time without a zone can be wrong by most of a day, which changes the order of doses and results. Conforming \
      readers refuse `+0200`, which other formats use.
      """,
    form: .observation(of: "Body weight"), example: #""effectiveDateTime": ~"#,
    bad: #""2015-02-07T13:28""#, good: #""2015-02-07T13:28:00+02:00""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#datetime")

  package static let invalidDecimal = Rule(
    "value/invalid-decimal", .error, .value, summary: "a decimal is written with an exponent",
    checks: """
      A decimal is written with digits and at most one decimal point. An exponent, as in `1e3` or `6.3E0`, is valid \
      JSON but not a decimal of DSTU2; R4 allows it.
      """,
    matters: """
      The digits of a decimal state its precision: 1.50 is more precise than 1.5. An exponent hides that, and strict \
      readers of DSTU2 refuse it.
      """,
    form: .observation(of: "Body weight"), example: #""valueQuantity": { "value": ~, "unit": "lbs" }"#,
    bad: "1.85e2", good: "185", specification: "https://hl7.org/fhir/DSTU2/datatypes.html#decimal")

  package static let invalidId = Rule(
    "value/invalid-id", .error, .value, summary: "an id is not valid",
    checks: """
      An id has 1 to 64 characters: ASCII letters, digits, `-` and `.`. Underscores, slashes, spaces and all other \
      characters are refused. The rule also covers `meta.versionId`, and in DSTU2 the ids of elements, which have the \
      same type there. In R4 the id of an element is any text without spaces.
      """,
    matters: """
      The id is part of the URL of the record and of every reference to it. With other characters, references to the \
      record are invalid.
      """,
    form: .resource("Patient"), bad: #""id": "patient_1""#, good: #""id": "patient-1""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#id")

  package static let invalidInstant = Rule(
    "value/invalid-instant", .error, .value, summary: "an instant is not valid",
    checks: """
      An instant is a full date with a time that is exact to the second or finer, and a zone: `Z` or an offset with a \
      colon. Partial dates, which a dateTime allows, are not instants.
      """,
    matters:
      "Instants order versions and log events. A date alone cannot say which of two versions of a record is newer.",
    form: .observation(of: "Body weight"), example: #""issued": ~"#,
    bad: #""2015-02-07""#, good: #""2015-02-07T13:28:17.239Z""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#instant")

  package static let invalidInteger = Rule(
    "value/invalid-integer", .error, .value, summary: "an integer is not valid",
    checks: """
      An integer is written with digits and an optional minus sign, and lies between -2147483648 and 2147483647. A \
      decimal point or an exponent is refused even when the number is whole, so `1.0` is not an integer.
      """,
    matters: """
      Typed readers store integers in 32 bits. A larger number overflows or is refused, and a fraction is rounded \
      without notice.
      """,
    form: .resource("Patient"), bad: #""multipleBirthInteger": 1.0"#, good: #""multipleBirthInteger": 1"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#integer")

  package static let invalidOid = Rule(
    "value/invalid-oid", .error, .value, summary: "an OID is not valid",
    checks: """
      An OID is written `urn:oid:` and then numbers joined by dots, none of them with a leading zero. The first is 0, \
      1 or 2, and after 0 or 1 the second is below 40, as OIDs are defined. The rule applies to elements of type oid, \
      and to a uri that begins with `urn:oid:`.
      """,
    matters: """
      OIDs name code systems and assigners of identifiers. With a wrong digit or without its prefix an OID names \
      something else or nothing, so identical identifiers no longer match.
      """,
    form: .resource("Patient"), example: #""extension": [{ "url": "http://example.org/assigner", "valueOid": ~ }]"#,
    bad: #""2.16.840.1.113883""#, good: #""urn:oid:2.16.840.1.113883""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#oid")

  package static let invalidPositiveInt = Rule(
    "value/invalid-positive-int", .error, .value, summary: "a positiveInt is not valid",
    checks: """
      A positiveInt is a whole number from 1 to 2147483647, written with digits only. Zero is refused, and so are \
      decimal points and exponents.
      """,
    matters: """
      Ranks, sequence numbers and dose numbers begin at one in FHIR. A zero suggests that the program that wrote it \
      counts from zero, so all its numbers may be off by one.
      """,
    form: .resource("Patient"), bad: #""telecom": [{ "system": "phone", "value": "555 0100", "rank": 0 }]"#,
    good: #""telecom": [{ "system": "phone", "value": "555 0100", "rank": 1 }]"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#positiveint")

  package static let invalidSampledData = Rule(
    "value/invalid-sampled-data", .error, .value, summary: "the data of a SampledData are not valid",
    checks: """
      The `data` of a SampledData are decimal values with a single space between them, and nothing else. In place of a \
      value, `E` means an error, `L` a value below and `U` a value above the limit of detection. A value has no \
      exponent and no plus sign; it may begin with its decimal point.
      """,
    matters: """
      A reader splits the text at the spaces and derives the time of a value from its position. An invalid value, or a \
      second space, shifts all later values, or the reader refuses the data.
      """,
    form: .observation(of: "ECG"),
    example: #""valueSampledData": { "origin": { "value": 0 }, "period": 10, "dimensions": 1, "data": ~ }"#,
    bad: #""2041, 2043, E""#, good: #""2041 2043 E""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#sampleddata")

  package static let invalidTime = Rule(
    "value/invalid-time", .error, .value, summary: "a time is not valid",
    checks: """
      A time is `hh:mm:ss`, with fractions of a second if wanted, from 00:00:00 to 23:59:59. Seconds are required, \
      24:00:00 is not allowed, and there is no zone.
      """,
    matters: """
      Times of day occur in schedules and in results without a date. Libraries sort and parse `8:30` and `08:30` \
      differently, so FHIR allows one form.
      """,
    form: .observation(of: "Body weight"), example: #""valueTime": ~"#, bad: #""08:30""#, good: #""08:30:00""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#time")

  package static let invalidUnsignedInt = Rule(
    "value/invalid-unsigned-int", .error, .value, summary: "an unsignedInt is not valid",
    checks: """
      An unsignedInt is zero or a positive whole number up to 2147483647, written with digits only. Minus signs, \
      decimal points and exponents are refused.
      """,
    matters: """
      Such elements hold sizes and counts, where programs often write -1 for "unknown". A reader that allocates memory \
      by this number fails.
      """,
    form: .resource("Patient"), example: #""photo": [{ "title": "portrait", "size": ~ }]"#, bad: "-1", good: "0",
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#unsignedint")

  package static let invalidUri = Rule(
    "value/invalid-uri", .error, .value, summary: "a uri is not valid",
    checks: """
      A uri holds no white space, no control characters and none of the ASCII characters that RFC 3986 excludes, such \
      as `<`, `{` and `|`; a `%` is followed by two hexadecimal digits. It may be relative. Letters beyond ASCII are \
      allowed, and so is `|` in a query, where searches put it between system and code, and before the version of an \
      absolute URI, a number or a URI, as in `http://terminology.hl7.org/CodeSystem/v2-0360|2.7`. Whether the URL \
      exists is not checked.
      """,
    matters: """
      URIs name code systems, identifiers and extensions, and are compared character by character. A space at the end \
      makes a known code system unknown.
      """,
    form: .resource("Patient"),
    bad: #""identifier": [{ "system": "http://example.org/medical record", "value": "12" }]"#,
    good: #""identifier": [{ "system": "http://example.org/medical-record", "value": "12" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#uri")

  package static let invalidUuid = Rule(
    "value/invalid-uuid", .error, .value, summary: "a UUID is not valid",
    checks: """
      A UUID is written `urn:uuid:` and 32 lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12. No element of \
      a DSTU2 resource has the type uuid itself, and of R4's only extensions and parameters, so in practice the rule \
      is about a uri that begins with `urn:uuid:`, such as the `fullUrl` of a Bundle entry. There upper case is a \
      warning only, since examples that are published with R4 have it.
      """,
    matters: """
      Inside a Bundle, references find their target by this text, character by character. If a UUID is cut, or in \
      another case, the reference does not resolve.
      """,
    form: .entry(of: "collection"),
    example: """
      "fullUrl": ~,
      "resource": { "resourceType": "Patient" }
      """,
    bad: #""urn:uuid:05efabf0-4be2-4561-91ce""#, good: #""urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#uri")

  package static let stringTooLong = Rule(
    "value/string-too-long", .error, .tooLong, summary: "a string has more than 1,048,576 characters",
    checks: """
      A string has at most 1,048,576 characters. DSTU2 and STU3 say 1 MB, and not of what. The limit is for the types \
      string, markdown and code; base64Binary and uri have none. In the example ⟨61 × 1048577⟩ stands for that many \
      letters "a".
      """,
    matters: """
      The specification sets this limit so that receivers can plan their storage. A database may cut off longer text, \
      which is often a document that belongs in an Attachment or a Binary.
      """,
    form: .observation(of: "Body weight"), example: #""comments": ~"#,
    bad: #""⟨61 × 1048577⟩""#, good: #""⟨61 × 1048576⟩""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#string")

  /// The rule that a faulty primitive value breaks: one for each type, and two for strings of any type.
  static func value(_ fault: PrimitiveFault, of kind: ValueKind) -> Rule {
    switch fault {
    case .empty: return .emptyString
    case .blank: return .blankString
    case .stringTooLong: return .stringTooLong
    case .oidPrefix, .oidArc, .oidRoot: return .invalidOid
    case .uuidPrefix, .uuidMalformed, .uuidUpperCase: return .invalidUuid
    default: break
    }
    switch kind {
    case .date, .signedDate: return .invalidDate
    case .dateTime, .signedDateTime, .signedLeapDateTime: return .invalidDateTime
    case .instant, .signedInstant: return .invalidInstant
    case .time, .leapTime: return .invalidTime
    case .decimal, .scientificDecimal: return .invalidDecimal
    case .integer: return .invalidInteger
    case .unsignedInt: return .invalidUnsignedInt
    case .positiveInt: return .invalidPositiveInt
    case .id, .elementID: return .invalidId
    case .oid, .branchedOID: return .invalidOid
    case .uuid: return .invalidUuid
    case .uri, .canonical: return .invalidUri
    case .code: return .invalidCode
    case .base64Binary: return .invalidBase64
    case .reference: return .invalidReference
    case .sampledData: return .invalidSampledData
    case .string, .markdown, .xhtml, .complex, .resource, .resourceType, .comments, .boolean: return .stringTooLong
    }
  }
}

extension RecordCursor {
  /// Reports a primitive value of the right JSON type that its FHIR type does not allow.
  @inline(never)
  mutating func reportValue(_ fault: PrimitiveFault, _ value: TapeIndex, _ member: MemberID, index: Int) {
    let kind = members[member].kind
    let rule = Rule.value(fault, of: kind)
    // The text of `uri` asks for lower case, as that of `uuid` does; published examples have upper case in a uri.
    let severity = fault == .uuidUpperCase && kind != .uuid ? .warning : rule.severity
    if drops(rule.id, severity) { return }
    if let part = faultyPart(of: value, fault) {
      return report(
        rule.id, severity, at: part.range, path: .member(member, index: index),
        "expected \(fault.expectation), found \(part.words)")
    }
    let found = [.uri, .canonical, .reference].contains(kind) ? tape.uriExcerpt(value) : tape.excerpt(value)
    report(
      rule.id, severity, at: tape.range(value), path: .member(member, index: index),
      "expected \(fault.expectation), found \(found)")
  }

  /// What is at fault in a long text, of which an excerpt shows only the beginning, and where it is.
  private mutating func faultyPart(
    of value: TapeIndex, _ fault: PrimitiveFault
  ) -> (words: String, range: Range<Int>)? {
    let text = text(value)
    let part: (name: String, number: Int, bytes: Range<Int>)
    switch fault {
    case .dataPoint:
      guard let item = SampledDataGrammar.faultyItem(text.bytes, text.count) else { return nil }
      part = ("item", item.number, item.bytes)
    case .base64Character:
      guard text.count > 60, let place = Base64Grammar.strangeByte(text.bytes, text.count) else { return nil }
      var end = place + 1
      while end < text.count, text.bytes[end] & 0xC0 == 0x80 { end += 1 }
      part = ("byte", place + 1, place..<end)
    default: return nil
    }
    let bytes = UnsafeBufferPointer(start: text.bytes + part.bytes.lowerBound, count: part.bytes.count)
    let name = bytes.isEmpty ? "nothing" : "'\(Excerpt.text(bytes, limit: 60))'"
    let words = "\(name) as \(part.name) \(part.number)"
    // In a text with escapes, the bytes have other places.
    guard tape.tag(value) == .string, !part.bytes.isEmpty else { return (words, tape.range(value)) }
    let start = tape.offset(value)
    return (words, start + part.bytes.lowerBound..<start + part.bytes.upperBound)
  }
}

extension Tape {
  /// Whether the text of a string with escapes may begin with white space.
  func mayBeBlank(_ value: TapeIndex) -> Bool {
    let first = lexeme(value).pointee
    return first <= UInt8(ascii: " ") || first == UInt8(ascii: "\\")
  }
}
