/// Writes the name of a file as a URI reference of RFC 3986.
enum URIReference {
  /// Appends a relative reference or, for an absolute path, a `file` URI: ASCII, with other bytes percent-encoded.
  static func append(file name: String, to output: inout [UInt8]) {
    if name.utf8.first == UInt8(ascii: "/") { output.append(contentsOf: "file://".utf8) }
    var name = name
    name.withUTF8 { name in
      var rest = name[...]
      while !rest.isEmpty {
        let plain = rest.prefix { isPlain($0) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: plain))
        rest = rest[plain.endIndex...]
        if let byte = rest.popFirst() { output.append(percentEncoded: byte) }
      }
    }
  }

  /// Whether a byte needs no encoding in a path. A colon needs one, because it would end the name of a scheme.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
