/// Texts derived from one by small changes to its strings and scalars: most of them are still JSON, with another
/// meaning or none.
struct MutatedJSON: Sequence, IteratorProtocol {
  private let original: [UInt8]
  private var random: UInt64
  private var left: Int

  init(_ text: String, count: Int) {
    original = Array(text.utf8)
    // The same alterations in every run.
    random = text.utf8.reduce(0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    left = count
  }

  mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    var text = original
    for _ in 0...number(below: 3) { change(&text) }
    return text
  }

  private mutating func number(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  private mutating func pick<Element>(_ array: [Element]) -> Element { array[number(below: array.count)] }

  private mutating func change(_ text: inout [UInt8]) {
    let strings = Self.strings(in: text)
    if strings.isEmpty { return }
    let place = pick(strings)
    let isKey = text[place.upperBound...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") } == 0x3A
    switch number(below: 7) {
    case 0: text.replaceSubrange(place, with: text[pick(strings)])
    case 1: text.insert(UInt8(ascii: "_"), at: place.lowerBound + 1)
    case 2: text.insert(contentsOf: Array("String".utf8), at: place.upperBound - 1)
    case 3:
      guard place.count > 2, text[place.lowerBound + 1] != UInt8(ascii: "\\") else { return }
      let c = place.lowerBound + 1
      text.replaceSubrange(c...c, with: "\\u00\(String(text[c], radix: 16))".utf8)
    case 4:
      // Repeats a member with another value.
      guard isKey else { return }
      let member = text[place] + Array(": \(pick(Self.values)), ".utf8)
      text.insert(contentsOf: member, at: place.lowerBound)
    case 5:
      guard !isKey else { return }
      text.replaceSubrange(place, with: Array(pick(Self.values).utf8))
    default:
      guard isKey, let end = Self.end(ofMember: place, in: text) else { return }
      let value = pick(Self.values)
      text.replaceSubrange(place.upperBound..<end, with: Array(": \(value)".utf8))
    }
  }

  private static let values = [
    "null", "true", "false", "5", "1.0", "-1", "\"\"", "\"a\"", "\"a.b\"", "[]", "{}", "[null]", "[\"a\", \"a\"]",
    "[\"a\"]", "{\"id\": \"a\"}", "[{\"code\": \"a\"}]", "{\"code\": \"a\"}", "[[]]",
  ]

  /// The strings, including quotes.
  private static func strings(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    var place = 0
    while place < text.count {
      if text[place] == UInt8(ascii: "\\") {
        place += 2
        continue
      }
      if text[place] == UInt8(ascii: "\"") {
        if let first = start { found.append(first..<place + 1) }
        start = start == nil ? place : nil
      }
      place += 1
    }
    return found
  }

  /// The end of the value of a key.
  private static func end(ofMember key: Range<Int>, in text: [UInt8]) -> Int? {
    var depth = 0
    var isInString = false
    var place = key.upperBound
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isInString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
        if isInString { break }
        if depth == 0 { return place }
        if text[place] != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
      place += 1
    }
    return nil
  }
}
