package import FHIRFindings
import FHIRSchema
import FHIRTape

/// The rules of bindings: one comparison of a code with a value set distinguishes them, and so one table.
extension Rule {
  package static let missingCode = Rule(
    "code/missing-code", .error, .required, summary: "an element with a required binding has no code",
    checks: """
      A Coding or CodeableConcept with a required binding has a code: a text, a display or a system alone does not \
      meet the binding, also where the codes of the value set are not known. An element or a code that has only \
      extensions passes, as they say why there is no code. This concerns few elements, such as `Patient.maritalStatus` \
      in DSTU2 and `Condition.clinicalStatus` in R4; most bindings of CodeableConcept are weaker.
      """,
    matters: "A required binding guarantees a code that programs can interpret. A program can only display a text.",
    form: .resource("Patient"), bad: #""maritalStatus": { "text": "Married" }"#,
    good: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }"#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies.html#required")

  package static let missingSystem = Rule(
    "code/missing-system", .error, .codeInvalid,
    summary: "a coding of a required binding has the right code and no system",
    checks: """
      Where a binding is required on a Coding or CodeableConcept, a coding must match the value set by its system and \
      its code. A coding without `system` is in no value set, even if its code is; it is reported here. In R4 that is \
      an error; in DSTU2 and STU3 it is a warning, since published examples lack systems.
      """,
    matters:
      "Without its system a reader cannot look up the code, or distinguish it from the same code in another system.",
    form: .resource("AllergyIntolerance"),
    example: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Penicillin</div>" },
      "clinicalStatus": {
        "coding": [{ ~"code": "active" }]
      },
      "patient": { "reference": "Patient/1" }
      """#,
    bad: "", good: #""system": "http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical", "#,
    specification: "https://hl7.org/fhir/R4/terminologies.html")

  package static let notInExtensibleValueSet = Rule(
    "code/not-in-extensible-value-set", .warning, .codeInvalid,
    summary: "the code is not in the extensible value set, which has all codes of its system",
    checks: """
      Where the record's release binds an element to a value set as extensible, and the set has all codes of a system, \
      a code from that system is one of them. Other codes are valid if the set lacks the concept, which only a person \
      can decide: codes of another system, and codes of a system of which the set has only a part, such as SS among \
      the types of identifiers. Those are counted as not checked, by the URL of the set.
      """,
    matters: """
      The code is probably misspelt or from another version of the system. This cannot be proved offline in every \
      case, so it is a warning.
      """,
    form: .observation(of: "Body weight"),
    example: #""interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": ~ }] }"#,
    bad: #""HIGH""#, good: #""H""#, specification: "https://hl7.org/fhir/DSTU2/terminologies.html#extensible")

  package static let notInValueSet = Rule(
    "code/not-in-value-set", .error, .codeInvalid, summary: "the code is not in the required value set",
    checks: """
      Where the record's release binds an element to a value set as required, the code is one of that set, in exactly \
      its upper and lower case. In a Coding the system counts too, and in a CodeableConcept it is enough that one \
      coding fits; the rest may be translations. The maximum of a binding that otherwise only advises is judged in the \
      same way. Of languages and media types, which nobody lists, the form is judged. Other value sets that cannot be \
      expanded offline are counted as not checked.
      """,
    matters: """
      Programs depend on these codes: status, gender, verification. They treat an unknown code, such as M for a \
      gender, as a default, and may show an entered-in-error record as valid.
      """,
    form: .resource("Patient"), bad: #""gender": "M""#, good: #""gender": "male""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies.html#required")
}

extension RecordCursor {
  @inline(never) mutating func reportMissingCode(_ value: TapeIndex, _ set: ValueSetRow) {
    report(.missingCode, at: headRange(value), path: .element) { _ in
      "expected a coding with a code of the value set \(set.name), found none"
    }
  }

  @inline(never) mutating func reportMissingSystem(_ value: TapeIndex, _ set: ValueSetRow, path: FindingPath) {
    let severity = schema.facts.demandsCodingSystem ? Rule.missingSystem.severity : .warning
    if drops(Rule.missingSystem.id, severity) { return }
    report(
      Rule.missingSystem.id, severity, at: tape.range(value), path: path,
      """
      expected a system for the code, \(set.systems.alternatives) for the value set \(set.name), found \
      \(tape.excerpt(value)) alone
      """)
  }

  @inline(never)
  mutating func reportNotInExtensibleValueSet(_ value: TapeIndex, _ set: ValueSetRow, path: FindingPath) {
    report(
      .notInExtensibleValueSet, at: value, path: path,
      expected: "a code of this system, all of which the value set \(set.name) has")
  }

  /// A code that a required binding does not allow.
  @inline(never)
  mutating func reportNotInValueSet(_ value: TapeIndex, _ set: ValueSetRow, path: FindingPath, hint: String) {
    if drops(.notInValueSet) { return }
    let found = tape.excerpt(value)
    var message = "expected a code of the value set \(set.name), found \(found)"
    if let form = set.form {
      message = "expected \(form.expectation) (value set \(set.name)), found \(found)"
    } else if hint.isEmpty {
      let codes = schema.codes.codes(of: set).map(\.code)
      if codes.count <= 8 {
        message = "expected \(codes.alternatives) (value set \(set.name)), found \(found)"
      } else if findings.takeHint(), let nearest = Spelling.nearest(to: tape.string(value), among: codes) {
        message += "; the nearest is '\(nearest)'"
      }
    }
    report(.notInValueSet, at: tape.range(value), path: path, "\(message)\(hint)")
  }
}

extension TerminologyJudge {
  @inline(never) mutating func checkCode(
    _ code: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int, _ cursor: inout RecordCursor
  ) {
    guard cursor.release.parts.contains(.bindings) else { return }
    let set = Int(cursor.members[member].valueSet)
    // The codes of all value sets do not fit into the fastest cache.
    let hash = goodCodes.hash(code, for: set)
    if goodCodes.contains(hash) { return }
    if cursor.schema.codes.contains(code.bytes, code.count, valueSet: set) { return goodCodes.insert(hash) }
    let row = cursor.schema.valueSets[set]
    if let form = row.form {
      if form.holds(code.bytes, code.count) { return goodCodes.insert(hash) }
    } else if row.isUnexpanded {
      cursor.counts.countUnjudgedCode(ofSet: ReleaseRow(set, base: cursor.path.base))
      return
    }
    if row.ignoresCase, cursor.schema.codes.containsIgnoringCase(code.bytes, code.count, system: nil, in: row) {
      return
    }
    guard cursor.members[member].flags.contains(.requiredBinding) else { return }
    cursor.reportNotInValueSet(value, row, path: .member(member, index: index), hint: "")
  }
}
