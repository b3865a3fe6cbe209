package import FHIRSchema
package import JSONTape
package import Narrative

/// A cheap test of an invariant that is asked often, or of much: it reads the tape, and no expression is evaluated.
///
/// It may leave the question open, and then the expression decides. So a shortcut cannot say anything else than the
/// expression, only say it sooner: whatever looks odd, such as an escape in a name, is left to the expression.
package enum InvariantShortcut: Sendable {
  case none
  /// Two times of the same form, the first of which is not the later one.
  case inOrder(StaticString, StaticString)
  /// A minimum and a maximum that is no lower, both of a form that is soon read.
  case limits(StaticString, StaticString)
  /// A value that is such a limit.
  case isCardinality
  /// An array of one item.
  case one(StaticString)
  /// Texts of a member, anywhere within, that differ.
  case distinct(StaticString)
  /// Items of an array, anywhere within, with texts of a member that differ.
  case distinctItems(StaticString, by: StaticString)
  /// Items of an array of the object itself, with texts of a member that differ.
  case distinctChildren(StaticString, by: StaticString)
  /// No such member.
  case lacks(StaticString)
  /// Two members of which there is both or none.
  case bothOrNone(StaticString, StaticString)
  /// A text that is neither of two.
  case isNot(StaticString, StaticString, StaticString)
  /// A quantity with a code, and no other system than this.
  case isCoded(StaticString)

  // What one invariant asks, and no other.

  /// eld-11: a type that can be bound.
  case boundTypes
  /// eld-13: types that differ, or whose profiles do.
  case profiledTypes
  /// mny-1: a quantity with the code of a currency, and no other system than that of currencies.
  case isMoney
  /// nsd-2: no more than one identifier that is preferred.
  case preferredIdentifiers
  /// obs-7: components with other codes.
  case observationCodes
  /// sdf-3: elements with a definition, a minimum and a maximum.
  case completeElements
  /// sdf-8: paths that go on from that of the first element.
  case elementPaths
  /// sdf-9: a root without label, code and requirements.
  case plainRoot
  /// sdf-13: elements with a base.
  case elementBases

  /// That of an invariant.
  package init(_ invariant: SchemaInvariant) {
    self =
      switch invariant.key {
      case "bdl-6": .bothOrNone("fullUrl", "resource")
      case "cmd-1": .isNot("equivalence", "narrower", "inexact")
      case "cnf-8": .distinctChildren("rest", by: "mode")
      case "cnf-9": .distinctChildren("resource", by: "type")
      case "cnf-12": .distinctChildren("searchParam", by: "name")
      case "dom-1": .lacks("text")
      case "dom-2": .lacks("contained")
      case "dom-4": .lacks("meta")
      case "drt-1" where !invariant.isNative: .isCoded("http://unitsofmeasure.org")
      case "eld-2": .limits("min", "max")
      case "eld-3": .isCardinality
      case "eld-6", "eld-7": .one("type")
      case "eld-11": .boundTypes
      case "eld-13": .profiledTypes
      case "eld-14": .distinctChildren("constraint", by: "key")
      case "mdd-1": .inOrder("whenPrepared", "whenHandedOver")
      case "mny-1": .isMoney
      case "nsd-1": .isNot("kind", "root", "root")
      case "nsd-2": .preferredIdentifiers
      case "obs-7": .observationCodes
      case "per-1": .inOrder("start", "end")
      case "que-2": .distinct("linkId")
      case "sdf-3": .completeElements
      case "sdf-8": .elementPaths
      case "sdf-9": .plainRoot
      case "sdf-13": .elementBases
      case "vsd-3", "vsd-8": .distinctItems("concept", by: "code")
      default: .none
      }
  }

  /// What a shortcut tells.
  package enum Verdict {
    case holds, broken
    /// The expression decides.
    case open
  }

  /// What is told of an object, or of the value of a primitive.
  ///
  /// - Parameter texts: where texts are gathered; what is in it is dropped.
  @inline(__always)
  package func verdict(on index: Int, in tape: Tape, _ texts: inout TextSet) -> Verdict {
    if case .none = self { return .open }
    return read(index, tape, &texts)
  }

  @inline(never)
  private func read(_ object: Int, _ tape: Tape, _ texts: inout TextSet) -> Verdict {
    switch self {
    case .bothOrNone(let first, let second): tape.hasBothOrNone(first, second, in: object)
    case .isCoded(let system): tape.isCoded(system, object)
    case .isMoney: tape.isMoney(object)
    default: holds(object, tape, &texts) ? .holds : .open
    }
  }

  @inline(__always)
  private func holds(_ object: Int, _ tape: Tape, _ texts: inout TextSet) -> Bool {
    switch self {
    case .none, .bothOrNone, .isCoded, .isMoney: false
    case .inOrder(let first, let second): tape.areInOrder(first, second, in: object)
    case .limits(let minimum, let maximum): tape.areLimits(minimum, maximum, in: object)
    case .isCardinality: tape.cardinality(object) != nil
    case .one(let array): tape.hasOne(array, in: object)
    case .distinct(let key): tape.areDistinct(key, within: object, &texts)
    case .distinctItems(let array, let key): tape.areDistinct(key, ofAll: array, within: object, &texts)
    case .distinctChildren(let array, let key): tape.areDistinct(key, of: array, in: object, &texts)
    case .lacks(let name): tape.plain(name, of: object).isAbsent
    case .isNot(let name, let first, let second): tape.isOther(name, than: first, second, in: object)
    case .observationCodes: tape.hasOtherCodesInComponents(object)
    case .preferredIdentifiers: tape.hasOnePreferred(object)
    case .profiledTypes: tape.areTypesDistinct(object, &texts)
    case .boundTypes: tape.isOneTypeBindable(object)
    case .completeElements: tape.areElementsComplete(object)
    case .elementPaths: tape.arePathsWithinFirst(object)
    case .plainRoot: tape.isRootPlain(object)
    case .elementBases: tape.haveElementsBases(object)
    }
  }
}

extension Tape {
  fileprivate func hasBothOrNone(
    _ first: StaticString, _ second: StaticString, in object: Int
  ) -> InvariantShortcut.Verdict {
    guard let first = plain(first, of: object).isFilled(self), let second = plain(second, of: object).isFilled(self)
    else { return .open }
    return first == second ? .holds : .broken
  }

  fileprivate func isOther(
    _ name: StaticString, than first: StaticString, _ second: StaticString, in object: Int
  ) -> Bool {
    guard case .value(let value) = plain(name, of: object), tag(value) == .string else { return false }
    return !isText(value, first) && !isText(value, second)
  }

  fileprivate func isCoded(_ system: StaticString, _ object: Int) -> InvariantShortcut.Verdict {
    guard let hasCode = plain("code", of: object).isFilled(self) else { return .open }
    if hasCode {
      switch plain("system", of: object) {
      case .absent: return .holds
      case .value(let value): return tag(value) == .string && isText(value, system) ? .holds : .open
      case .odd: return .open
      }
    }
    guard let hasValue = plain("value", of: object).isFilled(self) else { return .open }
    return hasValue ? .broken : .open
  }

  fileprivate func isMoney(_ object: Int) -> InvariantShortcut.Verdict {
    let verdict = isCoded("urn:iso:std:iso:4217", object)
    guard verdict == .holds else { return verdict }
    guard case .value(let code) = plain("code", of: object), tag(code) == .string, length(code) == 3 else {
      return .open
    }
    let text = lexeme(code)
    return (0..<3).allSatisfy { text[$0] &- 0x41 < 26 } ? .holds : .open
  }

  /// Whether a member is an array of one object.
  fileprivate func hasOne(_ array: StaticString, in object: Int) -> Bool {
    guard case .value(let value) = plain(array, of: object) else { return false }
    return tag(value) == .array && length(value) == 1 && tag(value + 2) == .object
  }

  /// Whether two members of an object are times of the same form, the first of which is not the later one: then their
  /// texts compare as they do.
  fileprivate func areInOrder(_ first: StaticString, _ second: StaticString, in object: Int) -> Bool {
    guard case .value(let first) = plain(first, of: object), case .value(let second) = plain(second, of: object),
      tag(first) == .string, tag(second) == .string, length(first) == length(second)
    else { return false }
    let count = length(first)
    let (a, b) = (lexeme(first), lexeme(second))
    // Years before 0001 go backwards.
    if a[0] == UInt8(ascii: "-") || b[0] == UInt8(ascii: "-") { return false }
    // With a time there is a zone: Z, or six characters.
    if count > 10 {
      let zone = a[count - 1] == UInt8(ascii: "Z") ? 1 : 6
      for place in count - zone..<count where a[place] != b[place] { return false }
    }
    // Eight bytes at a time, as numbers whose first digit is the first byte.
    var place = 0
    while place < count {
      let rest = UInt64(truncatingIfNeeded: max(8 &- (count &- place), 0) &* 8)
      let (x, y) = (Bytes.load(a + place).byteSwapped &>> rest, Bytes.load(b + place).byteSwapped &>> rest)
      if x != y { return x < y }
      place &+= 8
    }
    return true
  }

  fileprivate func areLimits(_ minimum: StaticString, _ maximum: StaticString, in object: Int) -> Bool {
    guard case .value(let minimum) = plain(minimum, of: object), case .value(let maximum) = plain(maximum, of: object),
      let low = cardinality(minimum), let high = cardinality(maximum)
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
}
