import FHIRTestSupport
import Foundation
import Testing

/// Hand-written files and types stay small enough to be read at once.
///
/// A type with more than fifteen stored properties gives the reason in its comment, after `One type`. `large-types.txt`
/// lists those that still have to be divided: the list may only get shorter.
@Suite struct SizeTests {
  private static let lineLimit = 300
  private static let propertyLimit = 15

  @Test(arguments: ["Sources", "Tests"])
  func noFileIsTooLong(folder: String) throws {
    for (path, source) in try SwiftSource.handWritten(below: folder) {
      // There is no line after the last line feed.
      #expect(source.lines.count - 1 <= Self.lineLimit, "\(path)")
    }
  }

  @Test func noTypeHoldsTooMuch() throws {
    var owed = try Self.owed()
    for (path, source) in try SwiftSource.handWritten(below: "Sources") {
      for type in TypeDeclaration.all(in: source) where type.storedProperties > Self.propertyLimit {
        if let limit = owed.removeValue(forKey: type.name) {
          #expect(type.storedProperties <= limit, "\(path): \(type.name) has grown")
        } else {
          #expect(
            type.comment.contains("One type"),
            "\(path): \(type.name) has \(type.storedProperties) stored properties, and no comment says why it is one thing"
          )
        }
      }
    }
    #expect(owed.isEmpty, "large-types.txt names types that are small now, or gone")
  }

  /// The types that have to be divided, with the largest number of stored properties that they may have until then.
  private static func owed() throws -> [String: Int] {
    let text = String(decoding: try PackageRoot.bytes("Tests/LinkageTests/large-types.txt"), as: UTF8.self)
    var owed: [String: Int] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      owed[String(parts[0])] = try #require(parts.count > 2 ? Int(parts[1]) : nil, "\(line)")
    }
    return owed
  }

  @Test func storedPropertiesAreCounted() {
    let source = SwiftSource(
      """
      /// A type.
      ///
      /// One type: it is an example.
      @frozen public struct A: ~Copyable {
        let a, b: Int
        @usableFromInline private(set) var c = [1: "{ var x = 1"]
        static let shared = 1
        var d: Int { c }
        var e: Int = 0 {
          didSet { let old = oldValue }
        }
        var (f, g) = (1, 2)
        lazy var h = { let i = 1; return i }()
        // var i = 1
        struct B { var j: (Int, Int) }
        func k() {
          var l = 1
        }
      }
      enum C { case m }
      """)
    let types = TypeDeclaration.all(in: source)
    #expect(types.map { "\($0.name) \($0.storedProperties)" }.sorted() == ["A 7", "B 1", "C 0"])
    #expect(types.first { $0.name == "A" }?.comment.contains("One type: ") == true)
  }
}

/// A type in a source, as far as its lines show.
struct TypeDeclaration {
  var name: String
  /// The comment above it.
  var comment: String
  var storedProperties = 0

  /// All types that a source declares; extensions have no stored properties.
  static func all(in source: SwiftSource) -> [TypeDeclaration] {
    var open: [(depth: Int, type: TypeDeclaration?)] = []
    var found: [TypeDeclaration] = []
    var depth = 0
    for (number, line) in source.codeLines.enumerated() {
      // A line that opens a type may hold its properties too.
      let pieces = line.split(separator: "{", maxSplits: 1)
      let names = pieces.first.map { typeName($0) } ?? nil
      if let name = names, line.contains("{") {
        let comment = commentAbove(number, source)
        open.append((depth, TypeDeclaration(name: name, comment: comment)))
        if pieces.count > 1 { count(in: pieces[1], &open) }
      } else if let last = open.last, last.depth == depth - 1 {
        count(in: line, &open)
      }
      depth += line.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "{") ? 1 : $1 == UInt8(ascii: "}") ? -1 : 0) }
      while let last = open.last, depth <= last.depth {
        if let type = last.type { found.append(type) }
        open.removeLast()
      }
    }
    return found
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "private(set)", "package(set)", "internal(set)", "final",
    "indirect", "lazy", "weak", "unowned", "nonisolated", "nonisolated(unsafe)",
  ]

  /// The words of a line after attributes and modifiers.
  private static func words(_ line: Substring) -> ArraySlice<Substring> {
    line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
  }

  private static func typeName(_ line: Substring) -> String? {
    let words = words(line)
    guard let keyword = words.first, ["struct", "class", "enum", "actor"].contains(keyword), words.count > 1 else {
      return nil
    }
    return String(words[words.startIndex + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  /// Counts the properties that a line of the innermost type declares.
  private static func count(in line: Substring, _ open: inout [(depth: Int, type: TypeDeclaration?)]) {
    let words = words(line)
    guard let keyword = words.first, keyword == "var" || keyword == "let" else { return }
    let rest = words.dropFirst().joined(separator: " ")
    let isComputed = keyword == "var" && rest.prefix { $0 != "=" }.contains("{")
    let pattern = rest.prefix { $0 != ":" && $0 != "=" }
    if !isComputed { open[open.count - 1].type?.storedProperties += pattern.split(separator: ",").count }
  }

  private static func commentAbove(_ line: Int, _ source: SwiftSource) -> String {
    var lines: [Substring] = []
    var number = line - 1
    while number >= 0 {
      let text = source.lines[number].drop { $0 == " " }
      guard text.hasPrefix("//") || text.hasPrefix("@") else { break }
      lines.append(text)
      number -= 1
    }
    return lines.reversed().joined(separator: "\n")
  }
}
