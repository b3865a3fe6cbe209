package import FHIRDiagnostics
import FHIRView
import FHIRTape
import UCUM

extension Rule {
  /// Reports a vital sign in a unit that measures something else.
  package static let wrongDimension = Rule(
    "code/wrong-dimension", .warning, .invariant,
    summary: "a vital sign is in a unit that measures something else",
    explanation: Explanation(
      checks: """
        Where an Observation, or a component of one, has the LOINC code of a vital sign, the unit of its value has the \
        right dimension: pressure for a blood pressure, mass for a weight, frequency for a heart rate. Only UCUM units \
        are checked; any unit of the dimension is fine.
        """,
      matters: """
        A height in kilograms is a weight, or has the wrong unit. A program that converts or plots it shows a wrong \
        value.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-2" }] },
          "valueQuantity": { "value": 72, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-2" }] },
          "valueQuantity": { "value": 172, "unit": "cm", "system": "http://unitsofmeasure.org", "code": "cm" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/daf/StructureDefinition-daf-vitalsigns.html"))
}

extension Walker {
  /// Judges the value of the Observation, or of the component, at `object`, which has the code of a vital sign somewhere.
  @inline(never)
  mutating func checkVitalSign(of object: Int) {
    guard let quantity = tape.value("valueQuantity", of: object) else { return }
    let (system, code) = tape.systemAndCode(of: quantity)
    guard system >= 0, code >= 0, knownSystem(system) == .ucum, let vitalSign = vitalSign(of: object) else { return }
    let text = text(code)
    let hash = goodUnits.hash(text, for: vitalSign + 1)
    if goodUnits.contains(hash) { return }
    guard let unit = try? UCUMUnit(UnsafeBufferPointer(start: text.bytes, count: text.count)) else { return }
    if unit.dimension == VitalSign.dimension(at: vitalSign) { return goodUnits.insert(hash) }
    reportDimension(code, VitalSign.all[vitalSign])
  }

  @inline(never)
  private mutating func reportDimension(_ code: Int, _ vitalSign: VitalSign) {
    if drops(.wrongDimension) { return }
    report(
      .wrongDimension, at: tape.range(code), path: .child("value.ofType(Quantity).code"),
      """
      expected a unit of \(vitalSign.kind), such as '\(vitalSign.example)', for \(vitalSign.name) \
      (LOINC \(vitalSign.code)), found \(tape.excerpt(code))
      """)
  }

  /// Which vital sign the first coding of one in the code of `object` says, as a place in ``VitalSign/all``.
  private mutating func vitalSign(of object: Int) -> Int? {
    guard let concept = tape.value("code", of: object), let codings = tape.value("coding", of: concept, .array) else {
      return nil
    }
    let end = tape.next(codings)
    var coding = codings + 2
    while coding < end {
      if tape.tag(coding) == .object {
        let (system, code) = tape.systemAndCode(of: coding)
        if system >= 0, code >= 0, knownSystem(system) == .loinc, let sign = VitalSign.index(of: text(code)) {
          return sign
        }
      }
      coding = tape.next(coding)
    }
    return nil
  }

  mutating func knownSystem(_ value: Int) -> KnownSystem? {
    let uri = text(value)
    return KnownSystem(uri.bytes, uri.count)
  }
}

extension Tape {
  /// The object, or the array, under a name.
  fileprivate func value(_ name: StaticString, of object: Int, _ tag: TapeTag = .object) -> Int? {
    guard let value = member(name, of: object), self.tag(value) == tag else { return nil }
    return value
  }
}
