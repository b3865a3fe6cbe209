/// Writes JSON text into bytes, on one line or indented by two spaces.
///
/// Members and items appear in the order of the calls; the writer adds commas, line ends and escapes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0
  private var isFirst = true

  init(isPretty: Bool) { self.isPretty = isPretty }

  /// Drops the text, and keeps the memory and the nesting.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Containers

  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }
  mutating func beginArray() { begin(UInt8(ascii: "[")) }
  mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Begins an object that is an item of an array.
  mutating func beginItem() {
    separate()
    beginObject()
  }

  /// An item of an array.
  mutating func object(_ content: (inout Self) -> Void) {
    beginItem()
    content(&self)
    endObject()
  }

  mutating func object(_ key: String, _ content: (inout Self) -> Void) {
    self.key(key)
    beginObject()
    content(&self)
    endObject()
  }

  mutating func array(_ key: String, _ content: (inout Self) -> Void) {
    self.key(key)
    beginArray()
    content(&self)
    endArray()
  }

  // MARK: Members

  mutating func string(_ key: String, _ value: String) {
    self.key(key)
    quote(value)
  }

  mutating func bool(_ key: String, _ value: Bool) { number(key, value ? "true" : "false") }

  /// A number, digit by digit as given: a decimal keeps its trailing zeros.
  mutating func number(_ key: String, _ digits: String) {
    self.key(key)
    bytes.append(contentsOf: digits.utf8)
  }

  mutating func strings(_ key: String, _ values: [String]) {
    array(key) { json in
      for value in values {
        json.separate()
        json.quote(value)
      }
    }
  }

  mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
  }

  // MARK: Text

  mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { indent() }
    bytes.append(bracket)
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { indent() }
    isFirst = false
  }

  private mutating func indent() {
    guard isPretty else { return }
    newline()
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
