import FHIRTape
import Testing

/// Escapes are resolved wherever they are among the eight bytes that are copied at a time.
struct JSONStringTests {
  static let escapes: [(written: String, meant: String)] = [
    (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"), (#"\r"#, "\r"),
    (#"\t"#, "\t"), (#"\u0000"#, "\0"), (#"\u00e9"#, "\u{E9}"), (#"\u20AC"#, "\u{20AC}"),
    (#"\ud83d\ude00"#, "\u{1F600}"), (#"\n\n"#, "\n\n"), (#"\\n"#, "\\n"), (#"\\\""#, "\\\""),
  ]

  @Test(arguments: escapes)
  func isResolvedAtEveryPlace(written: String, meant: String) {
    for before in 0..<18 {
      for after in 0..<18 {
        let (head, tail) = (String(repeating: "x", count: before), String(repeating: "\u{DC}", count: after))
        var value = Array("start".utf8)
        Array((head + written + tail).utf8).withUnsafeBufferPointer { JSONString.unescape($0, into: &value) }
        #expect(value == Array(("start" + head + meant + tail).utf8))
      }
    }
  }

  @Test func anEmptyStringAppendsNothing() {
    var value = Array("start".utf8)
    JSONString.unescape(UnsafeBufferPointer(start: nil, count: 0), into: &value)
    #expect(value == Array("start".utf8))
  }
}
