import FHIRSchema

/// A JSON Pointer (RFC 6901) that grows step by step.
struct JSONPointer {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ step: ElementPath.Step, _ tables: SchemaTables) {
    let (name, index, isSibling) = step.member(tables)
    if isSibling { append(token: CollectionOfOne(UInt8(ascii: "_")) + Array(name)) } else { append(token: name) }
    if index >= 0 { append(token: String(index).utf8) }
  }

  mutating func append(key: String) { append(token: key.utf8) }

  /// Appends the rest of a path: `entry[3].fullUrl`, or `value.ofType(Quantity).code`, which is `valueQuantity` in JSON.
  mutating func append(path: String) {
    // Most rests are one name, or nothing. This and the one below take 2 % from the instructions of a check as JSON lines.
    if path.utf8.isEmpty { return }
    if path.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }) {
      return append(token: path.utf8)
    }
    for part in path.utf8.split(separator: UInt8(ascii: ".")) {
      let name = part.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }
      let rest = part[name.endIndex...].dropFirst().dropLast()
      if part.last == UInt8(ascii: ")"), let first = rest.first {
        // In JSON the name of a variant is the name of the choice and of the type, whose first letter is a capital.
        bytes.append(first >= UInt8(ascii: "a") ? first &- 0x20 : first)
        bytes.append(contentsOf: rest.dropFirst())
      } else {
        append(token: name)
        if name.endIndex < part.endIndex, part.last == UInt8(ascii: "]") { append(token: rest) }
      }
    }
  }

  private mutating func append(token: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "/"))
    let isPlain = token.withContiguousStorageIfAvailable { token in
      let isPlain = token.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
      if isPlain { bytes.append(contentsOf: token) }
      return isPlain
    }
    if isPlain == true { return }
    for byte in token {
      switch byte {
      case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
      case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
      default: bytes.append(byte)
      }
    }
  }
}
