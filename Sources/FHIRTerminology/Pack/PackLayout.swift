package import FHIRSupport

/// The parts of a pack that are the same for all systems: see the article on the layout.
package enum PackLayout {
  /// The first bytes of a pack, and in reverse order the first of its ending.
  package static let magic: StaticString = "FHIRPACK"
  package static let endMagic: StaticString = "KCAPRIHF"
  /// Changes with each change of the layout: another version is refused.
  package static let version: UInt32 = 3
  static let headCount = 16
  package static let endCount = 64
  static let leastCount = headCount + endCount
  /// A block of the contents has 64 KiB.
  package static let blockShift = 16
  /// The most systems of a pack, and the most properties of a system.
  static let mostSystems = 100_000
  static let mostProperties = 10_000
  static let noPack = "it is not a terminology pack, which 'fhircheck terminology compile' makes, or was cut"

  /// Packs are read on other machines and by later versions, so this key never changes. It is no secret: the checksum
  /// finds accidents. What an attacker writes is kept in bounds by the checks of every offset.
  private static let key = KeyedHash(
    0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63)

  package static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 { long(bytes).low }

  package static func long(_ bytes: UnsafeRawBufferPointer) -> Fingerprint {
    guard let start = bytes.baseAddress else { return .zero }
    return key.hash(start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Reads the beginning and the ending, compares the checksum of the directory and the ending, and returns where the
  /// directory is: between the contents and the checksums of their blocks.
  static func directory(_ start: UnsafeRawPointer, _ count: Int) throws(TerminologyPackError) -> Range<Int> {
    guard isBeginning(UnsafeRawBufferPointer(start: start, count: 8)) else { throw TerminologyPackError(noPack) }
    let found = start.load(fromByteOffset: 8, as: UInt32.self)
    guard found == version else {
      throw TerminologyPackError("expected version \(version) of the format of packs, found \(found); compile it again")
    }
    let end = start + (count - endCount)
    func word(_ place: Int) -> UInt64 { end.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
    let cut = TerminologyPackError("expected the end of a terminology pack, found other bytes; the file was cut")
    guard UnsafeRawBufferPointer(start: end, count: 8).elementsEqual(endMagic.bytes), word(8) == UInt64(count) else {
      throw cut
    }
    let (offset, size, sums) = (word(16), word(24), word(32))
    // The ending states its own length, so these cannot overflow.
    guard offset <= UInt64(count), size <= UInt64(count), sums <= UInt64(count) / 8, offset % 8 == 0, size % 8 == 0,
      offset + size + sums * 8 + UInt64(endCount) == UInt64(count), offset >= UInt64(headCount),
      sums == (offset + (1 << blockShift) - 1) >> UInt64(blockShift)
    else { throw cut }
    let body = UnsafeRawBufferPointer(start: start + Int(offset), count: count - Int(offset) - 16)
    let sum = long(body)
    guard sum.low == word(48), sum.high == word(56) else {
      throw TerminologyPackError("its directory does not have the checksum that was written; the file is damaged")
    }
    return Int(offset)..<Int(offset + size)
  }

  static func isBeginning(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.prefix(8).elementsEqual(magic.bytes) }
}

extension StaticString {
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}

/// The numbers and texts of a directory, in one order for both ways: they are written, or read from bytes that are given.
package struct DirectoryFields {
  /// What was written.
  package private(set) var written: [UInt8] = []
  private let bytes: UnsafeRawBufferPointer?
  private var place = 0
  /// Where the sections must end.
  let contents: Int
  private static let fault = TerminologyPackError("its directory names what is not there; the file is damaged")

  package init() { (bytes, contents) = (nil, 0) }

  init(_ bytes: UnsafeRawBufferPointer, contents: Int) { (self.bytes, self.contents) = (bytes, contents) }

  // The limits are for what is read.

  mutating func number(_ number: inout Int, upTo most: Int) throws(TerminologyPackError) {
    guard let bytes else { return withUnsafeBytes(of: UInt64(number).littleEndian) { written += $0 } }
    guard place + 8 <= bytes.count else { throw Self.fault }
    let found = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    guard found <= UInt64(most) else { throw Self.fault }
    place += 8
    number = Int(found)
  }

  mutating func flag(_ flag: inout Bool) throws(TerminologyPackError) {
    var number = flag ? 1 : 0
    try self.number(&number, upTo: 1)
    flag = number == 1
  }

  mutating func text(_ text: inout String) throws(TerminologyPackError) {
    var count = text.utf8.count
    try number(&count, upTo: bytes?.count ?? count)
    guard let bytes else { return written += text.utf8 }
    guard place + count <= bytes.count else { throw Self.fault }
    text = String(decoding: bytes[place..<place + count], as: UTF8.self)
    place += count
  }

  /// - Parameter new: what an item is before it is read.
  mutating func list<Item>(
    _ items: inout [Item], upTo most: Int, _ new: Item,
    _ field: (inout DirectoryFields, inout Item) throws(TerminologyPackError) -> Void
  ) throws(TerminologyPackError) {
    var count = items.count
    try number(&count, upTo: most)
    for place in 0..<count {
      if place == items.count { items.append(new) }
      try field(&self, &items[place])
    }
  }

  /// - Parameter stride: the number of bytes of an entry.
  mutating func section(_ section: inout PackSection, stride: Int) throws(TerminologyPackError) {
    try number(&section.start, upTo: contents)
    try number(&section.count, upTo: contents)
    if bytes == nil { return }
    guard section.start + section.count <= contents, section.start % 8 == 0, section.count % stride == 0 else {
      throw Self.fault
    }
  }

  /// The whole directory of a pack.
  package mutating func all(
    _ valueSets: inout PackSection, _ systems: inout [PackedSystem.Directory]
  ) throws(TerminologyPackError) {
    try section(&valueSets, stride: 1)
    try list(&systems, upTo: PackLayout.mostSystems, PackedSystem.Directory()) {
      fields, system throws(TerminologyPackError) in
      try fields.text(&system.url)
      try fields.text(&system.version)
      try fields.text(&system.title)
      try fields.number(&system.count, upTo: fields.contents)
      try fields.number(&system.activeCount, upTo: system.count)
      try fields.flag(&system.ignoresCase)
      try fields.flag(&system.isNumeric)
      try fields.flag(&system.isWhole)
      try fields.list(&system.languages, upTo: 256, "") { fields, name throws(TerminologyPackError) in
        try fields.text(&name)
      }
      try fields.list(&system.parts, upTo: 100_000, "") { fields, name throws(TerminologyPackError) in
        try fields.text(&name)
      }
      for section in PackedSystem.Section.allCases { try fields.section(&system[section], stride: section.stride) }
      try fields.list(&system.properties, upTo: PackLayout.mostProperties, .init(name: "", valueCount: 0)) {
        fields, property throws(TerminologyPackError) in
        try fields.text(&property.name)
        try fields.number(&property.valueCount, upTo: fields.contents)
        try fields.section(&property.valueStarts, stride: 4)
        try fields.section(&property.values, stride: 1)
        try fields.section(&property.rowStarts, stride: 4)
        try fields.section(&property.rows, stride: property.width)
      }
    }
  }
}
