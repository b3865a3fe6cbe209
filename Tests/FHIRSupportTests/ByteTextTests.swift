import Testing
import FHIRSupport

struct ByteTextTests {
  /// Marks that canonical order reverses in pairs, for which `String` needs a minute for a comparison.
  static let marks = String(repeating: "\u{301}\u{316}", count: 64 << 10)

  @Test
  func comparesBytesOnly() {
    #expect("é".byBytes != "e\u{301}".byBytes)
    #expect(Set(["é".byBytes, "e\u{301}".byBytes]).count == 2)
    #expect("Bundle".byBytes == "Bundle")
    #expect("Bundle".byBytes < "bundle")
    #expect("ä".byBytes > "z")
    #expect("abcdefghi".byBytes != "abcdefgh.".byBytes)
    #expect("".byBytes == "")
  }

  @Test
  func findsParts() {
    #expect("W/\"1\"".byBytes.hasPrefix("W/"))
    #expect(!"W".byBytes.hasPrefix("W/"))
    #expect("a.plist".byBytes.hasSuffix(".plist"))
    #expect(!"t".byBytes.hasSuffix(".plist"))
    #expect("a $(b) c".byBytes.contains("$("))
    #expect("$$(".byBytes.contains("$("))
    #expect(!"a $".byBytes.contains("$("))
    // A mark after a letter forms another character, but the byte is still found.
    #expect("#\u{301}".byBytes.hasPrefix("#"))
  }

  @Test
  func combiningMarksCostNoMoreThanOtherText() {
    let (a, b) = (Self.marks.byBytes, ("x" + Self.marks).byBytes)
    #expect(a != b)
    #expect(a != "collection")
    #expect("collection" < a)
    #expect(!a.hasPrefix("\u{316}"))
    #expect(!a.contains("$("))
    #expect(Set([a, b, a]).count == 2)
  }
}
