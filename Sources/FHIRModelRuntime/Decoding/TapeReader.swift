public import FHIRJSON

/// Builds models from a tape. Generated code calls ``decode(_:)-`` for each member at the reader's current position.
/// Decoding does not throw: a value that cannot be read becomes a fault in ``faults``, its property stays empty, and
/// the JSON of the member is kept. So a faulty object does not affect others, and strict decoding uses the same code
/// but stops at the first fault.
@usableFromInline package struct TapeReader: ~Copyable {
  /// The place of an object on the tape. Generated code names it so, since it does not import the tape.
  @usableFromInline package typealias Place = TapeIndex

  /// A fault whose line and path are not computed yet.
  @usableFromInline package struct Fault {
    @usableFromInline package var code: FHIRFault.Code
    @usableFromInline package var node: TapeIndex
    @usableFromInline package var member: String?
    @usableFromInline package var expectation: String
  }

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
  let forms: PrimitiveForms
  @usableFromInline package let stopsAtFirstFault: Bool
  @usableFromInline package let strings: StringCache
  @usableFromInline package var faults: [Fault] = []

  /// The tape index of the current value; `.none` if only the member for its extensions is present.
  @usableFromInline package var index = TapeIndex.root
  /// The tape index of the member with the extensions of the current value, `.none` while values are read.
  @usableFromInline package var sibling = TapeIndex.none
  @usableFromInline package var verdict = Verdict.taken
  /// The JSON of a primitive, if encoding its value would not reproduce it.
  @usableFromInline package var exactText: String?
  @usableFromInline package var owners = SlotOwners()

  @usableFromInline package init(_ tape: Tape, bytes: Int, forms: PrimitiveForms, stopsAtFirstFault: Bool) {
    (self.tape, self.forms, self.stopsAtFirstFault) = (tape, forms, stopsAtFirstFault)
    strings = StringCache(bytes: bytes)
  }

  // MARK: - Faults

  @inline(never) @usableFromInline package mutating func fault(
    _ code: FHIRFault.Code, at node: TapeIndex, member: String? = nil, _ expectation: String
  ) {
    if stopsAtFirstFault, !faults.isEmpty { return }
    faults.append(Fault(code: code, node: node, member: member, expectation: expectation))
  }

  @usableFromInline package var isStopped: Bool { stopsAtFirstFault && !faults.isEmpty }

  @inline(never) @usableFromInline package mutating func wrongKind(_ node: TapeIndex, _ expectation: String) {
    switch tape.tag(node) {
    case .null: fault(.misplacedNull, at: node, expectation)
    case .array: fault(.unexpectedArray, at: node, expectation)
    default: fault(.wrongKind, at: node, expectation)
    }
  }

  @inline(never) @usableFromInline package mutating func rejectKind(_ node: TapeIndex, _ expectation: String) {
    wrongKind(node, expectation)
    verdict = .rejected
  }

  @inline(never)
  @usableFromInline package mutating func reject(_ code: FHIRFault.Code, at node: TapeIndex, _ expectation: String) {
    fault(code, at: node, expectation)
    verdict = .rejected
  }

  // MARK: - Text

  /// The characters of a string or number without escapes.
  @inlinable @inline(__always) package func text(_ index: TapeIndex) -> String {
    let length = tape.length(index)
    if length >= 16, length <= 192 { return strings.string(tape.lexeme(index), length) }
    return String(decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: length), as: UTF8.self)
  }

  @inline(never) @usableFromInline package func escapedText(_ index: TapeIndex) -> String { tape.string(index) }

  @inline(never) @usableFromInline package func raw(_ index: TapeIndex) -> RawJSON {
    let range = tape.range(index)
    return RawJSON(
      text: String(
        decoding: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count), as: UTF8.self))
  }

  @inlinable @inline(never)
  package mutating func decode<V: TapeValue, R: StoredRelease>(_ slot: inout ModelPrimitive<V, R>?) {
    guard !sibling.exists else { return decodeWithSibling(&slot) }
    guard let value = V.read(index, &self) else {
      verdict = .rejected
      return
    }
    slot = ModelPrimitive(value)
    if exactText != nil { slot?.extras.exactText = exactText.take() }
  }

  @inlinable @inline(never)
  package mutating func decode<V: TapeValue, R: StoredRelease>(_ slot: inout [ModelPrimitive<V, R>]) {
    guard !sibling.exists else { return decodeWithSiblings(&slot) }
    guard tape.tag(index) == .array else {
      if tape.isContainer(index) || tape.tag(index) == .null { return rejectKind(index, "an array") }
      fault(.expectedArray, at: index, "an array")
      var value: ModelPrimitive<V, R>?
      decode(&value)
      if let value {
        slot = [value]
        verdict = .reshaped
      }
      return
    }
    guard tape.length(index) > 0 else { return reject(.emptyArray, at: index, "at least one item") }
    let items = index
    slot.reserveCapacity(tape.length(items))
    for item in tape.items(of: items) {
      if tape.tag(item) == .null {
        slot.append(ModelPrimitive())
        verdict = .hasNulls
      } else if let value = V.read(item, &self) {
        slot.append(ModelPrimitive(value))
        if exactText != nil { slot[slot.count - 1].extras.exactText = exactText.take() }
      } else {
        slot.append(ModelPrimitive())
        slot[slot.count - 1].extras.unreadable = raw(item)
      }
    }
  }

  @inlinable @inline(never) package mutating func decode<V: TapeValue, R: StoredRelease, Choice>(
    _ slot: inout Choice?, _ form: (ModelPrimitive<V, R>) -> Choice
  ) {
    var value: ModelPrimitive<V, R>?
    decode(&value)
    if let value { slot = form(value) }
  }

  @inlinable @inline(never) package mutating func decode<T: ElementContent>(_ slot: inout T?) {
    guard let object = objectIndex() else { return }
    let isBracketed = object != index
    var value = T()
    members(of: &value, at: object)
    slot = value
    if isBracketed { verdict = .reshaped }
  }

  @inlinable @inline(never) package mutating func decode<T: ElementContent>(_ slot: inout [T]) {
    guard let items = itemsIndex() else { return }
    guard tape.tag(items) == .array else {
      var value: T?
      decode(&value)
      if let value { slot = [value] }
      verdict = .reshaped
      return
    }
    slot.reserveCapacity(tape.length(items))
    for item in tape.items(of: items) {
      slot.append(T())
      if tape.tag(item) == .object {
        members(of: &slot[slot.count &- 1], at: item)
      } else {
        wrongKind(item, "an object")
        slot[slot.count &- 1].extras.unreadable = raw(item)
      }
    }
  }

  @inlinable @inline(never)
  package mutating func decode<T: ElementContent, Choice>(_ slot: inout Choice?, _ form: (T) -> Choice) {
    var value: T?
    decode(&value)
    if let value { slot = form(value) }
  }

  @inline(never) @usableFromInline package mutating func objectIndex() -> TapeIndex? {
    if rejectsSibling() { return nil }
    switch tape.tag(index) {
    case .object: return index
    case .array where tape.length(index) == 1 && tape.tag(index.content) == .object:
      fault(.unexpectedArray, at: index, "an object")
      return index.content
    default:
      rejectKind(index, "an object")
      return nil
    }
  }

  private mutating func rejectsSibling() -> Bool {
    if sibling.exists { reject(.misplacedSibling, at: sibling, "extensions inside the element, as it is no primitive") }
    return sibling.exists
  }

  /// The array of an element that repeats, or a single item in its place; `nil` and a fault if there is neither.
  @inline(never) @usableFromInline package mutating func itemsIndex() -> TapeIndex? {
    if rejectsSibling() { return nil }
    switch tape.tag(index) {
    case .array where tape.length(index) > 0: return index
    case .array: reject(.emptyArray, at: index, "at least one item")
    case .object:
      fault(.expectedArray, at: index, "an array of objects")
      return index
    default: rejectKind(index, "an array of objects")
    }
    return nil
  }

  @inlinable @inline(never) package mutating func decode<A: AnyFHIRResource>(_ slot: inout A?) {
    guard !sibling.exists else { return reject(.misplacedSibling, at: sibling, "no member of this name") }
    guard tape.tag(index) == .object else { return rejectKind(index, "a resource") }
    slot = resource(A.Release.self, at: index)
  }

  @inlinable @inline(never) package mutating func decode<A: AnyFHIRResource>(_ slot: inout [A]) {
    guard !sibling.exists, tape.tag(index) == .array, tape.length(index) > 0 else {
      return reject(.wrongKind, at: max(index, sibling), "an array of resources")
    }
    slot.reserveCapacity(tape.length(index))
    for item in tape.items(of: index) {
      if tape.tag(item) == .object {
        slot.append(resource(A.Release.self, at: item))
      } else {
        wrongKind(item, "a resource")
        slot.append(A.Release.tables.keep(RawResource(resourceTypeName: nil, json: raw(item))))
      }
    }
  }

  /// The resource of an object; kept whole if it has no model.
  @inlinable package mutating func resource<R: ModelRelease>(_ release: R.Type, at object: TapeIndex) -> R.AnyResource {
    let tables = R.tables
    let typeIndex = resourceTypeIndex(object)
    guard typeIndex.exists else {
      fault(.missingResourceType, at: object, member: "resourceType", "the type of the resource")
      return tables.keep(RawResource(resourceTypeName: nil, json: raw(object)))
    }
    let number = tables.modelled.number(tape.lexeme(typeIndex), tape.length(typeIndex))
    return number >= 0 ? tables.read(number, object, &self) : resourceByText(tables, typeIndex, at: object)
  }

  /// The resource of a type that the table does not have as written: of a name with escapes, or without a model.
  @usableFromInline mutating func resourceByText<R: ModelRelease>(
    _ tables: ModelTables<R>, _ typeIndex: TapeIndex, at object: TapeIndex
  ) -> R.AnyResource {
    let name = tape.string(typeIndex)
    if let number = tables.modelled.number(name) { return tables.read(number, object, &self) }
    if tables.others.number(name) == nil {
      fault(.unknownResourceType, at: typeIndex, "a resource type of \(tables.name)")
    }
    return tables.keep(RawResource(resourceTypeName: name, json: raw(object)))
  }

  /// A resource of a type with a model; called by generated code.
  @inlinable @inline(never) package mutating func stored<R: StoredResource>(_ object: TapeIndex) -> R {
    let box = Box(R.Fields())
    members(of: &box.value, at: object)
    return R(box: box)
  }

  /// The tape index of the value of `resourceType` anywhere in the object, `.none` if there is none that is a string.
  @usableFromInline package func resourceTypeIndex(_ object: TapeIndex) -> TapeIndex {
    guard let index = tape.resourceTypeIndex(of: object) else { return .none }
    return tape.tag(index) == .string || tape.tag(index) == .escapedString ? index : TapeIndex.none
  }
}
