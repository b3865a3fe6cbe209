package import FHIRDiagnostics
import FHIRPrimitives
import FHIRSchema
import FHIRTape
import FHIRSupport
import FHIRRecognition

extension Rule {
  /// Reports a code that its system, which the release defines, does not have.
  package static let unknownCode = Rule(
    "code/unknown-code", .warning, .codeInvalid,
    summary: "the code is not one of its code system, which the release defines",
    explanation: Explanation(
      checks: """
        Where the record's release defines the system of a Coding or Quantity with all its codes, as \
        `http://hl7.org/fhir/administrative-gender`, the code is one of them. Only systems that some required or \
        extensible binding needs as a whole are known; a concept that its system calls abstract is none of their codes. \
        A code at an element whose own binding is required, or has the system, is left to the rules of bindings. A code \
        that a terminology pack lacks (`--terminology`) is an error.
        """,
      matters: """
        Nobody can look up the code. It is probably misspelt, or from another version of the system: that cannot be \
        proved offline, since systems are also published apart from the releases, so it is a warning.
        """,
      bad: """
        {
          "resourceType": "Group",
          "type": "person",
          "actual": true,
          "characteristic": [
            {
              "code": { "text": "Gender" },
              "valueCodeableConcept": {
                "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": "F" }]
              },
              "exclude": false
            }
          ]
        }
        """,
      good: """
        {
          "resourceType": "Group",
          "type": "person",
          "actual": true,
          "characteristic": [
            {
              "code": { "text": "Gender" },
              "valueCodeableConcept": {
                "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": "female" }]
              },
              "exclude": false
            }
          ]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#Coding"))
}

extension TerminologyJudge {
  /// Judges a code by its system if the release defines it with all its codes.
  ///
  /// - Returns: whether the release does.
  mutating func checkOwnCode(_ code: TapeIndex, of uri: TextBytes, _ cursor: inout RecordCursor) -> Bool {
    guard let place = cursor.schema.wholeSystems[UnsafeBufferPointer(start: uri.bytes, count: uri.count)] else {
      return false
    }
    let text = cursor.text(code)
    if cursor.schema.codes.contains(text.bytes, text.count, system: place.system, valueSet: place.valueSet) {
      return true
    }
    let row = cursor.schema.valueSets[place.valueSet]
    if row.ignoresCase,
      cursor.schema.codes.containsIgnoringCase(text.bytes, text.count, system: place.system, in: row)
    {
      return true
    }
    if cursor.bindingJudges(row.systemRows[place.system]) {
      // Good here, and perhaps not at an element with another binding.
      cursor.rest(on: .surroundings)
    } else {
      cursor.reportUnknownCode(code, place)
    }
    return true
  }
}

extension RecordCursor {
  /// Whether the current Coding is at an element whose binding is required, or has the system.
  @inline(never)
  fileprivate func bindingJudges(_ system: ValueSetRow.System) -> Bool {
    // An element around the resource may be of another release.
    for step in path.steps.suffix(2).reversed() where ReleaseRow.base(of: step.member.release) == path.base {
      let member = members[MemberID(step.member.row)]
      if member.valueSet == 0 { continue }
      return member.flags.contains(.requiredBinding)
        || schema.valueSets[Int(member.valueSet)].systemRows.contains { $0.bytes.elementsEqual(system.bytes) }
    }
    return false
  }

  @inline(never)
  fileprivate mutating func reportUnknownCode(_ value: TapeIndex, _ place: WholeSystems.Place) {
    // Another rule reports a text that is not a code.
    let text = text(value)
    guard CodeGrammar.check(text.bytes, text.count).isNone, !drops(.unknownCode) else { return }
    let set = schema.valueSets[place.valueSet]
    let codes = schema.codes.codes(of: set).filter { $0.system == place.system }.map(\.code)
    var expectation = "a code of '\(set.systems[place.system])'"
    if codes.count <= 8 {
      expectation += ", \(codes.alternatives)"
    } else if findings.takeHint(),
      let nearest = Spelling.nearest(to: tape.string(value), among: codes)
    {
      expectation += ", perhaps '\(nearest)'"
    }
    reportCode(.unknownCode, value, expectation)
  }
}
