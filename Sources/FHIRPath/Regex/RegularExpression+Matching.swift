extension RegularExpression {
  func matches(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
    var search = PatternSearch(expression: self, text: text, isWhole: isWhole)
    return search.run(from: 0, places: []) != nil
  }

  static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value &- 0x41 < 26 { return Unicode.Scalar(scalar.value + 32) ?? scalar }
    guard !scalar.isASCII else { return scalar }
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? scalar : scalar
  }

  /// The leftmost match at or after a place; among several, the one that Perl prefers.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Match? {
    var search = PatternSearch(expression: self, text: text, isWhole: false)
    return search.run(from: start, places: Array(repeating: -1, count: groupCount * 2)).map { Match(places: $0) }
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
/// the places of the groups for each. Texts are valid UTF-8; a stray byte counts as a character.
private struct PatternSearch {
  private struct Way {
    var state: Int
    /// Empty where only a match counts.
    var places: [Int]
  }

  private let expression: RegularExpression
  private let text: UnsafeBufferPointer<UInt8>
  /// Whether a match must reach from the first place to the end of the text.
  private let isWhole: Bool
  private var marks: [Int]
  private var generation = 0
  private var ways: [Way] = []
  /// Ways that are still to be followed.
  private var pending: [Way] = []

  init(expression: RegularExpression, text: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    (self.expression, self.text, self.isWhole) = (expression, text, isWhole)
    marks = [Int](repeating: 0, count: expression.steps.count)
  }

  /// The places of the groups of the match that Perl prefers; with no `places` to fill in, any match is good enough.
  mutating func run(from start: Int, places: [Int]) -> [Int]? {
    var place = start
    var current: [Way] = []
    var best: [Int]?
    while true {
      if current.isEmpty {
        if best != nil || isWhole && place > start { return best }
        generation += 1
      }
      if best == nil, !isWhole || place == start {
        // A match that begins here has lower priority than any that began before.
        swap(&ways, &current)
        follow(Way(state: 0, places: places), at: place)
        swap(&ways, &current)
      }
      let scalar = scalar(at: place)
      let (value, length) = scalar ?? ("\0", 0)
      let folded = expression.ignoresCase ? RegularExpression.lowercase(value) : value
      generation += 1
      ways.removeAll(keepingCapacity: true)
      for way in current {
        if case .match = expression.steps[way.state] {
          if isWhole, scalar != nil { continue }
          if places.isEmpty { return places }
          // Later alternatives have lower priority.
          best = way.places
          break
        }
        guard scalar != nil, expression.steps[way.state].accepts(folded) else { continue }
        follow(Way(state: way.state + 1, places: way.places), at: place + length)
      }
      guard scalar != nil else { return best }
      swap(&ways, &current)
      place += length
    }
  }

  /// Adds an alternative, and all that it leads to without a character, in order of priority.
  private mutating func follow(_ way: Way, at place: Int) {
    var next = Optional(way)
    while var way = next ?? pending.popLast() {
      next = nil
      guard marks[way.state] != generation else { continue }
      marks[way.state] = generation
      switch expression.steps[way.state] {
      case .jump(let target):
        way.state = target
        next = way
      case .split(let first, let second):
        pending.append(Way(state: second, places: way.places))
        way.state = first
        next = way
      case .save(let slot):
        if !way.places.isEmpty { way.places[slot] = place }
        way.state += 1
        next = way
      case .assertion(let assertion):
        guard holds(assertion, at: place) else { continue }
        way.state += 1
        next = way
      case .character, .any, .oneOf, .match: ways.append(way)
      }
    }
  }

  /// The scalar that begins at a place, and its length in bytes; `nil` at the end.
  private func scalar(at place: Int) -> (Unicode.Scalar, Int)? {
    guard place < text.count else { return nil }
    let first = text[place]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, place + length <= text.count else { return ("\u{FFFD}", 1) }
    var code = UInt32(first) & (0x7F >> UInt32(length))
    for byte in text[place + 1..<place + length] { code = code << 6 | UInt32(byte & 0x3F) }
    return (Unicode.Scalar(code) ?? "\u{FFFD}", length)
  }

  private func holds(_ assertion: RegularExpression.Assertion, at place: Int) -> Bool {
    switch assertion {
    case .start: place == 0
    case .end: place == text.count
    case .lineStart: place == 0 || text[place - 1] == 0x0A
    case .lineEnd: place == text.count || text[place] == 0x0A
    case .wordBoundary: isWord(place - 1) != isWord(place)
    case .noWordBoundary: isWord(place - 1) == isWord(place)
    }
  }

  private func isWord(_ place: Int) -> Bool {
    guard place >= 0, place < text.count else { return false }
    let c = text[place]
    return (c | 0x20) &- 0x61 < 26 || c &- 0x30 < 10 || c == UInt8(ascii: "_")
  }
}
