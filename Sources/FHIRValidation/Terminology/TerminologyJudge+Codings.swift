import FHIRDiagnostics
import FHIRRecognition
import FHIRSchema
import FHIRPrimitives
import FHIRView
import FHIRTape

/// Codes that can be judged offline, by their system's form, check digit or grammar.
extension TerminologyJudge {
  /// Judges system and code of the Coding or Quantity at `object` together.
  mutating func checkCoding(_ object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.release.parts.contains(.codings) else { return }
    let (system, code) = cursor.tape.systemAndCode(of: object)
    guard system.exists else { return }
    let uri = cursor.text(system)
    guard let known = KnownSystem(uri.bytes, uri.count) else { return checkSystem(system, uri, code, &cursor) }
    guard code.exists else { return }
    let text = cursor.text(code)
    switch known {
    case .loinc: checkLOINC(text, code, &cursor)
    case .snomed: checkSNOMED(text, code, &cursor)
    case .rxNorm: checkRxNorm(text, code, &cursor)
    case .cvx: checkCVX(text, code, &cursor)
    case .ndc: checkNDC(text, code, &cursor)
    case .ucum: checkUnit(text, code, &cursor)
    }
  }

  /// Judges a quantity as ``checkCoding(_:_:)`` does, and whether the unit of an age or a duration measures time.
  @inline(__always)
  mutating func checkQuantity(_ object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    checkCoding(object, &cursor)
    if type == cursor.roles.age { checkTimeUnit(of: object, .ageUnit, &cursor) }
    if type == cursor.roles.duration { checkTimeUnit(of: object, .durationUnit, &cursor) }
  }

}

extension Tape {
  /// The string values of the members `system` and `code`, `.none` if there is none; the last one if there are several.
  func systemAndCode(of object: TapeIndex) -> (system: TapeIndex, code: TapeIndex) {
    var (system, code) = (TapeIndex.none, TapeIndex.none)
    let end = next(object)
    var key = object.content
    while key < end {
      let value = key.value
      if tag(value) == .string || tag(value) == .escapedString {
        let word = KeyWord.of(self, key)
        if word == KeyWord.system {
          system = value
        } else if word == KeyWord.code {
          code = value
        }
      }
      key = next(value)
    }
    return (system, code)
  }
}
