import FHIRPrimitives
import Testing

@Suite("base64Binary")
struct Base64GrammarTests {
  private let check: PrimitiveCheck = { Base64Grammar.check($0, $1) }

  @Test("padded groups, with white space between")
  func accepted() {
    expect(
      .none,
      for: [
        "QQ==", "QUI=", "QUJD", "QUJDRA==", "QUJDREVGR0hJSktM", "/9j/4AAQ", "+/+/", "QUJD REVG\r\nR0hJ\tSktM", " QUJD ",
        "Q Q = =", "QUJDREVGR0hJSktM\nQUJDREVGR0hJSktMQQ==\n",
      ], check)
  }

  @Test("texts that do not decode")
  func refused() {
    expect(.empty, for: ["", " ", "\r\n"], check)
    expect(
      .base64Character,
      for: ["QUJ*", "QUJDREVGR0hJSkt-", "-_-_", "QU.D", "é===", "QUJDREVG\u{0}", "Binary content.", "@@@@", "[[[["],
      check)
    expect(
      .base64Padding,
      for: ["Q", "QQ", "QQ=", "QQ===", "QUI", "QUI==", "QUJD=", "=", "====", "QQ==QQ==", "QUJDREVGR", "QUI=QUJDREVG"],
      check)
    expect(.base64TrailingBits, for: ["QR==", "QUJ=", "QUJDRB=="], check)
  }

  /// Encodes random bytes by separate arithmetic and alters one character.
  @Test("random data, valid and altered")
  func random() {
    var random = SplitMix(state: 64)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for _ in 0..<2000 {
      let length = Int.random(in: 1...40, using: &random)
      var bits = (0..<length).flatMap { _ in
        let byte = UInt8.random(in: 0...255, using: &random)
        return (0..<8).reversed().map { byte >> $0 & 1 }
      }
      while bits.count % 6 != 0 { bits.append(0) }
      var text = stride(from: 0, to: bits.count, by: 6).map { start in
        alphabet[bits[start..<start + 6].reduce(0) { $0 * 2 + Int($1) }]
      }
      while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
      text.insert(UInt8(ascii: "\n"), at: Int.random(in: 0...text.count, using: &random))
      #expect(fault(check, text) == .none, "\(String(decoding: text, as: UTF8.self))")
      text[Int.random(in: 0..<text.count, using: &random)] = UInt8(ascii: "_")
      #expect(fault(check, text) == .base64Character, "\(String(decoding: text, as: UTF8.self))")
    }
  }
}
