extension RegularExpression {
  /// The leftmost match at or after a place; among several, the one that Perl prefers.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Match? {
    var search = GroupSearch(expression: self, text: text)
    return search.run(from: start)
  }

  /// Appends a replacement: `$1`, `${1}` and `${name}` stand for groups, `$$` and `\$` for a dollar sign.
  func substitute(
    _ template: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ match: Match,
    into bytes: inout [UInt8]
  ) {
    var place = 0
    while place < template.count {
      let c = template[place]
      let next = place + 1 < template.count ? template[place + 1] : 0
      if c == UInt8(ascii: "\\") || c == UInt8(ascii: "$"), next == UInt8(ascii: "$") {
        bytes.append(next)
        place += 2
      } else if c == UInt8(ascii: "$"), let (group, end) = reference(template, from: place + 1) {
        if group < groupCount, match.places[group * 2] >= 0, match.places[group * 2 + 1] >= 0 {
          bytes += text[match.places[group * 2]..<match.places[group * 2 + 1]]
        }
        place = end
      } else {
        bytes.append(c)
        place += 1
      }
    }
  }

  /// The group that a reference names, and the end of the reference.
  private func reference(_ template: UnsafeBufferPointer<UInt8>, from start: Int) -> (group: Int, end: Int)? {
    guard start < template.count else { return nil }
    if template[start] == UInt8(ascii: "{") {
      guard let close = template[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let name = String(decoding: template[start + 1..<close], as: UTF8.self)
      guard let group = groupNames[Array(name.unicodeScalars)] ?? Int(name), group >= 0 else { return nil }
      return (group, close + 1)
    }
    guard Lexer.isDigit(template[start]) else { return nil }
    let first = Int(template[start] &- 0x30)
    // A second digit belongs to the number if there is such a group.
    if start + 1 < template.count, Lexer.isDigit(template[start + 1]) {
      let both = first * 10 + Int(template[start + 1] &- 0x30)
      if both < groupCount { return (both, start + 2) }
    }
    return (first, start + 1)
  }
}

/// Follows all alternatives of an expression at the same time, in the order in which Perl would try them, and records
/// the places of the groups for each.
private struct GroupSearch {
  private struct Way {
    var state: Int
    var places: [Int]
  }

  private let expression: RegularExpression
  private let text: UnsafeBufferPointer<UInt8>
  private var marks: [Int]
  private var generation = 0
  private var ways: [Way] = []

  init(expression: RegularExpression, text: UnsafeBufferPointer<UInt8>) {
    self.expression = expression
    self.text = text
    marks = [Int](repeating: 0, count: expression.steps.count)
  }

  mutating func run(from start: Int) -> RegularExpression.Match? {
    let none = [Int](repeating: -1, count: expression.groupCount * 2)
    var place = start
    var current: [Way] = []
    var best: [Int]?
    while true {
      if current.isEmpty {
        if let best { return RegularExpression.Match(places: best) }
        generation += 1
      }
      if best == nil {
        // A match that begins here has lower priority than any that began before.
        ways = current
        follow(Way(state: 0, places: none), at: place)
        current = ways
      }
      let scalar = TextPlace.scalar(text, at: place)
      let (value, length) = scalar ?? ("\0", 0)
      let folded = expression.ignoresCase ? RegularExpression.lowercase(value) : value
      generation += 1
      ways = []
      for way in current {
        if case .match = expression.steps[way.state] {
          // Later alternatives have lower priority.
          best = way.places
          break
        }
        guard scalar != nil, expression.steps[way.state].accepts(folded) else { continue }
        follow(Way(state: way.state + 1, places: way.places), at: place + length)
      }
      guard scalar != nil else { return best.map { RegularExpression.Match(places: $0) } }
      current = ways
      place += length
    }
  }

  /// Adds an alternative, and all that it leads to without a character, in order of priority.
  private mutating func follow(_ way: Way, at place: Int) {
    var pending = [way]
    while var way = pending.popLast() {
      guard marks[way.state] != generation else { continue }
      marks[way.state] = generation
      switch expression.steps[way.state] {
      case .jump(let target):
        way.state = target
        pending.append(way)
      case .split(let first, let second):
        pending.append(Way(state: second, places: way.places))
        way.state = first
        pending.append(way)
      case .save(let slot):
        way.places[slot] = place
        way.state += 1
        pending.append(way)
      case .assertion(let assertion):
        guard TextPlace.holds(assertion, text, at: place) else { continue }
        way.state += 1
        pending.append(way)
      case .character, .any, .oneOf, .match:
        ways.append(way)
      }
    }
  }
}
