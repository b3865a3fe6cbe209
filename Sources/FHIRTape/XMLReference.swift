import FHIRSupport

/// The references that XML defines without a declaration.
package enum XMLReference {
  private static let named: [ByteText: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The character that `&name;` stands for; `nil` for an entity that needs a declaration, and for a number that is not
  /// a character of XML 1.0.
  package static func scalar(_ name: String) -> Unicode.Scalar? {
    if let scalar = named[name.byBytes] { return scalar }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let number = isHexadecimal ? digits.dropFirst() : digits
    // Swift's parsing of numbers would accept a sign.
    guard let first = number.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let code = UInt32(String(decoding: number, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(code)
    else { return nil }
    let isCharacter = code >= 0x20 || code == 0x09 || code == 0x0A || code == 0x0D
    return isCharacter && code & 0xFFFE != 0xFFFE ? scalar : nil
  }
}
