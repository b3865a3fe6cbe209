import FHIRSchema
import FHIRTestSupport
import Foundation
import Testing

/// A release is a value: hand-written code names no release, no resource type and no key of an invariant.
///
/// The test examines names of releases in code and string literals, and names of resource types and keys in literals.
/// Comments may name what they explain, and so may the pages of rules, which show records of a release.
/// `neutral-exceptions.txt` lists the exceptions with reasons.
@Suite struct NeutralSourcesTests {
  @Test func handWrittenCodeNamesNoRelease() throws {
    var exceptions = try Exceptions()
    let names = try NamesOfReleases()
    for (path, source) in try SwiftSource.handWritten(below: "Sources") where !exceptions.excludesModule(of: path) {
      for (word, line) in names.found(in: source) where !exceptions.allow(word, in: path) {
        Issue.record("\(path):\(line) names \(word)")
      }
    }
    for unused in exceptions.unused { Issue.record("neutral-exceptions.txt: not needed any more: \(unused)") }
  }

  @Test(arguments: [
    (#"let a = FHIRRelease.r4"#, ["r4"]), (#"let primaryR4 = 1 // DSTU2"#, ["primaryR4"]),
    (#"let isDSTU2 = "R4""#, ["isDSTU2", "R4"]), (#"case "Patient", "patient""#, ["Patient"]),
    (#"print("\(isDSTU2 ? "ele-1" : "")")"#, ["isDSTU2", "ele-1"]), ("let patient = Patient() /* R4 */", []),
    ("let four4 = r44 + ar4", []), ("let a = #\"Bundle\\\"#\nlet b = \"\"\"\n  dom-2\n  \"\"\"", ["Bundle", "dom-2"]),
    (#"Rule("a", explanation: Explanation(bad: "Patient (R4", good: "b"), "Group")"#, ["Group"]),
    (#"let a = Rule("a", bad: "Patient (R4", good: "b"), "Group")"#, ["Group"]),
  ])
  func namesAreSeen(source: String, words: [String]) throws {
    #expect(try NamesOfReleases().found(in: SwiftSource(source)).map(\.word).sorted() == words.sorted())
  }
}

/// The names that only a release has.
final class NamesOfReleases {
  private let releases: [[UInt8]]
  private let words: Set<String>
  /// The answers so far: a word occurs many times.
  private var known: [Substring: Bool] = [:]

  init() throws {
    var words: Set<String> = []
    var releases = Set(ReleaseNames.published.releases.map(\.name))
    for release in GeneratedSchema.releases {
      let schema = release.table
      for (row, name) in schema.typeNames.enumerated() where !name.isEmpty {
        if [.resource, .abstractResource].contains(schema.types[row].category) { words.insert(name) }
      }
      words.formUnion(schema.invariants.map(\.key))
    }
    // Releases that are known by some names only.
    let counterparts = String(decoding: try PackageRoot.bytes("Schemas/dstu2/counterparts.txt"), as: UTF8.self)
    for line in counterparts.split(separator: "\n") where !line.hasPrefix("#") {
      releases.formUnion(line.prefix { $0 != " " }.split(separator: "|").map(String.init))
    }
    self.words = words
    self.releases = releases.map { Array($0.uppercased().utf8) }
  }

  /// The words of a source that name a part of a release, with their lines.
  func found(in source: SwiftSource) -> [(word: String, line: Int)] {
    var found: [(String, Int)] = []
    for (number, line) in source.codeLines.enumerated() {
      for word in Self.split(line) where namesRelease(word) { found.append((String(word), number + 1)) }
    }
    let pages = Self.pages(of: source)
    for literal in source.literals where !pages.contains(where: { $0.contains(literal.offset) }) {
      for (number, line) in literal.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        for word in Self.split(line) where namesRelease(word) || words.contains(String(word)) {
          found.append((String(word), literal.line + number))
        }
      }
    }
    return found
  }

  /// Words of letters, digits and hyphens.
  private static func split(_ line: Substring) -> [Substring] {
    line.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "-" }
  }

  /// Whether a word is the name of a release, or contains it from a capital letter on.
  private func namesRelease(_ word: Substring) -> Bool {
    if let answer = known[word] { return answer }
    let answer = containsRelease(word)
    known[word] = answer
    return answer
  }

  private func containsRelease(_ word: Substring) -> Bool {
    let (word, capitals) = (Array(word.utf8), Array(word.uppercased().utf8))
    return releases.contains { name in
      word.indices.contains { start in
        guard capitals[start...].starts(with: name) else { return false }
        let end = start + name.count
        if end < word.count, word[end] &- 0x61 < 26 || word[end] &- 0x30 < 10 { return false }
        // Long names are found anywhere, `R4` only where a part of a name begins.
        return name.count > 3 || start == 0 || word[start - 1] == UInt8(ascii: "-")
          || (word[start] == name[0] && word[start - 1] &- 0x61 < 26)
      }
    }
  }

  /// The ranges of the pages of rules in the code.
  private static func pages(of source: SwiftSource) -> [Range<Int>] {
    let marks = ["Explanation(", " = Rule("].map { Array($0.utf8) }
    var pages: [Range<Int>] = []
    var place = 0
    while place < source.code.count {
      guard let mark = marks.first(where: { source.code[place] == $0[0] && source.code[place...].starts(with: $0) })
      else {
        place += 1
        continue
      }
      var (end, depth) = (place + mark.count, 1)
      while end < source.code.count, depth > 0 {
        if source.code[end] == UInt8(ascii: "(") { depth += 1 }
        if source.code[end] == UInt8(ascii: ")") { depth -= 1 }
        end += 1
      }
      pages.append(place..<end)
      place = end
    }
    return pages
  }
}

/// The exceptions that `neutral-exceptions.txt` allows.
private struct Exceptions {
  private var modules: Set<String> = []
  private var words: Set<[String]> = []
  private var used: Set<[String]> = []

  init() throws {
    let text = String(decoding: try PackageRoot.bytes("Tests/LinkageTests/neutral-exceptions.txt"), as: UTF8.self)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      try #require(parts.count == 3, "no reason: \(line)")
      if parts[0] == "module" {
        modules.insert(parts[1])
      } else {
        for word in parts[1].split(separator: ",") { words.insert([parts[0], String(word)]) }
      }
    }
  }

  mutating func excludesModule(of path: String) -> Bool {
    let module = String(path.split(separator: "/")[1])
    guard modules.contains(module) else { return false }
    used.insert([module])
    return true
  }

  mutating func allow(_ word: String, in path: String) -> Bool {
    let entry = [String(path.dropFirst("Sources/".count)), word]
    guard words.contains(entry) else { return false }
    used.insert(entry)
    return true
  }

  var unused: [String] {
    words.union(modules.map { [$0] }).subtracting(used).map { $0.joined(separator: " ") }.sorted()
  }
}
