/// A zip archive in the notation of rules and tests: an entry on each line, with its peculiarities.
///
///     Patient-1.json
///     Patient-2.json  checksum 00000000
///     ../Patient-3.json
///     (the directory counts 2 entries)
///
/// A name ends at two spaces; bytes that are not UTF-8 are written as in ``MarkedJSON``. An entry holds a record by
/// default. Lines in parentheses are about the archive as a whole. A line in `«` and `»` is the one at fault.
package struct ArchiveExample {
  /// The archive.
  package private(set) var bytes: [UInt8] = []
  /// The number of the entry at fault.
  package private(set) var marked: Int?
  /// The names of the entries.
  package let names: [String]
  private let headerOffsets: [Int]

  /// The content of an entry.
  package static let record = #"{"resourceType":"Patient"}"#

  /// An error in the example itself.
  package struct Mistake: Error {
    package let line: String
  }

  package init(_ text: String) throws {
    var writer = ZipWriter([])
    var isCut = false
    for markedLine in text.split(separator: "\n") {
      let isMarked = markedLine.hasPrefix("«")
      let line = isMarked ? markedLine.dropFirst().dropLast() : markedLine
      if isMarked { marked = writer.entries.count }
      if line.hasPrefix("(") {
        let words = line.dropFirst().dropLast().split(separator: " ")
        if words.starts(with: ["the", "directory", "counts"]), let count = Int(words[3]) {
          writer.changeEnd = { $0.count = count }
        } else if words.elementsEqual(["the", "directory", "is", "missing"]) {
          isCut = true
        } else {
          throw Mistake(line: String(line))
        }
      } else {
        writer.entries.append(try Self.entry(line, after: writer))
      }
    }
    names = writer.entries.map { String(decoding: $0.name, as: UTF8.self) }
    headerOffsets = writer.headerOffsets
    bytes = writer.bytes
    if isCut { bytes.removeLast(bytes.count - writer.directoryOffset) }
  }

  /// The offset of the entry in the directory.
  package func headerOffset(of entry: Int) -> Int { headerOffsets[entry] }

  private static func entry(_ line: Substring, after writer: ZipWriter) throws -> ZipWriter.Entry {
    let parts = line.split(separator: "  ", maxSplits: 1)
    let name = try MarkedJSON(String(parts[0])).bytes
    var entry = ZipWriter.Entry(name, Array(record.utf8))
    guard parts.count == 2 else { return entry }
    let words = parts[1].split(separator: " ")
    let number = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "encrypted": entry.flags |= 1
    case "method": entry.method = Int(number) ?? -1
    case "checksum": entry.checksum = UInt32(number, radix: 16) ?? 1
    case "size": entry.size = Int(number) ?? -1
    case "mode": entry.mode = Int(number, radix: 8) ?? -1
    case "packed":
      entry.packed = words.dropFirst(2).compactMap { UInt8($0, radix: 16) }
      entry.packedSize = entry.packed.count
    case "calls":
      let ownName = Array(words[2].utf8)
      entry.changeLocal = { $0.localName = ownName }
    case "holds": entry = ZipWriter.Entry(name, Array(parts[1].dropFirst("holds ".count).utf8))
    case "is": entry = ZipWriter.Entry(name, ZipWriter([]).bytes)
    case "lies": entry.offset = writer.offset(of: Array(words[2].utf8))
    case let count where words.dropFirst().starts(with: ["bytes", "behind"]):
      entry.packed += Array(repeating: 0, count: Int(count) ?? 0)
      entry.packedSize = entry.packed.count
    case let count where words.dropFirst().elementsEqual(["spaces"]):
      entry = ZipWriter.Entry(name, Array(repeating: 0x20, count: Int(count) ?? 0))
    default: throw Mistake(line: String(line))
    }
    return entry
  }
}
