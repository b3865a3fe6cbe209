import FHIRValidation
import FHIRPath

/// Checks the scanner of narratives on any text: nothing traps, every place is in the narrative, it ends after the
/// first fault of XML's grammar, and the result depends neither on the previous narrative nor on the way in which JSON
/// escapes the text.
func checkNarrative(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  var scanner = NarrativeScanner(limit: 100)
  let plain = faults(in: lexeme(text) { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }, &scanner)
  let escaped = faults(in: lexeme(text) { $0.value < 0x80 }, &scanner)
  let again = faults(in: lexeme(text) { _ in true }, &scanner)
  require(plain == escaped, "escapes of ASCII make a difference", plain, escaped)
  require(plain == again, "escapes of all characters make a difference", plain, again)
}

private func lexeme(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> [UInt8] {
  var lexeme: [UInt8] = []
  for scalar in text.unicodeScalars {
    guard isEscaped(scalar) else {
      lexeme += Array(String(scalar).utf8)
      continue
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      lexeme += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }
  return lexeme
}

/// The findings, without places.
private func faults(in lexeme: [UInt8], _ scanner: inout NarrativeScanner) -> [String] {
  // The quote that ends a lexeme, and the padding of a tape.
  let bytes = lexeme + [UInt8(ascii: "\"")] + Array(repeating: 0, count: 64)
  return bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return [] }
    scanner.scan(start)
    for fault in scanner.faults {
      require(
        fault.range.lowerBound >= 0 && fault.range.upperBound <= lexeme.count,
        "a fault outside of the narrative of \(lexeme.count) bytes: \(fault)")
    }
    for link in scanner.localLinks {
      require(link.range.upperBound <= lexeme.count, "a link outside of the narrative: \(link.range)")
    }
    let kinds = scanner.faults.map(\.kind)
    require(kinds.dropLast().allSatisfy { !$0.isFatal }, "a fault behind the last one that could be read: \(kinds)")
    let links = scanner.localLinks.map { $0.isImage ? "image" : "link" }
    let isSound = scanner.faults.allSatisfy(\.kind.isTolerable)
    require(scanner.isSound(start) == isSound, "a second reading differs")
    return kinds.map { "\($0)" } + links
  }
}
