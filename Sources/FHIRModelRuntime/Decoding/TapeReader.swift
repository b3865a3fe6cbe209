public import FHIRJSON

/// Builds models from a tape. Generated code calls ``decode(_:)-`` for each member at the reader's current position.
///
/// Decoding does not throw: a value that cannot be read becomes a fault in ``faults``, its property stays empty, and
/// the JSON of the member is kept. So a faulty object does not affect others, and strict decoding uses the same code
/// but stops at the first fault.
@usableFromInline package struct TapeReader: ~Copyable {
  /// The place of an object on the tape. Generated code names it so, since it does not import the tape.
  @usableFromInline package typealias Place = TapeIndex

  /// A fault whose line and path are not computed yet.
  @usableFromInline package struct Fault {
    @usableFromInline package var code: FHIRFault.Code
    /// The tape index of the value at fault.
    @usableFromInline package var node: TapeIndex
    /// The name of the missing member of that value.
    @usableFromInline package var member: String?
    @usableFromInline package var expectation: String
  }

  /// The result of reading a value: most need no further work.
  @usableFromInline package enum Verdict: UInt8 {
    case taken
    /// It could not be read; its JSON must be kept.
    case rejected
    /// It was read, from one value in place of an array or from an array of one in place of a value.
    case reshaped
    /// It is an array of primitives with nulls, which may be misplaced.
    case hasNulls
  }

  @usableFromInline package let tape: Tape
  /// The forms of dates, times and decimals that the release allows.
  let forms: PrimitiveForms
  @usableFromInline package let stopsAtFirstFault: Bool
  @usableFromInline package let strings: StringCache
  @usableFromInline package var faults: [Fault] = []

  /// The tape index of the current value; `.none` if only the member for its extensions is present.
  @usableFromInline package var index = TapeIndex.root
  /// The tape index of the member with the extensions of the current value, `.none` while values are read.
  @usableFromInline package var sibling = TapeIndex.none
  /// The result of the current value.
  @usableFromInline package var verdict = Verdict.taken
  /// The JSON of a primitive, if encoding its value would not reproduce it.
  @usableFromInline package var exactText: String?
  /// The owners of the slots of the last object.
  @usableFromInline package var owners = SlotOwners()

  @usableFromInline package init(_ tape: Tape, bytes: Int, forms: PrimitiveForms, stopsAtFirstFault: Bool) {
    self.tape = tape
    self.forms = forms
    self.stopsAtFirstFault = stopsAtFirstFault
    strings = StringCache(bytes: bytes)
  }

  // MARK: - Faults

  @inline(never)
  @usableFromInline package mutating func fault(
    _ code: FHIRFault.Code, at node: TapeIndex, member: String? = nil, _ expectation: String
  ) {
    if stopsAtFirstFault, !faults.isEmpty { return }
    faults.append(Fault(code: code, node: node, member: member, expectation: expectation))
  }

  /// Whether decoding can stop.
  @usableFromInline package var isStopped: Bool { stopsAtFirstFault && !faults.isEmpty }

  @inline(never)
  @usableFromInline package mutating func wrongKind(_ node: TapeIndex, _ expectation: String) {
    switch tape.tag(node) {
    case .null: fault(.misplacedNull, at: node, expectation)
    case .array: fault(.unexpectedArray, at: node, expectation)
    default: fault(.wrongKind, at: node, expectation)
    }
  }

  @inline(never)
  @usableFromInline package mutating func reject(_ code: FHIRFault.Code, at node: TapeIndex, _ expectation: String) {
    fault(code, at: node, expectation)
    verdict = .rejected
  }

  /// Whether a value is a string without escapes; dates have none, and one with escapes is not read as a date.
  @inlinable @inline(__always)
  package mutating func isPlainString(_ index: TapeIndex, _ expectation: StaticString) -> Bool {
    if tape.tag(index) == .string { return true }
    wrongKind(index, expectation.description)
    return false
  }

  // MARK: - Text

  /// The characters of a string or number without escapes.
  @inlinable @inline(__always)
  package func text(_ index: TapeIndex) -> String {
    let length = tape.length(index)
    if length >= 16, length <= 192 { return strings.string(tape.lexeme(index), length) }
    return String(decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: length), as: UTF8.self)
  }

  /// The characters of a string with escapes.
  @inline(never)
  @usableFromInline package func escapedText(_ index: TapeIndex) -> String { tape.string(index) }

  /// A value as written in the document.
  @inline(never)
  @usableFromInline package func raw(_ index: TapeIndex) -> RawJSON {
    let range = tape.range(index)
    return RawJSON(
      text: String(
        decoding: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count), as: UTF8.self))
  }
}
