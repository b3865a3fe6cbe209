/// Writes the name of a file as a URI reference of RFC 3986.
enum URIReference {
  /// A relative reference, or a `file` URI for a path that begins at the root.
  static func text(ofFile name: String) -> String {
    var bytes: [UInt8] = []
    if name.utf8.first == UInt8(ascii: "/") { bytes.append(contentsOf: "file://".utf8) }
    for byte in name.utf8 {
      if isPlain(byte) { bytes.append(byte) } else { bytes.append(percentEncoded: byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte stands for itself in a path: not a colon, which would end the name of a scheme.
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
