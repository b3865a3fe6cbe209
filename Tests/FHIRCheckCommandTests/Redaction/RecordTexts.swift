import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation

/// The values of the strings in the records below a folder that have four characters or more and are no name or code.
struct RecordTexts {
  /// Without repetition, in no order.
  let values: [[UInt8]]
  private let folder: URL
  private let files: [(path: String, bytes: [UInt8])]

  init(below input: String) throws {
    folder = URL(fileURLWithPath: input)
    let paths = ["json", "ndjson"].flatMap { PackageRoot.files(below: URL(fileURLWithPath: input), ending: "." + $0) }
    files = try paths.map { ($0, try PackageRoot.bytes(URL(fileURLWithPath: input + "/" + $0))) }
    var values: Set<[UInt8]> = []
    for file in files {
      for literal in Self.literals(in: file.bytes) { values.formUnion(Self.parts(of: file.bytes[literal])) }
    }
    self.values = Array(values)
  }

  /// Copies the folder, with other texts of the same length and form in place of some values.
  ///
  /// - Parameter isPart: whether only the files with such a value are copied.
  /// - Returns: whether there was any.
  @discardableResult
  func write(to copy: URL, replacing replaced: Set<[UInt8]>, isPart: Bool = false) throws -> Bool {
    if !isPart { try FileManager.default.copyItem(at: folder, to: copy) }
    var hasAny = false
    for file in files {
      var bytes = file.bytes
      var isChanged = false
      for literal in Self.literals(in: file.bytes) {
        guard !Self.parts(of: file.bytes[literal]).isDisjoint(with: replaced) else { continue }
        isChanged = true
        for place in literal { bytes[place] = Self.other(bytes[place]) }
      }
      guard isChanged else { continue }
      hasAny = true
      try Self.write(bytes, to: copy.appending(path: file.path))
    }
    return hasAny
  }

  /// Copies the files that have a value.
  func write(to copy: URL, filesWith value: [UInt8]) throws {
    for file in files
    where Self.literals(in: file.bytes).contains(where: { Self.parts(of: file.bytes[$0]).contains(value) }) {
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
  private static func parts(of literal: ArraySlice<UInt8>) -> Set<[UInt8]> {
    guard literal.count >= 4 else { return [] }
    let value = String(decoding: literal, as: UTF8.self)
    guard value.unicodeScalars.count >= 4, !isShown(value) else { return [] }
    let isPlain: (UInt8) -> Bool = { $0 > 0x20 && !"\"'&<>\\%:,".utf8.contains($0) || $0 == 0x20 }
    if literal.allSatisfy(isPlain) { return [Array(literal)] }
    let longest = literal.split { !isPlain($0) }.max { $0.count < $1.count } ?? []
    var parts: Set<[UInt8]> = longest.count >= 12 ? [Array(longest)] : []
    if !literal.contains(UInt8(ascii: "\\")) { parts.insert(Array(literal)) }
    return parts
  }

  /// Whether a text is the name of an element or a type, a code of a value set, or what a guide calls a definition.
  private static func isShown(_ value: String) -> Bool {
    names.contains(value) || value.split(separator: ".").allSatisfy { names.contains(String($0)) }
  }

  private static let names: Set<String> = {
    var names = Set(FHIRCheckCommand.redaction.shownNames)
    let guides = PackageRoot.url.appending(path: "Schemas/guides").resolvingSymlinksInPath()
    for file in PackageRoot.files(below: guides, ending: ".json") {
      let text = (try? String(contentsOf: guides.appending(path: file), encoding: .utf8)) ?? ""
      for match in text.matches(of: /"(?:url|sliceName)":"([^"]+)"/) { names.insert(String(match.1)) }
    }
    return names
  }()
}
