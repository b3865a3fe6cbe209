/// The names of an archive's entries, as the archive has them: one after another in one piece of memory.
struct ZipNames {
  /// Where a name lies.
  struct Reference {
    let start: UInt32
    let count: UInt16
  }

  private var bytes: [UInt8] = []

  /// How many bytes all names have.
  var count: Int { bytes.count }

  mutating func append(_ name: UnsafeRawBufferPointer) -> Reference {
    defer { bytes.append(contentsOf: name) }
    return Reference(start: UInt32(bytes.count), count: UInt16(name.count))
  }

  subscript(name: Reference) -> ArraySlice<UInt8> {
    bytes[Int(name.start)..<Int(name.start) + Int(name.count)]
  }

  /// Whether one path stands before another: by the bytes of their names, folder by folder.
  func isBefore(_ first: Reference, _ second: Reference) -> Bool {
    self[first].lexicographicallyPrecedes(self[second]) { ZipNames.rank($0) < ZipNames.rank($1) }
  }

  func isSame(_ first: Reference, _ second: Reference) -> Bool { self[first] == self[second] }

  /// The end of a folder's name sorts before all other bytes.
  private static func rank(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }
}

/// A name in an archive, judged.
struct ZipName {
  let bytes: ArraySlice<UInt8>
  let isUTF8: Bool

  /// Whether the name would lead out of the folder into which somebody unpacks it, on one system or another.
  var leadsOut: Bool {
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    guard let first = bytes.first, !isSeparator(first), !bytes.contains(0) else { return true }
    // A drive of DOS.
    if bytes.dropFirst().first == UInt8(ascii: ":"), first | 0x20 >= 0x61, first | 0x20 <= 0x7A { return true }
    return bytes.split(whereSeparator: isSeparator).contains { $0.elementsEqual("..".utf8) }
  }

  /// Whether a folder listing would not show the file, or macOS added it to carry what other systems have no place for.
  var isHidden: Bool {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    return parts.contains { $0.first == UInt8(ascii: ".") } || parts.first?.elementsEqual("__MACOSX".utf8) == true
  }

  /// Whether the name is UTF-8, or ASCII; many writers leave out the flag that says so.
  var isValidUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The name as text; what is not UTF-8 is read in the old encoding, or repaired where it says it is UTF-8.
  var text: String {
    isUTF8 || isValidUTF8 ? String(decoding: bytes, as: UTF8.self) : CodePage437.text(bytes)
  }
}
