struct ArchiveName {
  let bytes: ArraySlice<UInt8>
  let isUTF8: Bool

  /// Whether one path sorts before another: by the bytes of their names, folder by folder.
  static func isBefore(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    // The end of a folder's name sorts before all other bytes.
    func rank(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }
    return first.lexicographicallyPrecedes(second) { rank($0) < rank($1) }
  }

  /// Whether the name would lead out of the folder into which it is unpacked, on any system.
  var leadsOut: Bool {
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    guard let first = bytes.first, !isSeparator(first), !bytes.contains(0) else { return true }
    // A DOS drive letter.
    if bytes.dropFirst().first == UInt8(ascii: ":"), first | 0x20 >= 0x61, first | 0x20 <= 0x7A { return true }
    return bytes.split(whereSeparator: isSeparator).contains { $0.elementsEqual("..".utf8) }
  }

  /// Whether a folder listing would hide the file, or macOS added it for data that other systems cannot store.
  var isHidden: Bool {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    return parts.contains { $0.first == UInt8(ascii: ".") } || parts.first?.elementsEqual("__MACOSX".utf8) == true
  }

  /// Whether the name is UTF-8 or ASCII; many writers do not set the flag for it.
  var isValidUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The name as text: in the old encoding if it is not UTF-8; if it is marked as UTF-8, invalid bytes are replaced.
  var text: String {
    if isUTF8 || isValidUTF8 { return String(decoding: bytes, as: UTF8.self) }
    let scalars = bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : Self.upper[Int($0) - 0x80] }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The characters of code page 437 for the bytes from 128 on.
  private static let upper = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}
