import FHIRTape

/// Compares values of a record with those of a definition by meaning, independent of notation.
struct JSONComparison {
  let record: Tape
  let definition: Tape

  /// Whether a value contains a pattern: each member, and for each item one that contains it; or exactly, whether both
  /// have the same members in any order, the same items in order, numbers of the same digits.
  func fits(_ a: TapeIndex, _ b: TapeIndex, isExact: Bool) -> Bool {
    switch (record.tag(a), definition.tag(b)) {
    case (.object, .object):
      if isExact, record.length(a) != definition.length(b) { return false }
      return definition.keys(of: b).allSatisfy { wanted in
        key(like: wanted, of: a).map { fits($0.value, wanted.value, isExact: isExact) } ?? false
      }
    case (.array, .array) where isExact:
      return record.length(a) == definition.length(b)
        && zip(record.items(of: a), definition.items(of: b)).allSatisfy { fits($0, $1, isExact: true) }
    case (.array, .array):
      return definition.items(of: b).allSatisfy { wanted in
        record.items(of: a).contains { fits($0, wanted, isExact: false) }
      }
    case (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
      return record.string(a).utf8.elementsEqual(definition.string(b).utf8)
    case (let tag, let other):
      return tag == other && record.length(a) == definition.length(b)
        && Bytes.isEqual(record.lexeme(a), definition.lexeme(b), record.length(a))
    }
  }

  /// The key of a record's object that has the same name as a key of the definition.
  func key(like key: TapeIndex, of object: TapeIndex) -> TapeIndex? {
    let isPlain = definition.tag(key) == .key
    return record.keys(of: object).first { candidate in
      isPlain
        ? record.string(candidate, equals: definition.lexeme(key), definition.length(key))
        : record.string(candidate).utf8.elementsEqual(definition.string(key).utf8)
    }
  }

  /// How much two texts have in common at their start and end, from 0 to 1.
  fileprivate func likeness(ofText a: TapeIndex, _ b: TapeIndex) -> Double {
    guard record.tag(a) == .string, definition.tag(b) == .string else { return 0 }
    let first = UnsafeBufferPointer(start: record.lexeme(a), count: min(record.length(a), 1_000))
    let second = UnsafeBufferPointer(start: definition.lexeme(b), count: min(definition.length(b), 1_000))
    guard max(first.count, second.count) > 0 else { return 0 }
    let start = zip(first, second).prefix { $0 == $1 }.count
    let end = zip(first.dropFirst(start).reversed(), second.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    return Double(start + end) / Double(max(first.count, second.count))
  }
}

/// The part in which a value of a record differs from one of a definition.
struct ValueDifference {
  enum Kind {
    /// It is not this value of the definition.
    case other(TapeIndex)
    /// It lacks what the definition has under this key.
    case lacking(TapeIndex)
    /// The definition has nothing there.
    case extra
    case several
  }

  /// From the value to the part: member's values, or items of these, of no known type.
  var way: [JudgedItem]
  var kind: Kind
}

struct Likeness {
  /// How many texts, numbers and the like are the same.
  var parts = 0
  /// Of the only text that differs, how much is the same at its start and end, from 0 to 1.
  var text = 0.0

  static func < (a: Likeness, b: Likeness) -> Bool { (a.parts, a.text) < (b.parts, b.text) }

  /// Whether it is clearly greater than a smaller one: any two addresses have a little in common.
  func tells(from other: Likeness) -> Bool { parts > other.parts || text > other.text + 0.2 }
}

/// Finds where a value of a record differs from one of a definition. Of the items of a list, a missing one is compared
/// with the one that has most in common with it, because that one was probably meant.
struct DifferenceFinder {
  private let comparison: JSONComparison
  private let isExact: Bool
  private var way: [JudgedItem] = []
  private var left = 10_000
  /// The most items of a list that are compared with each other.
  private static let mostItems = 50
  /// The longest value that is compared, in bytes.
  private static let longest = 100_000

  private struct Outcome {
    var likeness = Likeness()
    var differences: [ValueDifference] = []

    mutating func add(_ other: Outcome) {
      likeness = Likeness(parts: likeness.parts + other.likeness.parts, text: max(likeness.text, other.likeness.text))
      differences += other.differences
    }
  }

  init(_ comparison: JSONComparison, isExact: Bool) { (self.comparison, self.isExact) = (comparison, isExact) }

  /// The only difference, or the smallest part with all of them, `nil` if there are none; and what is the same.
  mutating func difference(_ a: TapeIndex, _ b: TapeIndex) -> (part: ValueDifference?, likeness: Likeness) {
    guard comparison.record.range(a).count <= Self.longest else { return (nil, Likeness()) }
    let outcome = compare(a, b)
    let all = outcome.differences
    guard let first = all.first else { return (nil, outcome.likeness) }
    if all.count == 1 { return (first, outcome.likeness) }
    let common = all.reduce(first.way[...]) { way, other in
      way.prefix(zip(way, other.way).prefix { $0.value == $1.value }.count)
    }
    return (ValueDifference(way: Array(common), kind: .several), outcome.likeness)
  }

  private func single(_ kind: ValueDifference.Kind) -> Outcome {
    Outcome(differences: [ValueDifference(way: way, kind: kind)])
  }

  private mutating func compare(_ a: TapeIndex, _ b: TapeIndex) -> Outcome {
    left -= 1
    let tags = (comparison.record.tag(a), comparison.definition.tag(b))
    guard tags.0 == .object, tags.1 == .object, left > 0 else {
      if comparison.fits(a, b, isExact: isExact) { return Outcome(likeness: Likeness(parts: 1)) }
      var outcome = single(.other(b))
      outcome.likeness.text = comparison.likeness(ofText: a, b)
      return outcome
    }
    var outcome = Outcome()
    for wanted in comparison.definition.keys(of: b) {
      if let key = comparison.key(like: wanted, of: a) {
        outcome.add(compare(JudgedItem(value: key.value, key: key, owner: a), wanted))
      } else {
        outcome.add(single(.lacking(wanted)))
      }
    }
    guard isExact else { return outcome }
    let reverse = JSONComparison(record: comparison.definition, definition: comparison.record)
    for key in comparison.record.keys(of: a) where reverse.key(like: key, of: b) == nil {
      outcome.add(within(JudgedItem(value: key.value, key: key, owner: a)) { $0.single(.extra) })
    }
    return outcome
  }

  private mutating func compare(_ member: JudgedItem, _ wanted: TapeIndex) -> Outcome {
    let (a, b) = (member.value, wanted.value)
    guard comparison.record.tag(a) == .array, comparison.definition.tag(b) == .array else {
      return within(member) { $0.compare(a, b) }
    }
    let found = comparison.record.items(of: a).prefix(Self.mostItems).enumerated().map { position, item in
      JudgedItem(value: item, key: member.key, owner: member.owner, position: position)
    }
    let parts = Array(comparison.definition.items(of: b).prefix(Self.mostItems))
    return isExact ? compareInOrder(found, parts, wanted) : compareAsPattern(found, parts, wanted)
  }

  private mutating func compareInOrder(_ found: [JudgedItem], _ parts: [TapeIndex], _ wanted: TapeIndex) -> Outcome {
    var outcome = Outcome()
    for (item, part) in zip(found, parts) { outcome.add(within(item) { $0.compare(item.value, part) }) }
    if found.count > parts.count { outcome.add(within(found[parts.count]) { $0.single(.extra) }) }
    if found.count < parts.count { outcome.add(single(.lacking(wanted))) }
    return outcome
  }

  private mutating func compareAsPattern(_ found: [JudgedItem], _ parts: [TapeIndex], _ wanted: TapeIndex) -> Outcome {
    var outcome = Outcome()
    // An item that has all of one part is not another one with a fault.
    let others = found.filter { item in !parts.contains { comparison.fits(item.value, $0, isExact: false) } }
    for part in parts {
      if found.contains(where: { comparison.fits($0.value, part, isExact: false) }) {
        outcome.likeness.parts += 1
        continue
      }
      var (best, isAlone) = (Outcome(), false)
      for item in others {
        let next = within(item) { $0.compare(item.value, part) }
        if others.count == 1 || best.likeness < next.likeness {
          (best, isAlone) = (next, others.count == 1 || next.likeness.tells(from: best.likeness))
        } else if !best.likeness.tells(from: next.likeness) {
          isAlone = false
        }
      }
      outcome.add(isAlone ? best : single(.lacking(wanted)))
    }
    return outcome
  }

  private mutating func within(_ step: JudgedItem, _ body: (inout DifferenceFinder) -> Outcome) -> Outcome {
    way.append(step)
    defer { way.removeLast() }
    return body(&self)
  }
}
