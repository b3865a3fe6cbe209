import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// Hostile archives: each has its finding, the rest is checked, and nothing is written.
@Suite struct HostileArchiveTests {
  private typealias Entry = ZipWriter.Entry

  private let folder: TemporaryFolder
  private let harness = CommandHarness()

  init() throws { folder = try TemporaryFolder() }

  private static let good = #"{"resourceType":"Patient","id":"g"}"#
  private static let goodEntry = Entry("good.json", good)

  private func check(_ bytes: [UInt8], _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let path = try folder.write(bytes, to: "in/a.zip")
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let outcome = harness.validate("--fhir-version=dstu2", "--format=jsonl", "--fail-on=warning", path)
    let found = try outcome.places(below: folder)
    #expect(found == expected, sourceLocation: sourceLocation)
    #expect(outcome.output.contains(#""records":1,"#), sourceLocation: sourceLocation)
    #expect(outcome.exitCode == .findings && outcome.error == "", sourceLocation: sourceLocation)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before, sourceLocation: sourceLocation)
  }

  @Test func entriesThatAreNotOpened() throws {
    var link = Entry("link", "good.json")
    link.mode = 0o120777
    var encrypted = Entry("secret.json", Self.good)
    encrypted.flags |= 1
    var other = Entry("other.json", Self.good)
    other.method = 14
    var overlapping = Entry("again.json", Self.good)
    overlapping.offset = 0
    for (entry, rule) in [
      (Entry("../up.json", Self.good), "source/unsafe-path"), (Entry("/etc/x.json", Self.good), "source/unsafe-path"),
      (link, "source/not-a-file"), (encrypted, "source/encrypted-entry"), (other, "source/unsupported-archive"),
      (Self.goodEntry, "source/duplicate-entry"), (overlapping, "source/overlapping-entry"),
      (Entry("bomb.json", String(repeating: " ", count: 20 << 20)), "limit/compression-ratio"),
    ] {
      try check(ZipWriter([Self.goodEntry, entry]).bytes, "in/a.zip \(rule)")
    }
  }

  @Test func entriesWhoseDataIsWrong() throws {
    var damaged = Entry("x.json", "")
    damaged.packed = [0xFF]
    damaged.packedSize = 1
    try check(ZipWriter([damaged, Self.goodEntry]).bytes, "in/a.zip/x.json:1:1 source/damaged-data")
    var wrong = Entry("x.json", "[]")
    wrong.checksum ^= 1
    try check(ZipWriter([wrong, Self.goodEntry]).bytes, "in/a.zip/x.json:1:3 source/wrong-checksum")
    var renamed = Entry("x.json", "[]")
    renamed.changeLocal = { $0.localName = Array("y.json".utf8) }
    try check(ZipWriter([renamed, Self.goodEntry]).bytes, "in/a.zip/x.json:1:1 source/header-mismatch")
    // Faults of entries that are skipped because they are not records are still reported.
    renamed = Entry("x", "text")
    renamed.changeLocal = { $0.localName = Array("y".utf8) }
    try check(ZipWriter([renamed, Self.goodEntry]).bytes, "in/a.zip/x:1:1 source/header-mismatch")
    var missing = Entry("x.json", "[1, 2, 3]", stored: true)
    missing.offset = 1
    missing.packedSize -= 1
    try check(
      ZipWriter([missing, Self.goodEntry]).bytes, "in/a.zip source/trailing-data",
      "in/a.zip/x.json source/damaged-directory")
  }

  @Test func nestedArchives() throws {
    let inner = ZipWriter([Self.goodEntry]).bytes
    var tar = Array(repeating: UInt8(0), count: 1024)
    tar.replaceSubrange(257..<262, with: "ustar".utf8)
    for bytes in [inner, Deflate.gzip(Array(Self.good.utf8)), tar] {
      for name in ["inner", "inner.json"] {
        try check(
          ZipWriter([Self.goodEntry, Entry(Array(name.utf8), bytes)]).bytes,
          "in/a.zip/\(name) source/nested-archive")
      }
    }
    let packed = try folder.write(Deflate.gzip(inner), to: "p.gz")
    #expect(try harness.validate("--format=jsonl", packed).places(below: folder) == ["p.gz source/nested-archive"])
  }

  @Test func truncatedArchives() throws {
    let writer = ZipWriter([Self.goodEntry, Entry("x.json", "[1, 2]", stored: true)])
    let whole = writer.bytes
    let fault = "in/a.zip/x.json:1:2 structure/not-an-object"
    try check(
      Array(whole[..<writer.directoryOffset]), "in/a.zip source/truncated", fault, fault.replacing("2 ", with: "5 "))
    // The readable part of the last entry is judged, too.
    try check(
      Array(whole[..<(writer.directoryOffset - 3)]), "in/a.zip source/truncated", fault,
      "in/a.zip/x.json:1:4 json/unexpected-end", "in/a.zip/x.json:1:4 source/truncated")
  }

  @Test func falseSizes() throws {
    var vast = (0..<3).map { Entry("\($0)", "") }
    for index in vast.indices {
      vast[index].size = 1 << 39
      vast[index].packedSize = 1 << 33
      vast[index].packed = []
    }
    try check(
      ZipWriter([Self.goodEntry] + vast).bytes, "in/a.zip source/truncated", "in/a.zip source/truncated",
      "in/a.zip source/truncated")
  }

  @Test func aBombInGzipIsReadUpToTheLimit() throws {
    let text = Array((Self.good + "\n").utf8)
    let path = try folder.write(Deflate.gzip(text + Array(repeating: 0x20, count: 40 << 20)), to: "a.gz")
    let outcome = harness.validate("--fhir-version=dstu2", "--format=jsonl", path)
    let issue = try #require(try outcome.issues(below: folder).first)
    #expect(issue.rule == "limit/compression-ratio" && issue.line == 2)
    #expect(issue.byteOffset < 8 << 20)
    #expect(outcome.output.contains(#""records":1,"#))
  }

  @Test func aTruncatedLargeFileIsJudgedUpToItsEnd() throws {
    let line = Self.good.replacing("g", with: "h") + String(repeating: " ", count: 900) + "\n"
    let text = Self.good + "\n" + (0..<12_000).map { line.replacing("h", with: "\($0 * $0)") }.joined()
    let packed = Deflate.gzip(Array(text.utf8))
    let path = try folder.write(Array(packed[..<(packed.count - 9)]), to: "a.gz")
    let issues = try harness.validate("--fhir-version=dstu2", "--format=jsonl", "--no-identity", path).issues(
      below: folder)
    #expect(issues.last?.rule == "source/truncated")
    #expect((12_000...12_002).contains(issues.last?.line ?? 0))
  }
}
