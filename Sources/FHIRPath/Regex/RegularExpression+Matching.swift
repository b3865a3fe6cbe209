extension RegularExpression {
  /// Whether the text, or a part of it, matches. Records no groups, and stops at the first match.
  func matches(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
    steps.withUnsafeBufferPointer { steps in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: steps.count * 4) { memory in
        var run = StateRun(steps: steps, text: text, memory: memory, ignoresCase: ignoresCase)
        return run.matches(isWhole: isWhole)
      }
    }
  }

  static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value &- 0x41 < 26 { return Unicode.Scalar(scalar.value + 32) ?? scalar }
    guard !scalar.isASCII else { return scalar }
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? scalar : scalar
  }
}

/// All states that a prefix of the text can lead to, without recording how.
private struct StateRun {
  let steps: UnsafeBufferPointer<RegularExpression.Step>
  let text: UnsafeBufferPointer<UInt8>
  let ignoresCase: Bool
  /// The states before and after the current character; the mark of each; states still to follow.
  var current: UnsafeMutablePointer<Int32>
  var next: UnsafeMutablePointer<Int32>
  let marks: UnsafeMutablePointer<Int32>
  let pending: UnsafeMutablePointer<Int32>
  var generation: Int32 = 0
  var count = 0
  var sawMatch = false

  init(
    steps: UnsafeBufferPointer<RegularExpression.Step>, text: UnsafeBufferPointer<UInt8>,
    memory: UnsafeMutableBufferPointer<Int32>, ignoresCase: Bool
  ) {
    self.steps = steps
    self.text = text
    self.ignoresCase = ignoresCase
    // A compiled expression has at least three steps.
    let start = memory.baseAddress.unsafelyUnwrapped
    memory.initialize(repeating: 0)
    current = start
    next = start + steps.count
    marks = start + 2 * steps.count
    pending = start + 3 * steps.count
  }

  mutating func matches(isWhole: Bool) -> Bool {
    var place = 0
    var live = 0
    while true {
      // States are marked by generation: those of this place follow from the states after the last character.
      let scalar = TextPlace.scalar(text, at: place)
      if place == 0 || !isWhole {
        if place == 0 { generation += 1 }
        count = live
        follow(0, at: place)
        live = count
      }
      if sawMatch, !isWhole || place == text.count { return true }
      guard let (value, length) = scalar else { return false }
      if live == 0, isWhole { return false }
      let folded = ignoresCase ? RegularExpression.lowercase(value) : value
      generation += 1
      sawMatch = false
      swap(&current, &next)
      count = 0
      for index in 0..<live where steps[Int(next[index])].accepts(folded) {
        follow(Int(next[index]) + 1, at: place + length)
      }
      live = count
      place += length
    }
  }

  /// Adds a state, and all states that it reaches without a character, to the states of the place.
  private mutating func follow(_ state: Int, at place: Int) {
    guard marks[state] != generation else { return }
    marks[state] = generation
    pending[0] = Int32(state)
    var waiting = 1
    while waiting > 0 {
      waiting -= 1
      let state = Int(pending[waiting])
      switch steps[state] {
      case .jump(let target): push(target, &waiting)
      case .split(let first, let second):
        push(second, &waiting)
        push(first, &waiting)
      case .save: push(state + 1, &waiting)
      case .assertion(let assertion):
        if TextPlace.holds(assertion, text, at: place) { push(state + 1, &waiting) }
      case .match: sawMatch = true
      case .character, .any, .oneOf:
        current[count] = Int32(state)
        count += 1
      }
    }
  }

  private func push(_ state: Int, _ waiting: inout Int) {
    guard marks[state] != generation else { return }
    marks[state] = generation
    pending[waiting] = Int32(state)
    waiting += 1
  }
}

/// The tests of a regular expression at a position in a text. Texts are valid UTF-8; a stray byte counts as a
/// character.
enum TextPlace {
  /// The scalar that begins at a place, and its length in bytes; `nil` at the end.
  static func scalar(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> (Unicode.Scalar, Int)? {
    guard place < text.count else { return nil }
    let first = text[place]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, place + length <= text.count else { return ("\u{FFFD}", 1) }
    var code = UInt32(first) & (0x7F >> UInt32(length))
    for byte in text[place + 1..<place + length] { code = code << 6 | UInt32(byte & 0x3F) }
    return (Unicode.Scalar(code) ?? "\u{FFFD}", length)
  }

  static func holds(_ assertion: RegularExpression.Assertion, _ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool
  {
    switch assertion {
    case .start: place == 0
    case .end: place == text.count
    case .lineStart: place == 0 || text[place - 1] == 0x0A
    case .lineEnd: place == text.count || text[place] == 0x0A
    case .wordBoundary: isWord(text, place - 1) != isWord(text, place)
    case .noWordBoundary: isWord(text, place - 1) == isWord(text, place)
    }
  }

  private static func isWord(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    guard place >= 0, place < text.count else { return false }
    let c = text[place]
    return (c | 0x20) &- 0x61 < 26 || c &- 0x30 < 10 || c == UInt8(ascii: "_")
  }
}
