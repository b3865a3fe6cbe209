import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation

/// The values of the strings in the records below a folder that have four characters or more and are no name or code.
struct RecordTexts {
  /// Without repetition, in the order of their first occurrences.
  private(set) var values: [[UInt8]] = []
  private let folder: URL
  private var files: [File] = []
  /// What a report may show of each literal, as places in ``values``, by the literal's number.
  private var parts: [[Int]] = []

  private struct File {
    let path: String
    let bytes: [UInt8]
    /// The strings that are no keys, without their quotes, each with its number.
    var literals: [(range: Range<Int>, number: Int)] = []
  }

  /// Bytes that are hashed and compared as a whole: element by element takes minutes in a debug build.
  private struct Text: Hashable {
    let bytes: [UInt8]

    static func == (a: Text, b: Text) -> Bool {
      a.bytes.count == b.bytes.count && memcmp(a.bytes, b.bytes, a.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  init(below input: String) throws {
    folder = URL(fileURLWithPath: input)
    let paths = ["json", "ndjson"].flatMap { PackageRoot.files(below: URL(fileURLWithPath: input), ending: "." + $0) }
    var (literals, places): ([Text: Int], [Text: Int]) = ([:], [:])
    for path in paths {
      var file = File(path: path, bytes: try PackageRoot.bytes(URL(fileURLWithPath: input + "/" + path)))
      for range in Self.literals(in: file.bytes) {
        let literal = Text(bytes: Array(file.bytes[range]))
        let known = literals[literal]
        let number = known ?? literals.count
        file.literals.append((range, number))
        if known != nil { continue }
        literals[literal] = number
        parts.append(
          Self.parts(of: literal.bytes).map { part in
            if let place = places[Text(bytes: part)] { return place }
            places[Text(bytes: part)] = values.count
            values.append(part)
            return values.count - 1
          })
      }
      files.append(file)
    }
  }

  /// Copies the folder, with other texts of the same length and form in place of some values.
  ///
  /// - Parameters:
  ///   - replaced: the places of the values.
  ///   - isPart: whether only the files with such a value are copied.
  func write(to copy: URL, replacing replaced: Set<Int>, isPart: Bool = false) throws {
    if !isPart { try FileManager.default.copyItem(at: folder, to: copy) }
    let isReplaced = parts.map { !replaced.isDisjoint(with: $0) }
    for file in files where file.literals.contains(where: { isReplaced[$0.number] }) {
      var bytes = file.bytes
      for literal in file.literals where isReplaced[literal.number] {
        for place in literal.range { bytes[place] = Self.other(bytes[place]) }
      }
      try Self.write(bytes, to: copy.appending(path: file.path))
    }
  }

  /// Copies the files that have a value.
  func write(to copy: URL, filesWith value: Int) throws {
    let isWanted = parts.map { $0.contains(value) }
    for file in files where file.literals.contains(where: { isWanted[$0.number] }) {
      try Self.write(file.bytes, to: copy.appending(path: file.path))
    }
  }

  private static func write(_ bytes: [UInt8], to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// A letter for a letter, and a digit for a digit.
  private static func other(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x30...0x39: 0x30 + (byte - 0x30 + 5) % 10
    case 0x41...0x5A: 0x41 + (byte - 0x41 + 13) % 26
    case 0x61...0x7A: 0x61 + (byte - 0x61 + 13) % 26
    default: byte
    }
  }

  /// The strings of a JSON text that are no keys, without their quotes.
  private static func literals(in bytes: [UInt8]) -> [Range<Int>] {
    var literals: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "\"") else {
          index += 1
          continue
        }
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.count)
        index = end + 1
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        if index >= bytes.count || bytes[index] != UInt8(ascii: ":") { literals.append(start..<end) }
      }
    }
    return literals
  }

  /// What a report may show of a value: the value, or the longest part of it that no format writes in another way.
  private static func parts(of literal: [UInt8]) -> [[UInt8]] {
    guard literal.count >= 4 else { return [] }
    let value = String(decoding: literal, as: UTF8.self)
    guard value.unicodeScalars.count >= 4, !isShown(value) else { return [] }
    let longest = longestPlain(literal)
    if longest.count == literal.count { return [literal] }
    let whole = memchr(literal, Int32(UInt8(ascii: "\\")), literal.count) == nil ? [literal] : []
    return longest.count >= 12 ? [Array(literal[longest])] + whole : whole
  }

  /// The longest range of bytes that every format writes as they are.
  private static func longestPlain(_ literal: [UInt8]) -> Range<Int> {
    literal.withUnsafeBufferPointer { literal in
      isPlain.withUnsafeBufferPointer { isPlain in
        var (longest, start) = (0..<0, 0)
        for index in 0...literal.count {
          if index < literal.count, isPlain[Int(literal[index])] { continue }
          if index - start > longest.count { longest = start..<index }
          start = index + 1
        }
        return longest
      }
    }
  }

  private static let isPlain = (0..<256).map { $0 >= 0x20 && !"\"'&<>\\%:,".utf8.contains(UInt8($0)) }

  /// Whether a text is the name of an element or a type, a code of a value set, or what a guide calls a definition.
  private static func isShown(_ value: String) -> Bool {
    if names.contains(value) { return true }
    guard value.utf8.contains(UInt8(ascii: ".")) else { return false }
    return value.utf8.split(separator: UInt8(ascii: ".")).allSatisfy { names.contains(String(Substring($0))) }
  }

  private static let names: Set<String> = {
    var names = Set(Redaction(ofFiles: []).shownNames)
    let guides = PackageRoot.url.appending(path: "Schemas/guides").resolvingSymlinksInPath()
    for file in PackageRoot.files(below: guides, ending: ".json") {
      let text = (try? String(contentsOf: guides.appending(path: file), encoding: .utf8)) ?? ""
      for match in text.matches(of: /"(?:url|sliceName)":"([^"]+)"/) { names.insert(String(match.1)) }
    }
    return names
  }()
}
