package import FHIRFindings
import FHIRPrimitives
import FHIRTape
import UCUM

extension Rule {
  package static let invalidUnit = Rule(
    "code/invalid-unit", .warning, .codeInvalid, summary: "the unit is not a UCUM unit",
    checks: """
      A code of the system http://unitsofmeasure.org is a term of UCUM: symbols of its tables in exactly their upper and \
      lower case, with prefixes where they are metric, joined by `.` and `/`, with powers and with annotations in \
      braces. The text in `unit` is not checked.

      The message suggests a unit only where the text has a single meaning. `NG/ML` is `ng/mL`, from a system \
      without small letters; `MIU/L` may mean milli or mega, so there is no suggestion.

      This is a warning, as for other code systems: the specification binds the unit of a Quantity to no value set, \
      and some of its own examples have units such as `tbl`. Where it requires a unit, such as for an age, another \
      rule reports an error.
      """,
    matters: """
      A program cannot compare, convert or plot a value whose unit it cannot read. People often write `mmHg`; the UCUM \
      code is `mm[Hg]`.
      """,
    form: .observation(of: "Pressure in the cuff"),
    example: #""valueQuantity": { "value": 120, "unit": "mmHg", "system": "http://unitsofmeasure.org", "code": ~ }"#,
    bad: #""mmHg""#, good: #""mm[Hg]""#, specification: "https://ucum.org/ucum")

  package static let wrongDimension = Rule(
    "code/wrong-dimension", .warning, .invariant, summary: "a vital sign is in a unit that measures something else",
    checks: """
      Where an Observation, or a component of one, has the LOINC code of a vital sign, the unit of its value has the \
      right dimension: pressure for a blood pressure, mass for a weight, frequency for a heart rate. Only UCUM units \
      are checked; any unit of the dimension is fine.
      """,
    matters: """
      A height in kilograms is a weight, or has the wrong unit. A program that converts or plots it shows a wrong value.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-2" }] },
      "valueQuantity": { "value": ~ }
      """,
    bad: #"72, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg""#,
    good: #"172, "unit": "cm", "system": "http://unitsofmeasure.org", "code": "cm""#,
    specification: "https://hl7.org/fhir/DSTU2/daf/StructureDefinition-daf-vitalsigns.html")
}

extension TerminologyJudge {
  mutating func checkUnit(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let hash = goodUnits.hash(code)
    if goodUnits.contains(hash) { return }
    do throws(UCUMFault) {
      _ = try UCUMUnit(code.buffer)
      goodUnits.insert(hash)
    } catch {
      // An unlisted finding needs no hint; another rule reports a text that is not a code.
      guard CodeGrammar.check(code.bytes, code.count).isNone, !cursor.drops(.invalidUnit) else { return }
      let unit = code.buffer
      let hint = cursor.findings.takeHint() ? UnitHint.meant(by: unit).map { ", such as '\($0)'" } ?? "" : ""
      cursor.reportCode(.invalidUnit, value, "a unit of UCUM, with \(error.reason.expectation)\(hint)")
    }
  }

  /// Judges the value of the Observation or component at `object`, if its code is that of a vital sign.
  @inline(never) mutating func checkVitalSign(of object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.release.parts.contains(.vitalSigns) else { return }
    let tape = cursor.tape
    // Compared in place, since most objects are left after their code.
    let keys = tape.keys(of: object)
    guard let concept = keys.first(where: { tape.isKey($0, "code") })?.value, let sign = vitalSign(concept, &cursor)
    else { return }
    cursor.vitalSigns &+= 1
    guard sign < VitalSign.all.count,
      let quantity = keys.first(where: { tape.isKey($0, "valueQuantity") })?.value, tape.tag(quantity) == .object
    else { return }
    let (system, code) = tape.systemAndCode(of: quantity)
    guard system.exists, code.exists, cursor.knownSystem(system) == .ucum else { return }
    let text = cursor.text(code)
    let hash = goodUnits.hash(text, for: sign + 1)
    if goodUnits.contains(hash) { return }
    let usual = VitalSign.all[sign].example
    // Most values have the usual unit: then UCUM's table is not built.
    if text.buffer.elementsEqual(usual.utf8) { return goodUnits.insert(hash) }
    guard let unit = try? UCUMUnit(text.buffer), let other = try? UCUMUnit(usual) else { return }
    if unit.dimension == other.dimension { return goodUnits.insert(hash) }
    cursor.reportDimension(code, VitalSign.all[sign])
  }

  /// The first vital sign among the codings of a concept, as ``VitalSign/index(of:)`` numbers them.
  @inline(__always) private func vitalSign(_ concept: TapeIndex, _ cursor: inout RecordCursor) -> Int? {
    let tape = cursor.tape
    guard let codings = tape.member("coding", of: concept), tape.tag(codings) == .array else { return nil }
    for coding in tape.items(of: codings) where tape.tag(coding) == .object {
      let (system, code) = tape.systemAndCode(of: coding)
      // Most codes are not among the few of vital signs, whatever their system.
      if code.exists, let sign = VitalSign.index(of: cursor.text(code)), system.exists,
        cursor.knownSystem(system) == .loinc
      {
        return sign
      }
    }
    return nil
  }
}

extension RecordCursor {
  @inline(never) fileprivate mutating func reportDimension(_ code: TapeIndex, _ vitalSign: VitalSign) {
    report(
      .wrongDimension, at: code, path: .child("value.ofType(Quantity).code"),
      expected: """
        a unit of \(vitalSign.kind), such as '\(vitalSign.example)', for \(vitalSign.name) (LOINC \(vitalSign.code))
        """)
  }

  mutating func knownSystem(_ value: TapeIndex) -> KnownSystem? {
    let uri = text(value)
    return KnownSystem(uri.bytes, uri.count)
  }
}
