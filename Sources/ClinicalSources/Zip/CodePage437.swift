/// The encoding of the names of entries that are not marked as UTF-8.
enum CodePage437 {
  /// The characters for the bytes from 128 on.
  private static let upper = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)

  /// The text for the bytes.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
    return text
  }
}
