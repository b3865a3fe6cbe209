import FHIRSchema
import FHIRTape

/// Values that stand in record after record, and are judged once.
extension Walker {
  /// Whether values of a type are likely to be repeated, and judging one leaves no trace: outside of a Bundle each
  /// reference is counted as not checked.
  @inline(__always)
  func isOftenRepeated(_ type: Int) -> Bool {
    switch rows.types[type].category {
    case .codeableConcept, .meta: true
    case .reference: bundle.isActive
    default: false
    }
  }

  /// Judges an object as ``walkObject(_:type:element:)`` does, unless it is one that was found good before.
  ///
  /// Judged again is whatever did more than to pass: had findings, was counted, or was taken note of. For the rest all
  /// that matters is its bytes, its type and, of a reference, what it may lead to in this Bundle; or the element itself,
  /// where that has constraints of its own.
  @inline(never)
  mutating func walkRepeated(_ value: Int, _ member: Int, type: Int, element: Int) {
    let isReference = rows.types[type].category == .reference
    let memo = isReference ? goodReferences : goodValues
    let role = element >= 0 ? 1 << 31 | member : type << 16 | Int(members[member].targets)
    guard
      let key = ValueMemo.Key(
        tape, value, as: UInt32(truncatingIfNeeded: role), scope: isReference ? bundle.scope : 0)
    else { return walkObject(value, type: type, element: element) }
    if let sign = memo.find(key) {
      if sign > 0 { vitalSign = value &+ sign }
      return
    }
    let before = traces
    let sign = vitalSign
    vitalSign = -1
    walkObject(value, type: type, element: element)
    if traces == before { memo.insert(key, vitalSign: max(vitalSign &- value, 0)) }
    if vitalSign < 0 { vitalSign = sign }
  }

  /// A number that grows with all that judging a value leaves behind.
  private var traces: Int {
    findings.traces &+ seenIDs.count &+ nullOwners.count &+ bundle.references.noted &+ dependences
  }
}
