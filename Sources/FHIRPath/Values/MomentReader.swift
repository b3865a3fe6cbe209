/// Reads the parts of a date or time from its text.
struct MomentReader {
  let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { position == text.count }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// A number of exactly this many digits.
  private mutating func number(_ count: Int) -> Int? {
    guard position + count <= text.count else { return nil }
    var value = 0
    for c in text[position..<position + count] {
      guard Lexer.isDigit(c) else { return nil }
      value = value * 10 + Int(c &- 0x30)
    }
    position += count
    return value
  }

  mutating func readDate(into moment: inout Moment) -> Bool {
    guard let year = number(4) else { return false }
    moment.year = year
    moment.precision = .year
    guard take(UInt8(ascii: "-")) else { return true }
    guard let month = number(2) else { return false }
    moment.month = month
    moment.precision = .month
    guard take(UInt8(ascii: "-")) else { return true }
    guard let day = number(2) else { return false }
    moment.day = day
    moment.precision = .day
    return true
  }

  mutating func readTime(into moment: inout Moment) -> Bool {
    guard let hour = number(2), hour < 24 else { return false }
    moment.hour = hour
    moment.precision = .hour
    guard take(UInt8(ascii: ":")) else { return true }
    guard let minute = number(2), minute < 60 else { return false }
    moment.minute = minute
    moment.precision = .minute
    guard take(UInt8(ascii: ":")) else { return true }
    // A leap second is treated as the last ordinary second of the day.
    guard let second = number(2), second <= 60 else { return false }
    moment.second = min(second, 59)
    moment.precision = .second
    guard take(UInt8(ascii: ".")) else { return true }
    let start = position
    var unit = 100_000_000
    while position < text.count, Lexer.isDigit(text[position]) {
      moment.nanoseconds += Int(text[position] &- 0x30) * unit
      unit /= 10
      position += 1
    }
    moment.fractionDigits = min(position - start, 9)
    return position > start
  }

  /// Reads a zone if there is one; the caller checks what follows it.
  mutating func readZone(into moment: inout Moment) -> Bool {
    if take(UInt8(ascii: "Z")) {
      moment.offset = 0
      return true
    }
    let isEast = take(UInt8(ascii: "+"))
    guard isEast || take(UInt8(ascii: "-")) else { return true }
    guard let hours = number(2), hours <= 14, take(UInt8(ascii: ":")), let minutes = number(2), minutes < 60 else {
      return false
    }
    moment.offset = (hours * 60 + minutes) * (isEast ? 1 : -1)
    return true
  }
}
