import FHIRFindings
import FHIRSupport
import FHIRTape

/// XML as UTF-8, converted from UTF-16, ISO-8859-1 or Windows-1252, with the offsets of the bytes before.
struct ConvertedXML {
  private(set) var bytes: [UInt8] = []
  /// The name of the encoding.
  let encoding: String
  /// How many bytes a character had, and how many stood before the first one; no width for UTF-8.
  private let (width, start): (Int, Int)

  var isConverted: Bool { width > 0 }

  /// Takes the encoding from the first bytes, as appendix F of XML 1.0 describes, else from the declaration.
  init(_ original: [UInt8]) {
    let first = Array(original.prefix(2))
    let isBig = first == [0xFE, 0xFF] || first == [0, 0x3C]
    if isBig || first == [0xFF, 0xFE] || first == [0x3C, 0] {
      (encoding, width, start) = ("UTF-16", 2, first.contains(0x3C) ? 0 : 2)
      let places = stride(from: start, to: original.count - 1, by: 2)
      addUnits(places.lazy.map { UInt16(original[$0 + (isBig ? 0 : 1)]) << 8 | UInt16(original[$0 + (isBig ? 1 : 0)]) })
      // Half of a unit is no character either.
      if original.count % 2 > 0 { bytes.append(ConvertedXML.wrong) }
      return
    }
    var scanner = XMLScanner(Array(original.prefix(1024)))
    _ = try? scanner.skipProlog()
    let declared = scanner.encoding?.lowercased() ?? ""
    let isWindows = ["windows-1252", "cp1252"].contains(declared.byBytes)
    guard isWindows || ["iso-8859-1", "iso_8859-1", "latin1"].contains(declared.byBytes) else {
      (bytes, encoding, width, start) = (original, "UTF-8", 0, 0)
      return
    }
    (encoding, width, start) = (scanner.encoding ?? "", 1, 0)
    bytes.reserveCapacity(original.count + original.count / 8)
    for byte in original { append(isWindows ? WindowsText.scalar(byte) : Unicode.Scalar(byte)) }
  }

  /// A byte that is nowhere in UTF-8.
  private static let wrong: UInt8 = 0xFF

  private mutating func addUnits(_ units: some Sequence<UInt16>) {
    var (decoder, iterator) = (UTF16(), units.makeIterator())
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): append(scalar)
      case .error: bytes.append(ConvertedXML.wrong)
      case .emptyInput: return
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let encoded = UTF8.encode(scalar) { bytes += encoded }
  }

  /// The range before the conversion.
  func original(_ range: SourceRange) -> SourceRange {
    isConverted ? SourceRange(start: original(range.start), end: original(range.end)) : range
  }

  private func original(_ offset: Int) -> Int {
    // A character of four bytes in UTF-8 is two units in UTF-16.
    let units = bytes[..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : width == 2 && 0xF0...0xF4 ~= $1 ? 2 : 1) }
    return start + units * width
  }
}
