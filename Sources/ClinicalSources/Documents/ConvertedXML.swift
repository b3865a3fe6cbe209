import FHIRFindings
import FHIRSupport
import FHIRTape

/// XML as UTF-8, converted from UTF-16, ISO-8859-1 or Windows-1252, with the offsets of the bytes before.
struct ConvertedXML {
  private(set) var bytes: [UInt8] = []
  let encoding: String
  /// How many bytes a unit had, and how many stood before the first one; no width for UTF-8.
  private let (width, start): (Int, Int)

  var isConverted: Bool { width > 0 }

  /// Takes the encoding from the first bytes, as appendix F of XML 1.0 describes, else from the declaration.
  init(_ original: [UInt8]) {
    let first = Array(original.prefix(2))
    let isBig = first == [0xFE, 0xFF] || first == [0, 0x3C]
    if isBig || first == [0xFF, 0xFE] || first == [0x3C, 0] {
      (encoding, width, start) = ("UTF-16", 2, first.contains(0x3C) ? 0 : 2)
      let (high, low) = isBig ? (0, 1) : (1, 0)
      var units = stride(from: start, to: original.count - 1, by: 2).lazy.map {
        UInt16(original[$0 + high]) << 8 | UInt16(original[$0 + low])
      }.makeIterator()
      var decoder = UTF16()
      while case let next = decoder.decode(&units), next != .emptyInput {
        // What is no character becomes a byte that is nowhere in UTF-8.
        if case .scalarValue(let scalar) = next { bytes += scalar.utf8 } else { bytes.append(0xFF) }
      }
      if original.count % 2 > 0 { bytes.append(0xFF) }
      return
    }
    var scanner = XMLScanner(Array(original.prefix(1024)))
    _ = try? scanner.skipProlog()
    let declared = scanner.encoding?.lowercased().byBytes ?? ""
    let isWindows = ["windows-1252", "cp1252"].contains(declared)
    let isKnown = isWindows || ["iso-8859-1", "iso_8859-1", "latin1"].contains(declared)
    (encoding, width, start) = (isKnown ? declared.string : "UTF-8", isKnown ? 1 : 0, 0)
    bytes = isKnown ? [] : original
    for byte in isKnown ? original : [] { bytes += (isWindows ? WindowsText.scalar(byte) : Unicode.Scalar(byte)).utf8 }
  }

  /// The range before the conversion.
  func original(_ range: SourceRange) -> SourceRange {
    // A character of four bytes in UTF-8 is two units in UTF-16.
    func units(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : width == 2 && 0xF0...0xF4 ~= byte ? 2 : 1 }
    func place(_ offset: Int) -> Int { start + width * bytes[..<offset].reduce(0) { $0 + units($1) } }
    return isConverted ? SourceRange(start: place(range.start), end: place(range.end)) : range
  }
}
