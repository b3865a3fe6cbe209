package import FHIRSupport

/// Hides the user part of a URL: reports are kept and shared, and `https://user:secret@host` contains a password.
package enum MaskedAddress {
  /// The text with `***` for the user part of each URL in it, or with a star for each of its bytes, so that columns do
  /// not change. A cut text may begin within a URL, or end within the user part of one.
  package static func text(
    _ text: String, keepsLength: Bool = false, isCut: (before: Bool, after: Bool) = (false, false)
  ) -> String {
    var bytes = Array(text.utf8)
    let colons = bytes.indices.dropLast(3).filter {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0...].starts(with: "://".utf8)
    }
    let beginning = isCut.before ? [bytes.firstIndex { $0 != UInt8(ascii: "/") } ?? 0] : []
    let places = (beginning + colons.map { $0 + 3 }).compactMap { user(in: bytes, from: $0, isCut: isCut.after) }
    if places.isEmpty { return text }
    for place in places.reversed() {
      let count = keepsLength ? place.count : 3
      bytes.replaceSubrange(place, with: Array(repeating: UInt8(ascii: "*"), count: count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Counts whose names have their URLs masked; names that become equal are added up.
  package static func counts(_ counts: [ByteText: Int]) -> [ByteText: Int] { counts.renamed { text($0) } }

  /// Whether bytes that follow a cut authority show that it has no user part.
  static func endsWithoutUser(_ rest: some Sequence<UInt8>) -> Bool {
    let end = rest.first { endsAuthority($0) || $0 == UInt8(ascii: "@") }
    return end.map { $0 != UInt8(ascii: "@") } ?? false
  }

  /// The range of the user part in a possible authority. If the text is cut, nobody knows whether there was one.
  private static func user(in bytes: [UInt8], from start: Int, isCut: Bool) -> Range<Int>? {
    let rest = bytes[start...]
    let authority = rest[..<(rest.firstIndex(where: endsAuthority) ?? rest.endIndex)]
    if let end = authority.lastIndex(of: UInt8(ascii: "@")) { return end > start ? start..<end : nil }
    let seen = authority.last == UInt8(ascii: "'") ? authority.dropLast() : authority
    // Messages mark truncated text with an ellipsis.
    if seen.count > 3, seen.suffix(3).elementsEqual("...".utf8) { return start..<seen.endIndex - 3 }
    return isCut && start > 0 && authority.endIndex == bytes.endIndex ? start..<bytes.endIndex : nil
  }

  /// Whether a byte ends an authority, by RFC 3986, or a URL in a sentence. An apostrophe may be part of a password.
  private static func endsAuthority(_ byte: UInt8) -> Bool {
    // Asked of each byte of an address: a search in a text took 5 % more instructions of a check as JSON lines.
    switch byte {
    case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
      UInt8(ascii: ">"):
      true
    default: false
    }
  }
}
