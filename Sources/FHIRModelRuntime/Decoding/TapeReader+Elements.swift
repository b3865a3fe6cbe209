public import FHIRJSON

extension TapeReader {
  /// A single element.
  @inlinable @inline(never)
  package mutating func decode<T: ElementContent>(_ slot: inout T?) {
    guard let object = objectIndex() else { return }
    let isBracketed = object != index
    var value = T()
    members(of: &value, at: object)
    slot = value
    if isBracketed { verdict = .reshaped }
  }

  /// An element that repeats.
  @inlinable @inline(never)
  package mutating func decode<T: ElementContent>(_ slot: inout [T]) {
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

  /// One form of a choice.
  @inlinable @inline(never)
  package mutating func decode<T: ElementContent, Choice>(_ slot: inout Choice?, _ form: (T) -> Choice) {
    var value: T?
    decode(&value)
    if let value { slot = form(value) }
  }

  /// The object of a single element; `nil` and a fault if there is none.
  @inline(never)
  @usableFromInline package mutating func objectIndex() -> TapeIndex? {
    guard !sibling.exists else {
      reject(.misplacedSibling, at: sibling, "extensions inside the element, as it is no primitive")
      return nil
    }
    switch tape.tag(index) {
    case .object: return index
    case .array where tape.length(index) == 1 && tape.tag(index.content) == .object:
      fault(.unexpectedArray, at: index, "an object")
      return index.content
    default:
      wrongKind(index, "an object")
      verdict = .rejected
      return nil
    }
  }

  /// The array of an element that repeats, or a single item in its place; `nil` and a fault if there is neither.
  @inline(never)
  @usableFromInline package mutating func itemsIndex() -> TapeIndex? {
    guard !sibling.exists else {
      reject(.misplacedSibling, at: sibling, "extensions inside the element, as it is no primitive")
      return nil
    }
    switch tape.tag(index) {
    case .array where tape.length(index) > 0: return index
    case .array: reject(.emptyArray, at: index, "at least one item")
    case .object:
      fault(.expectedArray, at: index, "an array of objects")
      return index
    case .null: reject(.misplacedNull, at: index, "an array of objects")
    default: reject(.wrongKind, at: index, "an array of objects")
    }
    return nil
  }
}
