import JSONTape

extension TapeReader {
  /// A single primitive.
  @inline(never)
  mutating func decode<V: TapeValue>(_ slot: inout Primitive<V>?) {
    guard sibling < 0 else {
      decodeWithSibling(&slot)
      return
    }
    guard let value = V.read(index, &self) else {
      isRejected = true
      return
    }
    slot = Primitive(value)
    if exactText != nil { slot?.extras.exactText = exactText.take() }
  }

  /// A primitive that repeats.
  @inline(never)
  mutating func decode<V: TapeValue>(_ slot: inout [Primitive<V>]) {
    guard sibling < 0 else {
      decodeWithSiblings(&slot)
      return
    }
    guard tape.tag(index) == .array else {
      if tape.isContainer(index) || tape.tag(index) == .null {
        reject(tape.tag(index) == .null ? .misplacedNull : .wrongKind, at: index, "an array")
        return
      }
      fault(.expectedArray, at: index, "an array")
      var value: Primitive<V>?
      decode(&value)
      if let value { slot = [value] }
      return
    }
    guard tape.length(index) > 0 else {
      reject(.emptyArray, at: index, "at least one item")
      return
    }
    let items = index
    slot.reserveCapacity(tape.length(items))
    let end = tape.next(items)
    var item = items &+ 2
    while item < end {
      if tape.tag(item) == .null {
        slot.append(Primitive())
      } else if let value = V.read(item, &self) {
        slot.append(Primitive(value))
        if exactText != nil { slot[slot.count - 1].extras.exactText = exactText.take() }
      } else {
        slot.append(Primitive())
        slot[slot.count - 1].extras.unreadable = raw(item)
      }
      item = tape.next(item)
    }
  }

  /// A primitive as one form of a choice.
  @inline(never)
  mutating func decode<V: TapeValue, Choice>(_ slot: inout Choice?, _ form: (Primitive<V>) -> Choice) {
    var value: Primitive<V>?
    decode(&value)
    if let value { slot = form(value) }
  }

  /// The value once more, together with its extensions. Its own faults are known already.
  @inline(never)
  private mutating func decodeWithSibling<V: TapeValue>(_ slot: inout Primitive<V>?) {
    let sibling = self.sibling
    guard tape.tag(sibling) == .object else {
      wrongKind(sibling, "an object")
      isRejected = true
      return
    }
    var primitive = Primitive<V>()
    if index >= 0 {
      let known = faults.count
      primitive.stored = V.read(index, &self)
      faults.removeLast(faults.count - known)
      primitive.extras.exactText = exactText.take()
    }
    self.sibling = -1
    var content = PrimitiveContent()
    content.extras = primitive.extras
    members(of: &content, at: sibling)
    primitive.extras = content.extras
    slot = primitive
  }

  @inline(never)
  private mutating func decodeWithSiblings<V: TapeValue>(_ slot: inout [Primitive<V>]) {
    let sibling = self.sibling
    guard tape.tag(sibling) == .array, tape.length(sibling) > 0, index < 0 || tape.tag(index) == .array else {
      wrongKind(sibling, "an array of objects and nulls")
      isRejected = true
      return
    }
    if index >= 0, tape.length(index) != tape.length(sibling) {
      fault(.siblingLength, at: sibling, "as many items as there are values")
    }
    self.sibling = -1
    let end = tape.next(sibling)
    var item = sibling + 2
    var number = 0
    while item < end {
      if number == slot.count { slot.append(Primitive()) }
      switch tape.tag(item) {
      case .object:
        var content = PrimitiveContent()
        content.extras = slot[number].extras
        members(of: &content, at: item)
        slot[number].extras = content.extras
      case .null: break
      default:
        reject(.wrongKind, at: item, "an object or null")
        return
      }
      number += 1
      item = tape.next(item)
    }
  }
}

/// The object beside a primitive: an id, extensions and comments, and nothing else.
private struct PrimitiveContent: ElementContent {
  var extras = ElementExtras()
  static let members = MemberTable(.element, "")

  mutating func decode(_ member: Int, from reader: inout TapeReader) {}

  func encode(to writer: inout ElementWriter) {}
}
