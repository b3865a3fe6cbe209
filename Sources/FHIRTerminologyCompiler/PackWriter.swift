import FHIRSupport
import FHIRTerminology

/// Writes a pack from the first byte to the last, and keeps no more than a block and the directory in memory.
final class PackWriter {
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var block: [UInt8] = []
  private var sums: [UInt64] = []
  private(set) var count = 0

  /// - Parameter sink: receives the bytes in order.
  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    self.sink = sink
    block.reserveCapacity(1 << PackLayout.blockShift)
    var head = Array(PackLayout.magic.bytes)
    withUnsafeBytes(of: PackLayout.version.littleEndian) { head += $0 }
    head += [0, 0, 0, 0]
    try head.withUnsafeBytes { try write($0) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let part = rest.prefix((1 << PackLayout.blockShift) - block.count)
      block += part
      count += part.count
      rest = UnsafeRawBufferPointer(rebasing: rest[(rest.startIndex + part.count)...])
      if block.count == 1 << PackLayout.blockShift { try flush() }
    }
  }

  private func flush() throws {
    if block.isEmpty { return }
    try block.withUnsafeBytes { bytes in
      sums.append(PackLayout.sum(bytes))
      try sink(bytes)
    }
    block.removeAll(keepingCapacity: true)
  }

  /// Writes a section, which begins at a multiple of eight bytes.
  func section(_ body: () throws -> Void) throws -> PackSection {
    try pad()
    let start = count
    try body()
    // Places in a section are 32-bit numbers.
    guard count - start < Int(UInt32.max) else { throw TerminologyPackError("a system has more than fits into a pack") }
    return PackSection(start: start, count: count - start)
  }

  func section<Word: FixedWidthInteger>(_ words: [Word]) throws -> PackSection {
    try section { try words.withUnsafeBytes { try write($0) } }
  }

  /// Writes texts, and where each begins and the last ends.
  func texts(_ texts: [ArraySlice<UInt8>]) throws -> (texts: PackSection, starts: PackSection) {
    var starts: [UInt32] = [0]
    let section = try section {
      for text in texts {
        try text.withUnsafeBytes { try write($0) }
        starts.append(starts[starts.count - 1] &+ UInt32(text.count))
      }
    }
    return (section, try self.section(starts))
  }

  private func pad() throws { try [UInt8](repeating: 0, count: -count & 7).withUnsafeBytes { try write($0) } }

  func finish(_ valueSets: PackSection, _ systems: [PackedSystem.Directory]) throws {
    try pad()
    let offset = count
    try flush()
    var (directory, valueSets, systems) = (DirectoryFields(), valueSets, systems)
    try directory.all(&valueSets, &systems)
    var rest = directory.written
    while rest.count % 8 != 0 { rest.append(0) }
    let size = rest.count
    for sum in sums { withUnsafeBytes(of: sum.littleEndian) { rest += $0 } }
    let all = offset + rest.count + PackLayout.endCount
    rest += PackLayout.endMagic.bytes
    for number in [all, offset, size, sums.count, 0] { withUnsafeBytes(of: UInt64(number).littleEndian) { rest += $0 } }
    let sum = rest.withUnsafeBytes { PackLayout.long($0) }
    for word in [sum.low, sum.high] { withUnsafeBytes(of: word.littleEndian) { rest += $0 } }
    try rest.withUnsafeBytes { try sink($0) }
  }
}

/// Texts, of which the last are in memory and the others in a temporary file.
struct TextSpool {
  private var file: TemporaryFile?
  private var recent: [UInt8] = []
  private var written = 0
  private static let most = 1 << 20

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) throws -> Range<Int> {
    let start = written + recent.count
    recent += text
    if recent.count >= Self.most {
      let file = try self.file ?? TemporaryFile()
      self.file = file
      try recent.withUnsafeBytes { try file.append($0) }
      written += recent.count
      recent.removeAll(keepingCapacity: true)
    }
    return start..<start + text.count
  }

  func text(_ place: Range<Int>) throws -> [UInt8] {
    if place.lowerBound >= written { return Array(recent[(place.lowerBound - written)..<(place.upperBound - written)]) }
    var text = [UInt8](repeating: 0, count: place.count)
    try text.withUnsafeMutableBytes { if let file { try file.read(at: place.lowerBound, into: $0) } }
    return text
  }
}
