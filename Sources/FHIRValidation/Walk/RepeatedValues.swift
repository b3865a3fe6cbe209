import FHIRRecognition
import FHIRSchema
import FHIRTape

/// Values that many records repeat, and that are judged once.
///
/// A value is recognised if its verdict rests on its bytes, its type and, for a reference, on its possible targets in
/// this Bundle; or on its element, if that has constraints. A value with findings, or one that was counted, is judged
/// again.
struct RepeatedValues {
  private var values: ValueMemo
  /// References are far more numerous than other values, and must not evict those.
  private var references: ValueMemo
  /// The categories of types whose values are recognised, a bit for each.
  private let categories: UInt16

  init(_ memory: WalkerMemory) {
    let repeated: [TypeCategory] = memory.shortcuts.contains(.values) ? [.codeableConcept, .meta, .reference] : []
    categories = repeated.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    values = memory.goodValues
    references = memory.goodReferences
  }

  /// Switches to the values that are good in another release.
  mutating func use(_ memory: WalkerMemory) {
    values = memory.goodValues
    references = memory.goodReferences
  }

  /// The scope for values that are good only in a new Bundle: see ``ValueMemo/beginScope()``.
  func beginScope() -> UInt32 { references.beginScope() }

  /// Whether values of a category are likely to be repeated.
  @inline(__always)
  func recognises(_ category: TypeCategory) -> Bool { categories &>> UInt16(category.rawValue) & 1 == 1 }

  /// The memo for values of a category.
  @inline(__always)
  func memo(isReference: Bool) -> ValueMemo { isReference ? references : values }
}

extension Walker {
  /// Whether values of a type are likely to be repeated, and judging one leaves no trace: outside a Bundle each
  /// reference is counted as not checked.
  @inline(__always)
  func isOftenRepeated(_ type: Int) -> Bool {
    let category = cursor.rows.types[type].category
    return repeated.recognises(category) && (category != .reference || references.bundle.isActive)
  }

  /// Judges an object as ``walkObject(_:type:element:)`` does, unless the same value was found good before.
  @inline(never)
  mutating func walkRepeated(_ value: TapeIndex, _ member: MemberID, type: TypeID, element: ElementID) {
    let isReference = cursor.rows.types[type].category == .reference
    let memo = repeated.memo(isReference: isReference)
    let role = element.exists ? 1 << 31 | member.row : type.row << 16 | Int(cursor.members[member].targets)
    guard
      let key = ValueMemo.Key(
        cursor.tape, value, as: UInt32(truncatingIfNeeded: role), scope: isReference ? references.bundle.scope : 0)
    else { return walkObject(value, type: type, element: element) }
    let limit = isReference ? VerdictBasis.bundle : .value
    if memo.contains(key) {
      cursor.rest(on: limit)
      return
    }
    let outer = cursor.basis
    cursor.basis = .value
    walkObject(value, type: type, element: element)
    if cursor.basis <= limit { memo.insert(key) }
    cursor.rest(on: outer)
  }
}
