public import FHIRJSON

extension TapeReader {
  /// A single primitive.
  @inlinable @inline(never)
  package mutating func decode<V: TapeValue, R: StoredRelease>(_ slot: inout ModelPrimitive<V, R>?) {
    guard !sibling.exists else {
      decodeWithSibling(&slot)
      return
    }
    guard let value = V.read(index, &self) else {
      verdict = .rejected
      return
    }
    slot = ModelPrimitive(value)
    if exactText != nil { slot?.extras.exactText = exactText.take() }
  }

  /// A primitive that repeats.
  @inlinable @inline(never)
  package mutating func decode<V: TapeValue, R: StoredRelease>(_ slot: inout [ModelPrimitive<V, R>]) {
    guard !sibling.exists else {
      decodeWithSiblings(&slot)
      return
    }
    guard tape.tag(index) == .array else {
      if tape.isContainer(index) || tape.tag(index) == .null {
        reject(tape.tag(index) == .null ? .misplacedNull : .wrongKind, at: index, "an array")
        return
      }
      fault(.expectedArray, at: index, "an array")
      var value: ModelPrimitive<V, R>?
      decode(&value)
      if let value {
        slot = [value]
        verdict = .reshaped
      }
      return
    }
    guard tape.length(index) > 0 else {
      reject(.emptyArray, at: index, "at least one item")
      return
    }
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

  /// A primitive as one form of a choice.
  @inlinable @inline(never)
  package mutating func decode<V: TapeValue, R: StoredRelease, Choice>(
    _ slot: inout Choice?, _ form: (ModelPrimitive<V, R>) -> Choice
  ) {
    var value: ModelPrimitive<V, R>?
    decode(&value)
    if let value { slot = form(value) }
  }
}
