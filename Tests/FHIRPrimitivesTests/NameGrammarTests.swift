import FHIRPrimitives
import Testing

@Suite("id, code and string")
struct NameGrammarTests {
  private let id: PrimitiveCheck = { IDGrammar.check($0, $1) }
  private let code: PrimitiveCheck = { CodeGrammar.check($0, $1) }
  private let string: PrimitiveCheck = { StringGrammar.check($0, $1) }

  @Test("ids of 1 to 64 characters")
  func ids() {
    let sixtyFour = String(repeating: "aB3-.xYz", count: 8)
    expect(
      .none,
      for: ["1", "a", "example", "f001", "Example-1.2", ".", "-", "53fefa32-fcbb-4ff8-8a92-55ee120877b7", sixtyFour], id
    )
    expect(.empty, for: [""], id)
    expect(.idTooLong, for: [sixtyFour + "a", sixtyFour + "_", String(repeating: "9", count: 10_000)], id)
    expect(
      .idCharacter,
      for: [
        "a_b", "a b", " a", "a ", "a/b", "12345678_", "1234567/", "urn:oid:1", "é", "abcdefg\u{FF21}", "a\u{0}", "#p",
      ], id)
  }

  @Test("every byte in every lane of an id")
  func idLanes() {
    for byte in UInt8.min...UInt8.max {
      let isAllowed =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || [45, 46].contains(byte)
      for length in [1, 7, 8, 11, 16, 36] {
        for position in 0..<length {
          var bytes = [UInt8](repeating: UInt8(ascii: "z"), count: length)
          bytes[position] = byte
          #expect(fault(id, bytes) == (isAllowed ? .none : .idCharacter), "\(byte) at \(position) of \(length)")
        }
      }
    }
  }

  @Test("codes with single spaces")
  func codes() {
    expect(
      .none,
      for: [
        "final", "a", "in progress", "a b c", "8480-6", "mm[Hg]", "ärztlich", "<=", "{score}", "a\u{A0}b", "a\u{7F}",
      ],
      code)
    expect(.empty, for: [""], code)
    expect(.codeOuterWhiteSpace, for: [" ", " final", "final ", "\tfinal", "final\n", "12345678 ", "  "], code)
    expect(.codeInnerWhiteSpace, for: ["in  progress", "a\tb", "a\nb", "a \tb", "ärzt  lich"], code)
    expect(.controlCharacter, for: ["a\u{0}b", "a\u{1}", "a\u{1F}"], code)
  }

  @Test("every byte in every lane of a code")
  func codeLanes() {
    for byte in UInt8.min...UInt8.max {
      for position in 1..<11 {
        var bytes = [UInt8](repeating: UInt8(ascii: "z"), count: 12)
        bytes[position] = byte
        let expected: PrimitiveFault =
          switch byte {
          case 9, 10, 13: .codeInnerWhiteSpace
          case 0..<32: .controlCharacter
          default: .none
          }
        #expect(fault(code, bytes) == expected, "\(byte) at \(position)")
      }
    }
  }

  @Test("strings of up to a megabyte")
  func strings() {
    expect(.none, for: ["x", " x", "x ", "\n\tx", "\u{A0}", "日本語", "a\tb"], string)
    expect(.none, for: [String(repeating: "x", count: 1_048_576)], string)
    expect(.empty, for: [""], string)
    expect(.blank, for: [" ", "\n", " \t\r\n ", String(repeating: " ", count: 1_048_576)], string)
    expect(.stringTooLong, for: [String(repeating: "x", count: 1_048_577)], string)
  }
}
