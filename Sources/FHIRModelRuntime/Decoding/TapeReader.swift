public import FHIRTape

/// Builds models from a tape. Generated code calls ``decode(_:)-`` for each member; the place is the reader's.
///
/// Nothing throws on the way: a value that cannot be read is a fault in ``faults``, its property stays empty, and the
/// member is kept aside as it is. So one object never costs another, and strict decoding is the same way with an end
/// at the first fault.
@usableFromInline package struct TapeReader: ~Copyable {
  /// A fault before its place is worked out.
  @usableFromInline package struct Fault {
    @usableFromInline package var code: FHIRFault.Code
    /// The tape index of the value at fault.
    @usableFromInline package var node: Int
    /// A member of that value, where it is absent.
    @usableFromInline package var member: String?
    @usableFromInline package var expectation: String
  }

  /// What came of a value: nothing is left to do about most.
  @usableFromInline package enum Verdict: UInt8 {
    case taken
    /// It could not be read, and is to be kept aside.
    case rejected
    /// It was read, from one value where an array belongs or from an array of one where a value belongs.
    case reshaped
    /// It is an array of primitives with nulls among them, which may be out of place.
    case hasNulls
  }

  @usableFromInline package let tape: Tape
  @usableFromInline package let stopsAtFirstFault: Bool
  @usableFromInline package let strings: StringCache
  @usableFromInline package var faults: [Fault] = []

  /// The tape index of the current value; -1 when only the member for its extensions is there.
  @usableFromInline package var index = 0
  /// The tape index of the member with the extensions of the current value, -1 while values are read.
  @usableFromInline package var sibling = -1
  /// What came of the current value.
  @usableFromInline package var verdict = Verdict.taken
  /// The JSON of a primitive that its value would not give back.
  @usableFromInline package var exactText: String?
  /// Who has the slots of the object that was last asked about.
  @usableFromInline package var owners = SlotOwners()

  @usableFromInline package init(_ tape: Tape, bytes: Int, stopsAtFirstFault: Bool) {
    self.tape = tape
    self.stopsAtFirstFault = stopsAtFirstFault
    strings = StringCache(bytes: bytes)
  }

  // MARK: - Faults

  @inline(never)
  @usableFromInline package mutating func fault(
    _ code: FHIRFault.Code, at node: Int, member: String? = nil, _ expectation: String
  ) {
    if stopsAtFirstFault, !faults.isEmpty { return }
    faults.append(Fault(code: code, node: node, member: member, expectation: expectation))
  }

  /// Whether there is no use in going on.
  @usableFromInline package var isStopped: Bool { stopsAtFirstFault && !faults.isEmpty }

  @inline(never)
  @usableFromInline package mutating func wrongKind(_ node: Int, _ expectation: String) {
    switch tape.tag(node) {
    case .null: fault(.misplacedNull, at: node, expectation)
    case .array: fault(.unexpectedArray, at: node, expectation)
    default: fault(.wrongKind, at: node, expectation)
    }
  }

  @inline(never)
  @usableFromInline package mutating func reject(_ code: FHIRFault.Code, at node: Int, _ expectation: String) {
    fault(code, at: node, expectation)
    verdict = .rejected
  }

  /// Whether a value is a string without escapes; dates have none, and with one they are not worth reading.
  @inlinable @inline(__always)
  package mutating func isPlainString(_ index: Int, _ expectation: StaticString) -> Bool {
    if tape.tag(index) == .string { return true }
    wrongKind(index, expectation.description)
    return false
  }

  // MARK: - Text

  /// The characters of a string or number without escapes.
  @inlinable @inline(__always)
  package func text(_ index: Int) -> String {
    let length = tape.length(index)
    if length >= 16, length <= 192 { return strings.string(tape.lexeme(index), length) }
    return String(decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: length), as: UTF8.self)
  }

  /// The characters of a string with escapes.
  @inline(never)
  @usableFromInline package func escapedText(_ index: Int) -> String { tape.string(index) }

  /// A value as written in the document.
  @inline(never)
  @usableFromInline package func raw(_ index: Int) -> RawJSON {
    let range = tape.range(index)
    return RawJSON(
      text: String(
        decoding: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count), as: UTF8.self))
  }
}
