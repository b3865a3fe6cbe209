import FHIRFindings
import FHIRSchema
import FHIRTape

/// Values that many records repeat, and that are judged once. A value is recognised if its verdict rests on its bytes,
/// its type and, for a reference, on its possible targets in this Bundle; or on its element, if that has constraints. A
/// value with findings, or one that was counted, is judged again.
struct RepeatedValues {
  private var values: ValueMemo
  /// References are far more numerous than other values, and must not evict those.
  private var references: ValueMemo
  /// The categories of types whose values are recognised, a bit for each.
  private let categories: UInt16

  init(_ memory: WalkerMemory) {
    let repeated: [TypeCategory] = memory.shortcuts.contains(.values) ? [.codeableConcept, .meta, .reference] : []
    categories = repeated.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    (values, references) = (memory.goodValues, memory.goodReferences)
  }

  mutating func use(_ memory: WalkerMemory) { (values, references) = (memory.goodValues, memory.goodReferences) }

  /// The scope for values that are good only in a new Bundle: see ``ValueMemo/beginScope()``.
  func beginScope() -> UInt32 { references.beginScope() }

  @inline(__always)
  func recognises(_ category: TypeCategory) -> Bool { categories &>> UInt16(category.rawValue) & 1 == 1 }

  @inline(__always) func memo(isReference: Bool) -> ValueMemo { isReference ? references : values }
}

extension Walker {
  /// Whether values of a type are likely to repeat, and leave no trace: references do outside a Bundle, by their count.
  @inline(__always) func isOftenRepeated(_ type: Int) -> Bool {
    let category = cursor.rows.types[type].category
    return repeated.recognises(category) && (category != .reference || references.bundle.isActive)
  }

  /// Judges an object as ``walkObject(_:type:element:)`` does, unless the same value was found good before.
  @inline(never) mutating func walkRepeated(_ value: TapeIndex, _ member: MemberID, type: TypeID, element: ElementID) {
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

/// Values that were found good, with their bytes: one in each of 1,024 places.
///
/// Records repeat the same content: the patient, the kind of measurement, the code system. In real patients' Bundles,
/// three of four concepts repeat an earlier one byte for byte. Recognising one compares bytes, which costs a sixth of
/// judging it. Correctness does not depend on the hash: it only selects the place to compare with.
///
/// The texts are adjacent in a buffer of fixed size; when it is full, all are dropped. The owner provides the memory
/// and may pass it on: a good value stays good, whatever the input.
struct ValueMemo {
  static let longest = 1_000
  /// For a shorter value, two words would exceed its bounds.
  static let shortest = 16

  private struct Place {
    var start: UInt32 = 0
    /// How many there are; 0 for a place without a value.
    var count: UInt16 = 0
    /// The kind of value that it is judged as.
    var role: UInt32 = 0
    /// The scope in which it is good: see ``beginScope()``.
    var scope: UInt32 = 0
  }

  /// What all copies of a memo share, so that a memo is one word to choose and to pass.
  private struct State {
    var used = 0
    var scope: UInt32 = 0
    let places: UnsafeMutablePointer<Place>
    let texts: UnsafeMutablePointer<UInt8>
  }

  private static let size = 1_024
  private static let room = 128 << 10

  private let state: UnsafeMutablePointer<State>

  /// Allocates the memory, which the caller must free.
  init() {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: Self.size)
    places.initialize(repeating: Place(), count: Self.size)
    state = .allocate(capacity: 1)
    state.initialize(to: State(places: places, texts: .allocate(capacity: Self.room)))
  }

  func deallocate() {
    state.pointee.places.deallocate()
    state.pointee.texts.deallocate()
    state.deallocate()
  }

  /// The number of a new scope, never 0: a reference's target is constant in one Bundle, other values in scope 0.
  func beginScope() -> UInt32 {
    if state.pointee.scope == .max {
      removeAll()
      state.pointee.scope = 0
    }
    state.pointee.scope += 1
    return state.pointee.scope
  }

  private func removeAll() {
    state.pointee.places.update(repeating: Place(), count: Self.size)
    state.pointee.used = 0
  }

  struct Key {
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let count: Int
    fileprivate let role: UInt32
    fileprivate let scope: UInt32
    fileprivate let place: Int

    /// The object at `value`; `nil` where it is too short or too long to be kept.
    ///
    /// - Parameters:
    ///   - role: everything that its verdict depends on besides its bytes, as a number.
    ///   - scope: the scope in which it is good: see ``ValueMemo/beginScope()``.
    @inline(__always) init?(_ tape: Tape, _ value: TapeIndex, as role: UInt32, scope: UInt32) {
      let start = tape.offset(value)
      count = tape.end(value) &- start
      guard count >= ValueMemo.shortest, count <= ValueMemo.longest else { return nil }
      bytes = tape.bytes + start
      self.role = role
      self.scope = scope
      place = ValueMemo.hash(bytes, count, seed: role) & (ValueMemo.size - 1)
    }
  }

  @inline(__always) func contains(_ key: Key) -> Bool {
    let place = state.pointee.places + key.place
    return Int(place.pointee.count) == key.count && place.pointee.role == key.role && place.pointee.scope == key.scope
      && Self.areEqual(state.pointee.texts + Int(place.pointee.start), key.bytes, key.count)
  }

  func insert(_ key: Key) {
    if state.pointee.used + key.count > Self.room { removeAll() }
    let start = state.pointee.used
    (state.pointee.texts + start).update(from: key.bytes, count: key.count)
    state.pointee.places[key.place] = Place(
      start: UInt32(start), count: UInt16(key.count), role: key.role, scope: key.scope)
    state.pointee.used = start + key.count
  }

  /// Hashes sixteen bytes at a time, including the last sixteen; samples a long value, since collisions are harmless.
  @inline(__always) private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt32) -> Int {
    var (first, second) = (UInt64(truncatingIfNeeded: seed), UInt64(truncatingIfNeeded: count))
    let last = bytes + (count &- 16)
    let step = max(16, count &>> 3)
    var p = bytes
    while p < last {
      mix(p, &first, &second)
      p += step
    }
    mix(last, &first, &second)
    return Int(truncatingIfNeeded: (first ^ second) &>> 40)
  }

  /// Multiplication mixes only toward the high bits; rotate before the next multiply.
  @inline(__always) private static func mix(_ p: UnsafePointer<UInt8>, _ first: inout UInt64, _ second: inout UInt64) {
    first = (rotated(first) ^ Bytes.load(p)) &* 0x9E37_79B9_7F4A_7C15
    second = (rotated(second) ^ Bytes.load(p + 8)) &* 0xD6E8_FEB8_6659_FD93
  }

  @inline(__always) private static func rotated(_ word: UInt64) -> UInt64 { word &<< 29 | word &>> 35 }

  @inline(__always)
  private static func areEqual(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    // The bytes are nearly always equal, so the loop does not test for an early exit.
    var difference = SIMD2<UInt64>()
    var place = 0
    while place &+ 64 <= count {
      let block =
        (pair(first, place) ^ pair(second, place)) | (pair(first, place &+ 16) ^ pair(second, place &+ 16))
        | (pair(first, place &+ 32) ^ pair(second, place &+ 32))
      difference |= block | (pair(first, place &+ 48) ^ pair(second, place &+ 48))
      place &+= 64
    }
    while place &+ 16 < count {
      difference |= pair(first, place) ^ pair(second, place)
      place &+= 16
    }
    difference |= pair(first, count &- 16) ^ pair(second, count &- 16)
    return difference[0] | difference[1] == 0
  }

  @inline(__always) private static func pair(_ bytes: UnsafePointer<UInt8>, _ place: Int) -> SIMD2<UInt64> {
    UnsafeRawPointer(bytes + place).loadUnaligned(as: SIMD2<UInt64>.self)
  }
}
