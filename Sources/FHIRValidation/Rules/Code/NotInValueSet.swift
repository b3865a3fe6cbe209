package import FHIRFindings
import FHIRSchema
import FHIRRecognition
import FHIRTape
import FHIRSupport

extension Rule {
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

extension TerminologyJudge {
  @inline(never)
  mutating func checkCode(
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

extension RecordCursor {
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
