import FHIRSchema
import FHIRTape

/// Values that stand in record after record, and are judged once.
///
/// Recognised is a value whose verdict rests on its bytes, its type and, of a reference, on what it may lead to in this
/// Bundle; or on the element itself, where that has constraints of its own. Whatever had findings or was counted is judged
/// again.
struct RepeatedValues {
  private var values: ValueMemo
  /// References are far more than other values, and must not drive those out.
  private var references: ValueMemo
  /// What the verdict on the current value rests on so far.
  var basis = VerdictBasis.value

  init(_ memory: WalkerMemory) {
    values = memory.goodValues
    references = memory.goodReferences
  }

  /// Goes on with the values that are good by another release.
  mutating func use(_ memory: WalkerMemory) {
    values = memory.goodValues
    references = memory.goodReferences
  }

  /// The scope of what is good in a new Bundle only: see ``ValueMemo/beginScope()``.
  func beginScope() -> UInt32 { references.beginScope() }

  /// The memo for values of a category.
  @inline(__always)
  func memo(isReference: Bool) -> ValueMemo { isReference ? references : values }
}

extension Walker {
  /// Whether values of a type are likely to be repeated, and judging one leaves no trace: outside of a Bundle each
  /// reference is counted as not checked.
  @inline(__always)
  func isOftenRepeated(_ type: Int) -> Bool {
    switch cursor.rows.types[type].category {
    case .codeableConcept, .meta: true
    case .reference: references.bundle.isActive
    default: false
    }
  }

  /// Judges an object as ``walkObject(_:type:element:)`` does, unless it is one that was found good before.
  @inline(never)
  mutating func walkRepeated(_ value: Int, _ member: MemberID, type: Int, element: ElementID) {
    let isReference = cursor.rows.types[type].category == .reference
    let memo = repeated.memo(isReference: isReference)
    let role = element.exists ? 1 << 31 | member.row : type << 16 | Int(cursor.members[member].targets)
    guard
      let key = ValueMemo.Key(
        cursor.tape, value, as: UInt32(truncatingIfNeeded: role), scope: isReference ? references.bundle.scope : 0)
    else { return walkObject(value, type: type, element: element) }
    let limit = isReference ? VerdictBasis.bundle : .value
    if memo.contains(key) {
      repeated.basis = max(repeated.basis, limit)
      return
    }
    let (traces, outer) = (cursor.traces, repeated.basis)
    repeated.basis = .value
    walkObject(value, type: type, element: element)
    if repeated.basis <= limit, cursor.traces == traces { memo.insert(key) }
    repeated.basis = max(repeated.basis, outer)
  }
}
