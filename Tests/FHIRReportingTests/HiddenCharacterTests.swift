import FHIRReporting
import Testing

@Suite struct HiddenCharacterTests {
  private static let hidden =
    "\u{80}\u{85}\u{9B}\u{AD}\u{34F}\u{61C}\u{200B}\u{200D}\u{200E}\u{2028}\u{202E}\u{2066}\u{3164}\u{FE0F}\u{FEFF}"
    + "\u{FFFB}\u{1D173}\u{E0041}\u{E0100}\u{E0FFF}\u{10FFFE}"
  private static let escaped =
    #"\u0080\u0085\u009b\u00ad\u034f\u061c\u200b\u200d\u200e\u2028\u202e\u2066\u3164\ufe0f\ufeff"#
    + #"\ufffb\ud834\udd73\udb40\udc41\udb40\udd00\udb43\udfff\udbff\udffe"#

  /// Some readers of JSON Lines split at some of them, and others control terminals.
  @Test func hiddenCharactersAreEscaped() {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string("a" + Self.hidden + "é\u{A0}\u{627}日\u{1F600}")
      writer.raw("\"" + Self.hidden + "é\"")
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "[\"a" + Self.escaped + "é\u{A0}\u{627}日\u{1F600}\",\"" + Self.escaped + "é\"]")
  }

  /// No terminal shows any of them, and each is named.
  @Test(arguments: Array(hidden.unicodeScalars)) func hiddenCharactersAreNamed(_ scalar: Unicode.Scalar) {
    let shown = TerminalText.visible("a\(scalar)b")
    #expect(shown == "a\\u{\(String(scalar.value, radix: 16, uppercase: true))}b")
    #expect(TerminalText.width(shown) == shown.utf8.count)
  }

  /// A pile of marks covers the lines above and below it; what languages write stays.
  @Test func pilesOfMarksAreNamed() {
    let mark = "\u{301}"
    #expect(TerminalText.visible("e" + mark) == "e" + mark)
    let most = String(repeating: mark, count: 6)
    #expect(TerminalText.visible("e" + most + mark + mark + "x" + mark) == "e" + most + #"\u{301}\u{301}x"# + mark)
  }
}
