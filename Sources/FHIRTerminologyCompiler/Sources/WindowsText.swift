/// Texts of files that are not in UTF-8: Windows-1252, whose letters are those of Latin-1.
enum WindowsText {
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(high[byte] ?? UInt16(byte)) ?? "\u{FFFD}") }
    return String(scalars)
  }

  /// Where Windows-1252 has a sign and Latin-1 a control character: quotation marks, dashes and a few more.
  private static let high: [UInt8: UInt16] = [
    0x80: 0x20AC, 0x85: 0x2026, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013,
    0x97: 0x2014, 0x99: 0x2122,
  ]
}
