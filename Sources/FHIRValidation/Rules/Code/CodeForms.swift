package import FHIRFindings
import FHIRTape

/// The rules of the forms of codes, one for each system that defines a form, and so one table.
extension Rule {
  package static let invalidCvx = Rule(
    "code/invalid-cvx", .warning, .codeInvalid, summary: "the code cannot be a CVX code",
    checks: """
      A code of the system http://hl7.org/fhir/sid/cvx is two or three digits; codes below ten have a leading zero. \
      Whether CVX has the code is not checked, as this needs the list of vaccines.
      """,
    matters: """
      Codes are compared as text: `3` is not `03`, the vaccine against measles, mumps and rubella, and a registry does \
      not count the dose.
      """,
    form: .resource("Immunization"),
    example: """
      "status": "completed",
      "patient": { "reference": "Patient/12" },
      "vaccineCode": { "coding": [{ "system": "http://hl7.org/fhir/sid/cvx", "code": ~ }] },
      "wasNotGiven": false,
      "reported": false
      """,
    bad: #""3""#, good: #""03""#, specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")

  package static let invalidLoinc = Rule(
    "code/invalid-loinc", .warning, .codeInvalid, summary: "the code cannot be a LOINC code",
    checks: """
      A code of the system http://loinc.org is a number of up to seven digits, a hyphen and the check digit of the \
      number (modulus 10). Codes of answers, parts, groups and lists begin with LA, LP, LG or LL; of these only the \
      form is checked. Whether LOINC has the code is not known offline.
      """,
    matters: "A wrong check digit is a sign of a typing error: the code does not exist or means another test.",
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "coding": [{ "system": "http://loinc.org", "code": ~ }] },
      "valueString": "tall"
      """,
    bad: #""8302-3""#, good: #""8302-2""#, specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")

  package static let invalidNdc = Rule(
    "code/invalid-ndc", .warning, .codeInvalid, summary: "the code cannot be a National Drug Code",
    checks: """
      A code of the system http://hl7.org/fhir/sid/ndc is labeler, product and package with hyphens between them, with \
      4-4-2, 5-3-2, 5-4-1 or 5-4-2 digits; or the same without the package; or eleven digits without hyphens. Whether \
      the code is assigned is not known offline.
      """,
    matters: "Ten digits without hyphens can be split in three ways, which may be three different drugs.",
    form: .resource("Medication"),
    example: #""code": { "coding": [{ "system": "http://hl7.org/fhir/sid/ndc", "code": ~ }] }"#,
    bad: #""0173068220""#, good: #""0173-0682-20""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")

  package static let invalidRxnorm = Rule(
    "code/invalid-rxnorm", .warning, .codeInvalid, summary: "the code cannot be an RxNorm code",
    checks: """
      A code of the system http://www.nlm.nih.gov/research/umls/rxnorm is a concept identifier of RxNorm: a number of \
      up to eight digits without a leading zero. Whether RxNorm has it is not known offline.
      """,
    matters: """
      RxNorm has identifiers that are not codes, such as those of atoms and of the UMLS (C0004057); readers do not \
      find them in this system.
      """,
    form: .resource("Medication"),
    bad: #""code": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "C0004057" }] }"#,
    good: #""code": { "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "1191" }] }"#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")

  package static let invalidSnomed = Rule(
    "code/invalid-snomed", .warning, .codeInvalid, summary: "the code cannot be a concept of SNOMED CT",
    checks: """
      A code of the system http://snomed.info/sct is an identifier of 6 to 18 digits, the last of them its check digit \
      (Verhoeff). The two digits before it say what is identified: 00 and 10 a concept; 01, 02, 11 and 12 a \
      description or a relationship, which are not codes. Identifiers with 10 hold seven digits for a namespace. \
      Expressions are not judged. Whether SNOMED CT has the concept is not known offline.
      """,
    matters: """
      A wrong check digit is a sign of a typing error, or of a spreadsheet that rounded the identifier to fifteen \
      digits.
      """,
    form: .resource("Condition"),
    example: """
      "patient": { "reference": "Patient/12" },
      "code": { "coding": [{ "system": "http://snomed.info/sct", "code": ~ }] },
      "verificationStatus": "confirmed"
      """,
    bad: #""195967002""#, good: #""195967001""#, specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  mutating func checkCVX(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    if (2...3).contains(code.count), areDigits(code.bytes, code.count) { return }
    let hint = code.count == 1 && areDigits(code.bytes, 1) ? ", such as '0\(code.bytes[0] - 0x30)'" : ""
    cursor.reportCode(.invalidCvx, value, "a code of CVX, two or three digits\(hint)")
  }

  mutating func checkLOINC(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let p = code.bytes
    let digits = code.count - 2
    // Answers, parts, groups and lists.
    let isLettered = digits > 2 && p[0] == UInt8(ascii: "L") && "APGL".utf8.contains(p[1])
    let start = isLettered ? 2 : 0
    guard digits > start, digits - start <= 7, p[digits] == UInt8(ascii: "-"),
      areDigits(p + start, digits - start), areDigits(p + digits + 1, 1)
    else { return cursor.reportCode(.invalidLoinc, value, "a code of LOINC, such as '8302-2'") }
    if isLettered { return }
    let checkDigit = CheckDigit.modulus10(UnsafeBufferPointer(start: p, count: digits))
    if p[digits + 1] == checkDigit { return }
    let number = String(decoding: UnsafeBufferPointer(start: p, count: digits), as: UTF8.self)
    cursor.reportCode(.invalidLoinc, value, "the check digit \(checkDigit - 0x30) behind \(number)")
  }

  func areDigits(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for place in 0..<count where p[place] &- UInt8(ascii: "0") > 9 { return false }
    return true
  }

  mutating func checkNDC(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let runs = code.buffer.prefix(14).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let areDigits = runs.allSatisfy { $0.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } }
    if areDigits, code.count < 14, Self.lengthsOfNDC.contains(runs.map(\.count)) { return }
    cursor.reportCode(
      .invalidNdc, value,
      "digits with hyphens by 4-4-2, 5-3-2, 5-4-1 or 5-4-2, or eleven digits, as a National Drug Code has them")
  }

  /// The numbers of digits between hyphens; the package may be left out.
  private static let lengthsOfNDC = [[4, 4, 2], [5, 3, 2], [5, 4, 1], [5, 4, 2], [4, 4], [5, 3], [5, 4], [11]]

  mutating func checkRxNorm(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    if (1...8).contains(code.count), areDigits(code.bytes, code.count), code.bytes[0] != UInt8(ascii: "0") { return }
    cursor.reportCode(.invalidRxnorm, value, "a concept identifier of RxNorm, a number of up to eight digits")
  }

  mutating func checkSNOMED(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let p = code.bytes
    let count = code.count
    guard areDigits(p, count) else {
      let signs = Array(":|+=<{(".utf8)
      if UnsafeBufferPointer(start: p, count: count).contains(where: signs.contains) { return }
      return cursor.reportCode(.invalidSnomed, value, "an identifier of SNOMED CT, digits only")
    }
    guard (6...18).contains(count), p[0] != UInt8(ascii: "0") else {
      return cursor.reportCode(
        .invalidSnomed, value, "an identifier of SNOMED CT, 6 to 18 digits without a zero in front")
    }
    let checkDigit = CheckDigit.verhoeff(UnsafeBufferPointer(start: p, count: count - 1))
    guard p[count - 1] == checkDigit else {
      let number = String(decoding: UnsafeBufferPointer(start: p, count: count - 1), as: UTF8.self)
      return cursor.reportCode(.invalidSnomed, value, "the check digit \(checkDigit - 0x30) behind \(number)")
    }
    let isLong = p[count - 3] == UInt8(ascii: "1")
    switch p[count - 2] {
    case UInt8(ascii: "0") where isLong && count < 11:
      cursor.reportCode(.invalidSnomed, value, "a namespace of seven digits before the 10 that says so")
    case UInt8(ascii: "0") where isLong || p[count - 3] == UInt8(ascii: "0"): break
    case UInt8(ascii: "1"), UInt8(ascii: "2"):
      let thing = p[count - 2] == UInt8(ascii: "1") ? "description" : "relationship"
      cursor.reportCode(.invalidSnomed, value, "the identifier of a concept and not that of a \(thing)")
    default: cursor.reportCode(.invalidSnomed, value, "00 or 10 before the check digit, as concepts have it")
    }
  }
}
