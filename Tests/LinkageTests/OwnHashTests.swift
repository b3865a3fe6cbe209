import FHIRTestSupport
import Foundation
import Testing

/// Texts are hashed by `KeyedHash` alone: a second keyed hash is a second thing to prove, and one without a key lets an
/// attacker prepare texts that collide.
///
/// `own-hashes.txt` lists the files that mix words in another way, with the reason.
@Suite struct OwnHashTests {
  /// What a hash of one's own cannot do without: Swift's `Hasher`, both halves of a product, or a product with a large
  /// odd constant.
  private static let signs = [
    #"\bHasher\(\)"#, #"\bmultipliedFullWidth\b"#, #"&\*=? *\(?0x(?!0101_|0001_)[0-9A-Fa-f_]{10,}"#,
  ]

  @Test func textsAreHashedInOnePlace() throws {
    var allowed = try Self.allowed()
    for (path, source) in try SwiftSource.handWritten(below: "Sources") {
      let file = String(path.dropFirst("Sources/".count))
      for (number, line) in source.codeLines.enumerated() where Self.mixes(line) {
        guard allowed[file] != nil else {
          Issue.record("\(path):\(number + 1) has a hash of its own: use KeyedHash, or give the reason")
          continue
        }
        allowed[file] = true
      }
    }
    for (file, isUsed) in allowed where !isUsed { Issue.record("own-hashes.txt: not needed any more: \(file)") }
  }

  private static func mixes(_ line: Substring) -> Bool {
    signs.contains { line.range(of: $0, options: .regularExpression) != nil }
  }

  /// The files that are listed, and whether they need to be.
  private static func allowed() throws -> [String: Bool] {
    let text = String(decoding: try PackageRoot.bytes("Tests/LinkageTests/own-hashes.txt"), as: UTF8.self)
    var allowed: [String: Bool] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1)
      try #require(parts.count == 2, "no reason: \(line)")
      allowed[String(parts[0])] = false
    }
    return allowed
  }

  @Test(
    arguments: [
      ("var hasher = Hasher()", true), ("let p = a.multipliedFullWidth(by: b)", true),
      ("hash = (hash ^ byte) &* 0x100_0000_01B3", true), ("func hash(into hasher: inout Hasher) {}", false),
      ("let mask = x &- 0x0101_0101_0101_0101", false), ("i = i &* 31", false),
    ])
  func hashesAreRecognised(_ line: String, _ isHash: Bool) { #expect(Self.mixes(line[...]) == isHash) }
}
