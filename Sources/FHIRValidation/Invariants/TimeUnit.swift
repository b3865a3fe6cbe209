import FHIRRecognition
import FHIRTape
import UCUM

/// The unit of an age or a duration measures time.
///
/// The walk judges it, because an expression cannot distinguish a unit of another dimension from a code that is not in
/// UCUM.
extension TerminologyJudge {
  /// Judges the unit of the Age or Duration at `object`. A code that is not a unit is reported by another rule.
  @inline(never)
  mutating func checkTimeUnit(of object: TapeIndex, _ invariant: NativeInvariant, _ cursor: inout RecordCursor) {
    let (system, code) = cursor.tape.systemAndCode(of: object)
    guard system.exists, code.exists, cursor.knownSystem(system) == .ucum else { return }
    let text = cursor.text(code)
    guard let unit = try? UCUMUnit(UnsafeBufferPointer(start: text.bytes, count: text.count)),
      unit.dimension != Self.time
    else { return }
    cursor.report(invariant, at: cursor.headRange(object), path: .element, found: cursor.tape.excerpt(code))
  }

  private static let time = (try? UCUMUnit("s"))?.dimension
}
