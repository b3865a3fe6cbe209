import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Reads tar archives, compressed or not, with the command.
@Suite struct TarCheckTests {
  private let folder: TemporaryFolder
  private let harness = CommandHarness()

  init() throws { folder = try TemporaryFolder() }

  private static let good = #"{"resourceType":"Patient","id":"g"}"#
  private static let faulty = #"{"resourceType":"Patient","id":"f","nick":"x"}"#

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    harness.validate(["--fhir-version=dstu2", "--format=jsonl"] + arguments)
  }

  /// The findings in an archive of the bytes, compressed and not, which are the same but for the name.
  private func findings(_ tar: [UInt8], _ packed: [UInt8]? = nil) throws -> [String] {
    let one = try run("--no-identity", folder.write(tar, to: "a.tar")).places(below: folder)
    let other = try run("--no-identity", folder.write(packed ?? Deflate.gzip(tar), to: "a.tgz")).places(below: folder)
    if packed == nil { #expect(other == one.map { $0.replacing("a.tar", with: "a.tgz") }) }
    return packed == nil ? one : other
  }

  @Test(arguments: ["", "./"]) func anArchiveHasTheFindingsOfItsFolder(_ start: String) throws {
    let files = [
      ("b/all.ndjson", Self.good + "\n" + Self.faulty + "\n"), ("a.json", Self.faulty), ("notes.txt", "no record"),
      ("b/array", "[\(Self.good),\n\(Self.faulty)]"), ("broken.json", "nothing"), ("empty.txt", ""),
    ]
    var tar = TarWriter()
    if !start.isEmpty { tar.add(start, kind: "5") }
    tar.add(start + "b/", kind: "5")
    for (name, text) in files {
      try folder.write(text, to: "folder/" + name)
      tar.add(start + name, text)
    }
    try folder.write("x", to: "folder/.hidden")
    tar.add(start + ".hidden", "x")
    let fromFolder = run(folder.path + "/folder")
    #expect(try fromFolder.places(below: folder).count == 7)
    for (bytes, name) in [(tar.ended, "a.tar"), (tar.gzipped, "a.tgz"), (tar.gzipped, "records")] {
      let fromArchive = run(try folder.write(bytes, to: name))
      #expect(fromArchive.output == fromFolder.output.replacing("/folder/", with: "/\(name)/"))
      #expect(fromArchive.exitCode == fromFolder.exitCode && fromArchive.error == "")
      let table = harness.validate("records", "--columns=file,line,id", folder.path + "/" + name)
      #expect(table.output.contains("\(folder.path)/\(name)/b/array,2,f\r\n"))
    }
  }

  @Test func aPipeMayHoldOne() throws {
    var tar = TarWriter()
    tar.add("a.json", Self.faulty)
    for bytes in [tar.ended, tar.gzipped] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try pipe.fileHandleForWriting.close()
      var harness = harness
      harness.input = pipe.fileHandleForReading.fileDescriptor
      let outcome = harness.validate("--fhir-version=dstu2", "--format=jsonl", "-")
      #expect(try outcome.places(below: folder) == ["-/a.json:1:36 structure/unknown-element"])
    }
  }

  @Test func longNamesAreWhole() throws {
    let long = "folder/" + String(repeating: "n", count: 300) + ".json"
    var tar = TarWriter()
    tar.add(pax: "path=" + long)
    tar.add("short.json", Self.faulty)
    tar.add("long", "x" + long + "\0", kind: "L")
    tar.add("short.json", Self.faulty)
    tar.add("own.json", Self.faulty)
    #expect(
      try findings(tar.ended)
        == [long, "own.json", "x" + long].map {
          "a.tar/\($0):1:36 structure/unknown-element"
        })
  }

  /// The size in a pax header counts, and not the one that it replaces: another reader would see the inner archive.
  @Test func aSizeOfPaxDecides() throws {
    var inner = TarWriter()
    inner.add("inner.json", Self.faulty)
    let content = String(decoding: inner.bytes, as: UTF8.self)
    var tar = TarWriter()
    tar.add(pax: "size=\(content.utf8.count)")
    tar.add("outer.txt", content, size: 0)
    tar.add("last.json", Self.faulty)
    #expect(
      try findings(tar.ended) == [
        "a.tar/last.json:1:36 structure/unknown-element", "a.tar/outer.txt source/nested-archive",
      ])
    tar = TarWriter()
    tar.add(pax: "size=many")
    tar.add("a.json", Self.faulty)
    #expect(try findings(tar.ended) == ["a.tar source/damaged-directory"])
  }

  /// Expects one finding of an archive with a good file and an entry behind it, which is not judged.
  @discardableResult
  private func expectFault(
    _ rule: String, of name: String, _ data: String, _ kind: Character
  ) throws -> CommandHarness.Outcome {
    var tar = TarWriter()
    tar.add("good.json", Self.good)
    tar.add(name, data, kind: kind)
    #expect(try findings(tar.ended) == ["a.tar source/\(rule)"], "\(name)")
    let outcome = run("--fail-on-unjudged", folder.path + "/a.tar")
    #expect(outcome.exitCode == .findings, "\(name)")
    return outcome
  }

  @Test func entriesThatAreNotOpened() throws {
    let cases: [(String, Character, String)] = [
      ("../up.json", "0", "unsafe-path"), ("/etc/x.json", "0", "unsafe-path"), ("a/../../x.json", "0", "unsafe-path"),
      ("C:\\x.json", "0", "unsafe-path"), ("../up/", "5", "unsafe-path"), ("hard.json", "1", "not-a-file"),
      ("link.json", "2", "not-a-file"), ("device", "3", "not-a-file"), ("block", "4", "not-a-file"),
      ("pipe", "6", "not-a-file"), ("holes.json", "S", "unsupported-archive"), ("good.json", "0", "duplicate-entry"),
      ("./good.json", "0", "duplicate-entry"),
    ]
    for (name, kind, rule) in cases {
      let outcome = try expectFault(rule, of: name, kind == "0" ? Self.good : "", kind)
      #expect(outcome.output.contains(#""filesNotOpened":1,"#), "\(name)")
    }
    var tar = TarWriter()
    tar.add(pax: "GNU.sparse.major=1")
    tar.add("holes.json", Self.good)
    tar.add("good.json", Self.good)
    #expect(try findings(tar.ended) == ["a.tar source/unsupported-archive"])
    // What has no file is nothing.
    tar = TarWriter()
    tar.add("volume", kind: "V")
    tar.add("pax", "6 a=b\n", kind: "g")
    tar.add("good.json", Self.good)
    #expect(try findings(tar.ended).isEmpty)
  }

  /// Programs differ on whether such data are skipped, are headers again, or are a file.
  @Test func dataOfWhatIsNoFileAreCounted() throws {
    let cases: [(String, Character, String)] = [
      ("old/", "0", "not-a-file"), ("old/", "\0", "not-a-file"), ("folder/", "5", "not-a-file"),
      ("folder", "5", "not-a-file"), ("./", "5", "not-a-file"), ("volume", "V", "unsupported-archive"),
      ("pax", "g", "damaged-directory"),
    ]
    for (name, kind, rule) in cases { try expectFault(rule, of: name, Self.faulty, kind) }
  }

  /// What fills the last block of an entry, and what is said of an entry that is not there.
  @Test func whatNoEntryHasIsCounted() throws {
    var tar = TarWriter()
    tar.add("long", "b.json\0", kind: "L")
    tar.add("x.json", Self.good)
    for place in [1023, 2047] {
      var bytes = tar.ended
      bytes[place] = 7
      #expect(try findings(bytes) == ["a.tar source/trailing-data"], "\(place)")
      #expect(run("--fail-on-unjudged", folder.path + "/a.tar").exitCode == .findings, "\(place)")
    }
    for (kind, text) in [("L", Self.faulty), ("K", Self.faulty), ("x", "8 a=b c\n")] as [(Character, String)] {
      try expectFault("damaged-directory", of: "long", text, kind)
    }
  }

  /// The name in the header is cut after 100 bytes, here after a slash: the whole name tells a folder from a file.
  @Test func aLongNameMayBeCutAfterAFolder() throws {
    let start = String(repeating: "n", count: 99) + "/"
    var tar = TarWriter()
    tar.add("long", start + "a.json\0", kind: "L")
    tar.add(start + "a.json", Self.faulty)
    #expect(try findings(tar.ended) == ["a.tar/\(start)a.json:1:36 structure/unknown-element"])
  }

  @Test func aGlobalHeaderHoldsForAllEntries() throws {
    var tar = TarWriter()
    tar.add("pax", "15 path=a.json\n", kind: "g")
    tar.add("x.json", Self.faulty)
    tar.add("y.json", Self.faulty)
    #expect(
      try findings(tar.ended) == ["a.tar source/duplicate-entry", "a.tar/a.json:1:36 structure/unknown-element"])
  }

  @Test func archivesInArchivesAreNotOpened() throws {
    var inner = TarWriter()
    inner.add("a.json", Self.faulty)
    var tar = TarWriter()
    tar.add("inner.tar", String(decoding: inner.ended, as: UTF8.self))
    #expect(try findings(tar.ended) == ["a.tar/inner.tar source/nested-archive"])
    let zip = try folder.write(
      ZipWriter([ZipWriter.Entry(Array("inner.tgz".utf8), inner.gzipped)]).bytes, to: "a.zip")
    #expect(try run(zip).places(below: folder) == ["a.zip/inner.tgz source/nested-archive"])
  }

  @Test func whatIsCutIsReadToTheCut() throws {
    var tar = TarWriter()
    tar.add("a.json", Self.faulty)
    let first = "a.tar/a.json:1:36 structure/unknown-element"
    // Without the end, after a whole file.
    #expect(try findings(tar.bytes) == ["a.tar source/truncated", first])
    let lines = String(repeating: Self.faulty + "\n", count: 100)
    tar.add("b.ndjson", lines)
    let cut = try findings(Array(tar.bytes.prefix(2560)))
    #expect(cut.prefix(2) == ["a.tar source/truncated", first])
    #expect(cut.contains("a.tar/b.ndjson:2:36 structure/unknown-element"))
    #expect(cut.contains { $0.hasPrefix("a.tar/b.ndjson:") && $0.hasSuffix("source/truncated") })
    // In a header.
    #expect(try findings(Array(tar.bytes.prefix(1024 + 300))) == ["a.tar source/truncated", first])
    // The compressed file is cut: its own fault stands for the end of the archive.
    let packed = Array(tar.gzipped.dropLast(40))
    #expect(try findings(tar.ended, packed).first == "a.tgz source/truncated")
    #expect(run(folder.path + "/a.tgz").exitCode == .findings)
  }

  @Test func otherBytesEndIt() throws {
    var tar = TarWriter()
    tar.add("a.json", Self.faulty)
    let first = "a.tar/a.json:1:36 structure/unknown-element"
    var bytes = tar.bytes
    tar.add("b.json", Self.faulty)
    #expect(try findings(bytes + [UInt8](repeating: 7, count: 512)) == ["a.tar source/damaged-directory", first])
    #expect(try findings(tar.ended + Array("more".utf8)).first == "a.tar source/trailing-data")
    // A number that no file has.
    bytes += Array(tar.bytes.suffix(1024))
    bytes[1024 + 124] = UInt8(ascii: "x")
    #expect(try findings(bytes) == ["a.tar source/damaged-directory", first])
    tar.add("long", String(repeating: "n", count: 70_000), kind: "L")
    #expect(try findings(tar.ended).first == "a.tar source/damaged-directory")
  }

  @Test(.timeLimit(.minutes(1))) func bombsEnd() throws {
    var bomb = TarWriter()
    bomb.add("good.json", Self.good)
    bomb.add("a.json", size: 1 << 32)
    let zeros = Deflate.gzip(bomb.bytes + [UInt8](repeating: 0x20, count: 50_000_000))
    let outcome = run(try folder.write(zeros, to: "a.tgz"))
    #expect(try outcome.places(below: folder).first == "a.tgz limit/compression-ratio")
    #expect(outcome.exitCode == .findings)
    // A size of 16 TiB in an archive of a few bytes.
    var liar = TarWriter()
    liar.add(pax: "size=\(1 << 44)")
    liar.add("a.json", Self.good)
    let lied = run(try folder.write(liar.ended, to: "a.tar"))
    #expect(try lied.places(below: folder).first == "a.tar source/truncated")
    #expect(lied.exitCode == .failure || lied.exitCode == .findings)
  }

  /// The content of a compressed archive is kept up to the limit of a pipe.
  @Test func aLimitHoldsForWhatIsInflated() throws {
    var tar = TarWriter()
    let text = (0..<60_000).map { "\($0 &* 2_654_435_761)" }.joined(separator: " ")
    for number in 0..<3 { tar.add("\(number).txt", text) }
    let path = try folder.write(tar.gzipped, to: "a.tgz")
    #expect(run("--max-pipe=1M", "--allow-empty", path).exitCode == .failure)
    #expect(run("--allow-empty", path).exitCode == .success)
  }
}
