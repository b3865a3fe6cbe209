/// A JSON value whose members keep their order. In a literal, a member without a value is left out.
enum JSON {
  case text(String)
  /// Digit by digit as given: a decimal keeps its trailing zeros.
  case plain(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// Appends the text, whose lines are indented from a depth on; `nil` for one line.
  func write(to bytes: inout [UInt8], depth: Int?) {
    switch self {
    case .text(let text): Self.quote(text, &bytes)
    case .plain(let text): bytes += text.utf8
    case .array(let items): Self.list(items, "[", "]", &bytes, depth) { $0.write(to: &$1, depth: $2) }
    case .object(let members):
      Self.list(members, "{", "}", &bytes, depth) { member, bytes, depth in
        Self.quote(member.name, &bytes)
        bytes += (depth == nil ? ":" : ": ").utf8
        member.value.write(to: &bytes, depth: depth)
      }
    }
  }

  /// What begins a line at a depth; nothing for one line.
  static func lineStart(_ depth: Int?) -> String { depth.map { "\n" + String(repeating: "  ", count: $0) } ?? "" }

  private static func list<Item>(
    _ items: [Item], _ open: String, _ close: String, _ bytes: inout [UInt8], _ depth: Int?,
    _ write: (Item, inout [UInt8], Int?) -> Void
  ) {
    let inner = depth.map { $0 + 1 }
    bytes += open.utf8
    for (number, item) in items.enumerated() {
      if number > 0 { bytes += ",".utf8 }
      bytes += lineStart(inner).utf8
      write(item, &bytes, inner)
    }
    if !items.isEmpty { bytes += lineStart(depth).utf8 }
    bytes += close.utf8
  }

  private static func quote(_ text: String, _ bytes: inout [UInt8]) {
    bytes += "\"".utf8
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes += "\\".utf8 }
      bytes.append(byte)
    }
    bytes += "\"".utf8
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .plain("\(value)") }
  init(integerLiteral value: Int) { self = .plain("\(value)") }
  init(arrayLiteral items: JSON...) { self = .array(items) }
  init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}
