import FHIRView
import FHIRTape
import UCUM

/// The unit of an age, and of a duration, measures time.
///
/// The walk judges it, as no expression tells a unit of another kind from one
/// that UCUM does not have.
extension TerminologyJudge {
  /// Judges the unit of the Age or Duration at `object`. What is no unit is reported as that.
  @inline(never)
  mutating func checkTimeUnit(of object: Int, _ invariant: NativeInvariant, _ cursor: inout RecordCursor) {
    let (system, code) = cursor.tape.systemAndCode(of: object)
    guard system >= 0, code >= 0, cursor.knownSystem(system) == .ucum else { return }
    let text = cursor.text(code)
    guard let unit = try? UCUMUnit(UnsafeBufferPointer(start: text.bytes, count: text.count)),
      unit.dimension != Self.time
    else { return }
    cursor.report(invariant, at: cursor.headRange(object), path: .element, found: cursor.tape.excerpt(code))
  }

  private static let time = (try? UCUMUnit("s"))?.dimension
}
