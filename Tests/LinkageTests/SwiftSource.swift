import FHIRTestSupport
import Foundation

/// A Swift file, with its comments and its string literals separated from the code.
struct SwiftSource {
  /// A literal, or a part of one between interpolations.
  struct Literal {
    var text: String
    var line: Int
    /// Where it begins in ``code``.
    var offset: Int
  }

  /// The source with every byte of a comment or a literal replaced by a space; line numbers do not change.
  private(set) var code: [UInt8] = []
  private(set) var literals: [Literal] = []
  /// The lines of the source as written.
  let lines: [Substring]

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    readCode(untilParenthesis: false)
  }

  /// The code, line by line.
  var codeLines: [Substring] {
    String(decoding: code, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func starts(_ text: StaticString, _ place: Int) -> Bool {
    bytes[min(place, bytes.count)...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Consumes bytes; those that are not code become spaces.
  private mutating func take(_ count: Int = 1, asCode: Bool) {
    for _ in 0..<count where place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n") { line += 1 }
      code.append(asCode || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
      place += 1
    }
  }

  /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while place < bytes.count {
      if starts("//", place) {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { take(asCode: false) }
      } else if starts("/*", place) {
        readBlockComment()
      } else if let hashes = hashesOfLiteral() {
        readLiteral(hashes: hashes)
      } else {
        if bytes[place] == UInt8(ascii: "(") { depth += 1 }
        if bytes[place] == UInt8(ascii: ")") {
          if untilParenthesis, depth == 0 { return }
          depth -= 1
        }
        take(asCode: true)
      }
    }
  }

  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      if starts("/*", place) {
        depth += 1
        take(2, asCode: false)
      } else if starts("*/", place) {
        depth -= 1
        take(2, asCode: false)
      } else {
        take(asCode: false)
      }
    } while depth > 0 && place < bytes.count
  }

  /// The number of `#` before the quotation mark of a literal that begins here; `nil` if none begins.
  private func hashesOfLiteral() -> Int? {
    var end = place
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - place : nil
  }

  private mutating func readLiteral(hashes: Int) {
    take(hashes, asCode: false)
    let quotes = starts("\"\"\"", place) ? 3 : 1
    take(quotes, asCode: false)
    var current = Literal(text: "", line: line, offset: place)
    var start = place
    func closes(_ place: Int) -> Bool {
      place + quotes + hashes <= bytes.count && bytes[place..<place + quotes].allSatisfy { $0 == UInt8(ascii: "\"") }
        && bytes[(place + quotes)..<(place + quotes + hashes)].allSatisfy { $0 == UInt8(ascii: "#") }
    }
    func escapes(_ place: Int) -> Bool {
      place + hashes < bytes.count && bytes[place] == UInt8(ascii: "\\")
        && bytes[(place + 1)..<(place + 1 + hashes)].allSatisfy { $0 == UInt8(ascii: "#") }
    }
    while place < bytes.count, !closes(place) {
      guard escapes(place) else {
        take(asCode: false)
        continue
      }
      let next = place + 1 + hashes
      guard next < bytes.count, bytes[next] == UInt8(ascii: "(") else {
        take(2 + hashes, asCode: false)
        continue
      }
      current.text = String(decoding: bytes[start..<place], as: UTF8.self)
      literals.append(current)
      take(2 + hashes, asCode: false)
      readCode(untilParenthesis: true)
      take(asCode: false)
      start = place
      current = Literal(text: "", line: line, offset: place)
    }
    current.text = String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
    literals.append(current)
    take(quotes + hashes, asCode: false)
  }
}

extension SwiftSource {
  /// The hand-written files below a folder of `Sources`, or below that itself, by path from the package.
  static func handWritten(below folder: String) throws -> [(path: String, source: SwiftSource)] {
    try all.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  /// Read once, for all suites.
  private static let all = Result {
    let url = PackageRoot.url.appending(path: "Sources")
    return try PackageRoot.files(below: url, ending: ".swift").compactMap {
      path -> (path: String, source: SwiftSource)? in
      let text = String(decoding: try PackageRoot.bytes(url.appending(path: path)), as: UTF8.self)
      return text.hasPrefix("// Generated by ") ? nil : ("Sources/\(path)", SwiftSource(text))
    }
  }
}
