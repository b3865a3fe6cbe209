import FHIRTestSupport
import Foundation
import Testing

/// A caller cannot confuse numbers of different meaning: few functions take three or more bare `Int`s.
///
/// Indices of the tape and rows of tables have types of their own (`TapeIndex`, `TypeID`, `MemberID`, `ElementID`).
/// `bare-integers.txt` lists the remaining functions, each with its reason.
@Suite struct BareIntegerTests {
  private static let limit = 3

  @Test func functionsTakeFewBareIntegers() throws {
    var allowed = try Self.allowed()
    for (path, source) in try SwiftSource.handWritten(below: "Sources") {
      let file = String(path.dropFirst("Sources/".count))
      for function in FunctionHead.all(in: source) where function.integers >= Self.limit {
        let entry = "\(file) \(function.name)"
        guard let most = allowed[entry] else {
          Issue.record("\(path):\(function.line) \(function.name) takes \(function.integers) bare Ints")
          continue
        }
        if most.used < most.count { allowed[entry]?.used += 1 } else { Issue.record("\(entry) is there once more") }
      }
    }
    for (entry, most) in allowed where most.used < most.count {
      Issue.record("bare-integers.txt: not needed any more: \(entry)")
    }
  }

  /// The listed functions: how many have one name in a file, and how many were found.
  private static func allowed() throws -> [String: (count: Int, used: Int)] {
    let text = String(decoding: try PackageRoot.bytes("Tests/LinkageTests/bare-integers.txt"), as: UTF8.self)
    var allowed: [String: (count: Int, used: Int)] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 2)
      try #require(parts.count == 3, "no reason: \(line)")
      allowed["\(parts[0]) \(parts[1])", default: (0, 0)].count += 1
    }
    return allowed
  }

  @Test func integersAreCounted() {
    let source = SwiftSource(
      """
      func a(_ b: Int, c: Int? = nil, d: inout Int, e: [Int], f: (Int, Int) -> Int) {}
      init(_ g: some P, h: Int = max(1, 2), // i: Int
        j: UInt8) {}
      subscript<T>(k: Int, l: T) -> Int { m(n: 1) }
      """)
    #expect(
      FunctionHead.all(in: source).map { "\($0.name) \($0.integers) \($0.line)" } == [
        "a 3 1", "init 1 2", "subscript 1 4",
      ])
  }
}

/// A declaration with parameters.
struct FunctionHead {
  var name: String
  var line: Int
  /// The parameters of type `Int`, including optional and `inout` ones.
  var integers: Int

  static func all(in source: SwiftSource) -> [FunctionHead] {
    var found: [FunctionHead] = []
    var place = 0
    let code = source.code
    while place < code.count {
      guard let (name, end) = head(code, place) else {
        place += 1
        continue
      }
      let (parameters, next) = parameters(code, end)
      let line = code[..<place].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      found.append(FunctionHead(name: name, line: line, integers: parameters.count(where: isInteger)))
      place = next
    }
    return found
  }

  /// The name of the declaration at a place, and the place of its parenthesis.
  private static func head(_ code: [UInt8], _ place: Int) -> (name: String, open: Int)? {
    if place > 0, isNameByte(code[place - 1]) || code[place - 1] == UInt8(ascii: ".") { return nil }
    for keyword in ["func ", "init", "subscript"] where code[place...].starts(with: keyword.utf8) {
      var end = place + keyword.utf8.count
      var name = keyword
      if keyword == "func " {
        let start = end
        while end < code.count, isNameByte(code[end]) { end += 1 }
        name = String(decoding: code[start..<end], as: UTF8.self)
      } else if end < code.count, code[end] == UInt8(ascii: "?") || code[end] == UInt8(ascii: "!") {
        end += 1
      }
      // Generic parameters have no parentheses here.
      if end < code.count, code[end] == UInt8(ascii: "<") {
        while end < code.count, code[end] != UInt8(ascii: "(") { end += 1 }
      }
      return end < code.count && code[end] == UInt8(ascii: "(") && !name.isEmpty ? (name, end) : nil
    }
    return nil
  }

  private static func parameters(_ code: [UInt8], _ open: Int) -> (parameters: [String], next: Int) {
    var (parameters, current, depth, place) = ([String](), [UInt8](), 1, open + 1)
    while place < code.count {
      let byte = code[place]
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { break }
      if byte == UInt8(ascii: ","), depth == 1 {
        parameters.append(String(decoding: current, as: UTF8.self))
        current = []
      } else {
        current.append(byte)
      }
    }
    parameters.append(String(decoding: current, as: UTF8.self))
    return (parameters, place)
  }

  private static func isInteger(_ parameter: String) -> Bool {
    guard let colon = parameter.firstIndex(of: ":") else { return false }
    let type = parameter[parameter.index(after: colon)...].prefix { $0 != "=" }
    let words = type.split { $0 == " " || $0 == "\n" }
    guard let last = words.last, last == "Int" || last == "Int?" else { return false }
    return words.count == 1 || words.count == 2 && (words[0] == "inout" || words[0] == "borrowing")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
