/// The header of an entry of a tar archive: 512 bytes.
///
/// Specification: <https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html>
struct TarHeader {
  static let size = 512

  enum Kind {
    case file, folder, link, device
    /// A header that names the following entry: in the form of pax, or of GNU.
    case pax, longName
    /// A name of the archive, facts about all entries, or the target of a link: nothing to read.
    case note
    /// A file in a form that only some programs know, such as one with holes.
    case other
  }

  enum Fault: Error { case wrongChecksum, wrongNumber }

  let name: [UInt8]
  let kind: Kind
  /// The size of the following content in bytes.
  let count: Int

  /// - Returns: `nil` for a block of zeros, which ends the archive.
  init?(_ block: [UInt8]) throws(Fault) {
    if block.allSatisfy({ $0 == 0 }) { return nil }
    guard let checksum = Self.number(block[148..<156]), checksum == Self.checksum(block) else { throw .wrongChecksum }
    guard let count = Self.number(block[124..<136]) else { throw .wrongNumber }
    self.count = count
    let isPOSIX = block[257..<262].elementsEqual("ustar".utf8)
    let prefix = isPOSIX && block[262] == 0 ? Self.text(block[345..<500]) : []
    let last = Self.text(block[0..<100])
    name = prefix.isEmpty ? last : prefix + [UInt8(ascii: "/")] + last
    switch block[156] {
    // Before POSIX, a folder was known by the end of its name.
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): kind = name.last == UInt8(ascii: "/") ? .folder : .file
    case UInt8(ascii: "1"), UInt8(ascii: "2"): kind = .link
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"): kind = .device
    case UInt8(ascii: "5"): kind = .folder
    case UInt8(ascii: "x"): kind = .pax
    case UInt8(ascii: "L"): kind = .longName
    case UInt8(ascii: "g"), UInt8(ascii: "K"), UInt8(ascii: "V"): kind = .note
    default: kind = .other
    }
  }

  /// The text up to the first zero.
  static func text(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(bytes.prefix { $0 != 0 }) }

  /// A number in octal digits or, if the first bit is set, in base 256; `nil` for anything else and for numbers that
  /// are too large.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    var value = 0
    if first & 0x80 != 0 {
      for (place, byte) in field.enumerated() {
        guard value < 1 << 40 else { return nil }
        value = value << 8 | Int(place == 0 ? byte & 0x7F : byte)
      }
      return value
    }
    for byte in field.drop(while: { $0 == UInt8(ascii: " ") }) {
      if byte == 0 || byte == UInt8(ascii: " ") { break }
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte), value < 1 << 40 else { return nil }
      value = value << 3 | Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The sum of all bytes, where those of the checksum itself count as spaces.
  private static func checksum(_ block: [UInt8]) -> Int {
    block.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(block[$1])) }
  }
}
