import FHIRTape

/// An entry of a tar archive, with the name and the size that headers before it may give.
struct TarEntry {
  let name: [UInt8]
  let kind: TarHeader.Kind
  let count: Int
  /// The offsets of its own header, and of the next one.
  let header, end: Int

  var start: Int { end - (count + TarHeader.size - 1) / TarHeader.size * TarHeader.size }
  /// The name without the folder in which many archives are made, `./`.
  var ownName: ArraySlice<UInt8> {
    var name = name[...]
    while name.starts(with: "./".utf8) { name = name.dropFirst(2) }
    return name
  }
}

/// Why the headers of a tar archive cannot be read further.
struct TarFault: Error {
  let offset: Int
  let sentence: String
  var isEnd = false

  static func noSize(at offset: Int) -> TarFault {
    TarFault(offset: offset, sentence: "expected the size of a file, found no number")
  }
}

/// Reads the headers of a tar archive.
///
/// Specification: <https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html>
struct TarReader<Base: ByteSource> {
  private var source: Base
  /// The offsets of the next byte, and of the next header.
  private(set) var place = 0
  private var nextPlace = 0
  /// Whether the two blocks of zeros have come with which an archive ends.
  private(set) var hasEnd = false
  /// The first byte that is not zero behind the data of a header about others; `nil` if there is none.
  private(set) var firstPadded: Int?
  /// What global headers say of all entries behind them.
  private var global = PaxFacts()
  /// The largest size of a header with a name, in bytes.
  private static var longestName: Int { Int(UInt16.max) }
  /// The largest size of an entry, in bytes: sums of it do not overflow.
  private static var largest: Int { 1 << 48 }

  init(_ source: Base) { self.source = source }

  /// The next entry, whose content can be taken; `nil` at the end. Throws a ``TarFault`` if there is no header.
  mutating func next() throws -> TarEntry? {
    var given = PaxFacts()
    // A header about the entry behind it.
    var waiting: Int?
    while true {
      try skip(nextPlace - place)
      let start = place
      let block = try take(TarHeader.size)
      if block.isEmpty, start > 0 { return nil }
      guard block.count == TarHeader.size else {
        throw TarFault(offset: start, sentence: "expected the next file of the archive, found its end", isEnd: true)
      }
      guard let header = try TarHeader(block, at: start) else {
        hasEnd = true
        if let waiting {
          throw TarFault(offset: waiting, sentence: "expected a file behind what a header says of it, found the end")
        }
        return nil
      }
      let isFact = [.pax, .globalPax, .longName, .note].contains(header.kind)
      // The facts are about the entry itself, and never about another fact.
      let count = isFact ? header.count : given.size ?? global.size ?? header.count
      guard count <= (isFact ? Self.longestName : Self.largest) else {
        throw TarFault(
          offset: start,
          sentence: "expected \(isFact ? "a name of" : "a file of") at most "
            + "\(isFact ? Self.longestName : Self.largest) bytes, found \(count); the archive was not read further")
      }
      nextPlace = place + (count + TarHeader.size - 1) / TarHeader.size * TarHeader.size
      if header.kind != .globalPax, count > 0 { waiting = start }
      switch header.kind {
      case .longName: given.name = TarHeader.text(try facts(count))
      case .pax: try given.read(facts(count), at: start)
      case .globalPax: try global.read(facts(count), at: start)
      case .note: _ = try facts(count)
      case .file, .folder, .link, .device, .other:
        let name = given.name ?? global.name ?? header.name
        var kind = given.isSparse || global.isSparse ? .other : header.kind
        // Before POSIX, a folder was known by the end of its name, which the header itself may have cut.
        if kind == .file, name.last == UInt8(ascii: "/") { kind = .folder }
        return TarEntry(name: name, kind: kind, count: count, header: start, end: nextPlace)
      }
    }
  }

  /// Continues behind an entry, in a source that begins there.
  mutating func skip(_ entry: TarEntry, to source: Base) { (self.source, place) = (source, entry.end) }

  /// Reads the rest after the last entry; `false` if it has other bytes than zeros.
  @discardableResult
  mutating func finish() throws -> Bool {
    var isZero = true
    try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while case let count = try source.read(into: buffer), count > 0 {
        isZero = isZero && buffer[..<count].allSatisfy { $0 == 0 }
      }
    }
    return isZero
  }

  /// As many bytes as requested, fewer only at the end.
  mutating func take(_ count: Int) throws -> [UInt8] {
    let bytes = try source.bytes(upTo: count)
    place += bytes.count
    return bytes
  }

  /// The data of a header about others, read with what fills their last block.
  private mutating func facts(_ count: Int) throws -> [UInt8] {
    let facts = try take(count)
    let start = place
    let padding = try take(nextPlace - place)
    if firstPadded == nil { firstPadded = padding.firstIndex { $0 != 0 }.map { start + $0 } }
    return facts
  }

  private mutating func skip(_ count: Int) throws {
    var rest = count
    while rest > 0, case let piece = try take(min(rest, 256 << 10)), !piece.isEmpty { rest -= piece.count }
  }
}

/// What headers say about the entry behind them.
private struct PaxFacts {
  var name: [UInt8]?
  var size: Int?
  var isSparse = false

  /// Reads records of the form `27 path=package/a.json` and a line feed.
  mutating func read(_ bytes: [UInt8], at offset: Int) throws(TarFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1, length <= rest.count
      else { throw TarFault(offset: offset, sentence: "expected the facts of a pax header, found other bytes") }
      let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
      let value = record.drop { $0 != UInt8(ascii: "=") }.dropFirst()
      if record.starts(with: "path=".utf8) {
        name = Array(value)
      } else if record.starts(with: "size=".utf8) {
        // Two readers that disagree about a size see different files, so a doubtful one ends the reading.
        guard let number = Int(String(decoding: value, as: UTF8.self)), number >= 0 else { throw .noSize(at: offset) }
        size = number
      } else if record.starts(with: "GNU.sparse.".utf8) {
        isSparse = true
      }
      rest = rest.dropFirst(length)
    }
  }
}

struct TarHeader {
  static let size = 512

  enum Kind {
    case file, folder, link, device
    /// A header that names the following entry, in the form of pax or of GNU, or has facts about all of them.
    case pax, longName, globalPax
    /// A name of the archive, or the target of a link: nothing to read.
    case note
    /// A file in a form that only some programs know, such as one with holes.
    case other
  }

  let name: [UInt8]
  let kind: Kind
  let count: Int

  /// - Returns: `nil` for a block of zeros, which ends the archive.
  init?(_ block: [UInt8], at offset: Int) throws(TarFault) {
    if block.allSatisfy({ $0 == 0 }) { return nil }
    guard let checksum = Self.number(block[148..<156]), checksum == Self.checksum(block) else {
      throw TarFault(offset: offset, sentence: "expected the header of a file in a tar archive, found other bytes")
    }
    guard let count = Self.number(block[124..<136]) else { throw .noSize(at: offset) }
    self.count = count
    let isPOSIX = block[257..<262].elementsEqual("ustar".utf8)
    let prefix = isPOSIX && block[262] == 0 ? Self.text(block[345..<500]) : []
    let last = Self.text(block[0..<100])
    name = prefix.isEmpty ? last : prefix + [UInt8(ascii: "/")] + last
    // The name of an archive is in the header itself, which has no data.
    let isArchiveName = block[156] == UInt8(ascii: "V") && count == 0
    kind = isArchiveName ? .note : Self.kinds[Unicode.Scalar(block[156])] ?? .other
  }

  private static let kinds: [Unicode.Scalar: Kind] = [
    "\0": .file, "0": .file, "7": .file, "1": .link, "2": .link, "3": .device, "4": .device, "6": .device, "5": .folder,
    "x": .pax, "L": .longName, "g": .globalPax, "K": .note,
  ]

  /// The text up to the first zero.
  static func text(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(bytes.prefix { $0 != 0 }) }

  /// A number in octal digits or, if the first bit is set, in base 256; `nil` for anything else, or if it is too large.
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
