import FHIRSchema
import JSONTape
import Narrative

/// A cheap test of an invariant that is asked often, or of much: where it succeeds, the invariant is true for certain.
///
/// Where it does not, nothing is known yet, and the expression decides. So a shortcut cannot say anything else than the
/// expression, only say it sooner.
enum InvariantShortcut {
  case none
  /// Two times of the same form, the first of which is not the later one.
  case inOrder(StaticString, StaticString)
  /// A minimum and a maximum that is no lower, both of a form that is soon read.
  case limits(StaticString, StaticString)
  /// A value that is such a limit.
  case isCardinality
  /// No more than one item of an array, which has a member if one is named.
  case atMostOne(StaticString, having: StaticString? = nil)
  /// Texts of a member, anywhere within, that differ.
  case distinct(StaticString)
  /// Items of an array, anywhere within, with texts of a member that differ.
  case distinctItems(StaticString, by: StaticString)

  /// That of an invariant.
  init(_ invariant: SchemaInvariant) {
    self =
      switch invariant.key {
      case "per-1": .inOrder("start", "end")
      case "mdd-1": .inOrder("whenPrepared", "whenHandedOver")
      case "eld-2": .limits("min", "max")
      case "eld-3": .isCardinality
      case "eld-13": .atMostOne("type")
      case "eld-14": .atMostOne("constraint", having: "key")
      case "nsd-2": .atMostOne("uniqueId")
      case "que-2": .distinct("linkId")
      case "vsd-3", "vsd-8": .distinctItems("concept", by: "code")
      default: .none
      }
  }
}

extension Walker {
  /// Whether the shortcut of an invariant tells that an object, or the value of a primitive, meets it.
  @inline(__always)
  mutating func isSure(_ shortcut: InvariantShortcut, of object: Int) -> Bool {
    switch shortcut {
    case .none: false
    case .inOrder(let first, let second): tape.areInOrder(first, second, in: object)
    case .limits(let minimum, let maximum): tape.areLimits(minimum, maximum, in: object)
    case .isCardinality: tape.cardinality(object) != nil
    case .atMostOne(let array, let member): tape.hasAtMostOne(array, having: member, in: object)
    case .distinct(let key): areDistinct(key, of: nil, in: object)
    case .distinctItems(let array, let key): areDistinct(key, of: array, in: object)
    }
  }

  /// Whether the texts of all members of a name differ, or those of the items of all arrays of a name.
  ///
  /// The hashes cannot be foreseen, and those that differ stand for texts that differ.
  @inline(never)
  private mutating func areDistinct(_ name: StaticString, of array: StaticString?, in object: Int) -> Bool {
    // An object with one such member has four words at least, so that there are no more unless a name stands twice.
    var room = (tape.next(object) - object) / 4
    texts.reset(expecting: room)
    for key in NamedKeys(array ?? name, within: object, of: tape) {
      guard tape.tag(key) == .key else { return false }
      if array == nil {
        guard insert(key + 1, &room) else { return false }
        continue
      }
      guard tape.tag(key + 1) == .array else { return false }
      let end = tape.next(key + 1)
      var item = key + 3
      while item < end {
        guard let text = tape.member(name, of: item), insert(text, &room) else { return false }
        item = tape.next(item)
      }
    }
    return true
  }

  /// Adds a text without escapes; `false` where it is there already, where there is no room left, and for whatever else
  /// stands there.
  private mutating func insert(_ value: Int, _ room: inout Int) -> Bool {
    guard tape.tag(value) == .string, room > 0 else { return false }
    room -= 1
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(start: tape.lexeme(value), count: tape.length(value)))
    return texts.insert(UInt64(truncatingIfNeeded: hasher.finalize()))
  }
}

/// The keys of a name anywhere within a value, and those with escapes, which may be anything.
///
/// Flat over the tape: keys are told by their tag, so nothing has to be followed down.
private struct NamedKeys: Sequence, IteratorProtocol {
  private let name: StaticString
  private let tape: Tape
  private let end: Int
  private var index: Int

  init(_ name: StaticString, within value: Int, of tape: Tape) {
    self.name = name
    self.tape = tape
    index = value
    end = tape.next(value)
  }

  mutating func next() -> Int? {
    while index < end {
      let key = index
      index += tape.isContainer(key) ? 2 : 1
      switch tape.tag(key) {
      case .key where tape.length(key) == name.utf8CodeUnitCount && tape.string(key, equals: name): return key
      case .escapedKey: return key
      default: break
      }
    }
    return nil
  }
}

extension Tape {
  /// Whether two members of an object are times of the same form, the first of which is not the later one: then their
  /// texts compare as they do.
  fileprivate func areInOrder(_ first: StaticString, _ second: StaticString, in object: Int) -> Bool {
    guard let first = member(first, of: object), let second = member(second, of: object),
      tag(first) == .string, tag(second) == .string, length(first) == length(second)
    else { return false }
    let count = length(first)
    let (a, b) = (lexeme(first), lexeme(second))
    // With a time there is a zone: Z, or six characters.
    if count > 10 {
      let zone = a[count - 1] == UInt8(ascii: "Z") ? 1 : 6
      for place in count - zone..<count where a[place] != b[place] { return false }
    }
    for place in 0..<count where a[place] != b[place] { return a[place] < b[place] }
    return true
  }

  fileprivate func areLimits(_ minimum: StaticString, _ maximum: StaticString, in object: Int) -> Bool {
    guard let low = member(minimum, of: object).flatMap(cardinality),
      let high = member(maximum, of: object).flatMap(cardinality)
    else { return false }
    return low <= high
  }

  /// A number of one or two digits, or `*`, which is more than all of them.
  fileprivate func cardinality(_ value: Int) -> Int? {
    guard tag(value) == .string || tag(value) == .integer, 1...2 ~= length(value) else { return nil }
    let text = lexeme(value)
    if length(value) == 1, text[0] == UInt8(ascii: "*") { return .max }
    var number = 0
    for place in 0..<length(value) {
      guard text[place] &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(text[place] &- 0x30)
    }
    return number
  }

  fileprivate func hasAtMostOne(_ array: StaticString, having member: StaticString?, in object: Int) -> Bool {
    guard let array = self.member(array, of: object), tag(array) == .array, length(array) == 1 else { return false }
    guard let member else { return true }
    guard let value = self.member(member, of: array + 2) else { return false }
    return tag(value) == .string
  }
}
