package import FHIRFindings
import FHIRTape
import UCUM

extension Rule {
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
  /// Judges the value of the Observation or component at `object`, if its code is that of a vital sign.
  @inline(never)
  mutating func checkVitalSign(of object: TapeIndex, _ cursor: inout RecordCursor) {
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
  @inline(__always)
  private func vitalSign(_ concept: TapeIndex, _ cursor: inout RecordCursor) -> Int? {
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
  @inline(never)
  fileprivate mutating func reportDimension(_ code: TapeIndex, _ vitalSign: VitalSign) {
    if drops(.wrongDimension) { return }
    report(
      .wrongDimension, at: tape.range(code), path: .child("value.ofType(Quantity).code"),
      """
      expected a unit of \(vitalSign.kind), such as '\(vitalSign.example)', for \(vitalSign.name) \
      (LOINC \(vitalSign.code)), found \(tape.excerpt(code))
      """)
  }

  mutating func knownSystem(_ value: TapeIndex) -> KnownSystem? {
    let uri = text(value)
    return KnownSystem(uri.bytes, uri.count)
  }
}
