package import FHIRFindings

extension Rule {
  /// Reports the text of a QR code that is not that of a card or of a part of one.
  package static let invalidChunks = Rule(
    "card/invalid-chunks", .error, .structure,
    summary: "the text of a QR code, or of several, is not that of a card",
    explanation: Explanation(
      checks: """
        After shc:/, the text of a QR code has two digits for each character of the card: its code less 45. A card \
        in several QR codes has the number of the code and the number of all codes first, such as shc:/2/3/. All \
        must be there once, in any order; each holds at most 1,191 characters, and a code that stands alone 1,195.
        """,
      matters: """
        A card with a missing part cannot be read. A code with more characters than allowed may not scan from paper.
        """,
      bad: "text shc:/1/2/5676",
      good: "payload {}",
      specification: "https://spec.smarthealth.cards/#encoding-qrs"))
}

/// The texts of QR codes.
enum CardChunks {
  /// The most characters of a card in a code that stands alone, and in one of several.
  private static let longest = (alone: 1195, chunk: 1191)
  /// A card of this many codes has more than a million characters.
  private static let mostChunks = 1000

  /// The cards of such texts: those in one code, and those in several, of which each begins with the first code that no
  /// earlier card needs.
  static func items(of words: [some Collection<UInt8>]) -> [CardText.Item] {
    var items: [CardText.Item] = []
    var parts: [Int: [UInt8]] = [:]
    var count = 0
    func fault(_ expected: String, _ found: String) {
      items.append(.fault(.invalidChunks, "expected \(expected), found \(found)"))
    }
    func finish() {
      guard count > 0 else { return }
      if parts.count == count {
        items.append(.card((1...count).flatMap { parts[$0] ?? [] }, isQR: true))
      } else {
        fault("\(count) parts of a card in one file", "\(parts.count)")
      }
      (parts, count) = ([:], 0)
    }
    for word in words {
      guard word.starts(with: "shc:/".utf8) else {
        fault("only texts that begin with shc:/", "another text")
        continue
      }
      let fields = word.dropFirst(5).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard fields.count == 1 || fields.count == 3, let text = characters(of: fields[fields.count - 1]) else {
        fault("two digits for each character after shc:/", "another text")
        continue
      }
      let most = fields.count == 1 ? longest.alone : longest.chunk
      if text.count > most { fault("at most \(most) characters in a QR code", "\(text.count)") }
      guard fields.count == 3 else {
        items.append(.card(text, isQR: true))
        continue
      }
      guard let number = Int(String(decoding: fields[0], as: UTF8.self)),
        let all = Int(String(decoding: fields[1], as: UTF8.self)), number >= 1, number <= all, all <= mostChunks
      else {
        fault("the number of a part and that of all parts", "other numbers")
        continue
      }
      if count != all { finish() }
      count = all
      if let other = parts[number], other != text {
        fault("part \(number) of \(all) once", "two that differ")
        continue
      }
      parts[number] = text
      if parts.count == count { finish() }
    }
    finish()
    return items
  }

  private static func characters(of digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var (text, tens) = ([UInt8](), UInt8?.none)
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      guard let first = tens else {
        tens = digit - 0x30
        continue
      }
      let code = first * 10 + digit - 0x30
      // The last letter is z.
      guard code <= 77 else { return nil }
      text.append(code + 45)
      tens = nil
    }
    return text
  }
}
