import FHIRCheckCommand
import Foundation
import ClinicalSources
import FHIRTestSupport
import Testing

/// Each row of the article `what-is-not-judged` matches the command.
@Suite struct WhatIsNotJudgedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func everyRowHasItsCase() {
    #expect(NotJudgedTable.rows.count > 40)
    #expect(Set(NotJudgedTable.rows.map(\.name)) == NotJudgedCase.names)
    #expect(Set(NotJudgedTable.rows.map(\.name)).count == NotJudgedTable.rows.count)
  }

  @Test(arguments: NotJudgedTable.rows.map(\.name)) func aRowMatchesItsRun(_ name: String) throws {
    let row = try #require(NotJudgedTable.rows.first { $0.name == name })
    let found = try #require(NotJudgedCase.named(name))
    try write(found, to: "alone")
    try write(found, to: "others")
    try folder.write(#"{"resourceType":"Patient","id":"sound"}"#, to: "others/sound.json")

    let text = try run(found, in: "alone")
    #expect(text.exitCode == row.alone)
    // A long message goes on below.
    #expect(text.output.replacing("\n      ", with: " ").contains(row.words), "\(text.output)")
    let lines = try run(found, in: "alone", "--format=jsonl")
    #expect(lines.exitCode == row.alone)
    #expect(try lines.count(of: row.counter) > 0, "\(lines.output)")
    if text.output.contains("Nothing judged: ") {
      #expect(row.alone == .failure)
      #expect(text.error.contains("nothing was judged: ") || row.counter == "unreadable", "\(text.error)")
      let allowed = try run(found, in: "alone", "--allow-empty")
      #expect(allowed.error.contains("nothing was judged") == false)
    }

    let others = try run(found, in: "others", "--format=jsonl")
    #expect(others.exitCode == row.withOthers, "\(others.output)")
    #expect(try others.count(of: row.counter) > 0 || row.counter.hasPrefix("verdict."))
    guard row.withOthers == .success else { return }
    let strict = try run(found, in: "others", "--fail-on-unjudged")
    let lacksDefinition =
      ["profile", "other-profiles", "card-signature"].contains(name) || name.hasPrefix("definition-")
    #expect(try (others.count(of: "judged.parts.notJudged") > 0) == lacksDefinition)
    #expect(strict.error.contains("--guide and --definitions") == lacksDefinition)
    let isWhole = !row.isFileOrRecord && !lacksDefinition
    #expect(strict.exitCode == (isWhole ? .success : .findings), "\(strict.output)")
    #expect(strict.output.contains("Valid as far as judged: ") != isWhole, "\(strict.output)")
  }

  /// What the article on limits counts is among the cases.
  @Test func everyCountedPartIsThere() throws {
    let limits = String(
      decoding: try PackageRoot.bytes("Sources/FHIRValidation/FHIRValidation.docc/limits.md"), as: UTF8.self)
    let parts = limits.components(separatedBy: "\n\n").filter { $0.hasPrefix("| counted as |") }
    let names = try #require(parts.first).matches(of: /\n\| `([^`]+)`/).map { String($0.output.1) }
    #expect(names.count > 30 && Set(names).count == names.count, "\(names)")
    for name in names {
      let isThere = NotJudgedTable.text.contains("`\(name)")
      #expect(isThere, "\(name)")
    }
  }

  @Test func everyKindHasItsRow() {
    let read: Set = [ContentKind.json, .healthCard, .gzip, .zip, .tar]
    #expect(NotJudgedTable.kinds.sorted() == Set(ContentKind.allCases).subtracting(read).map(\.rawValue).sorted())
  }

  /// In a folder, a file of another format is counted; with a name of JSON, or named by the caller, it is an error.
  @Test(arguments: ContentKind.allCases) func aFileIsCountedByItsKind(_ kind: ContentKind) throws {
    let bytes = try #require(ContentSample.all[kind])
    bytes.withUnsafeBytes { #expect(ContentKind($0) == kind) }
    if [.json, .healthCard, .gzip, .zip, .tar].contains(kind) { return }
    try folder.write(bytes, to: "in/file")
    let skipped = CommandHarness().validate("--format=jsonl", folder.path + "/in")
    #expect(try skipped.count(of: "filesSkippedByKind.\(kind.rawValue)") == 1)
    #expect(skipped.exitCode == .failure)
    #expect(skipped.error.hasPrefix("fhircheck: nothing was judged: 1 file skipped (1 \(kind.rawValue))"))

    let packed = try folder.write(Deflate.gzip(bytes), to: "packed.json.gz")
    let named = try folder.write(bytes, to: "named.json")
    for path in [folder.path + "/in/file", named, packed] {
      let outcome = CommandHarness().validate("--format=jsonl", path)
      #expect(outcome.exitCode == (kind == .text ? .findings : .failure))
      #expect(try outcome.count(of: "issues.error") + outcome.count(of: "issues.fatal") == 1, "\(outcome.output)")
      let isRead = kind == .text || kind == .empty
      #expect(outcome.output.contains("source/not-json") == !isRead)
      #expect(try outcome.count(of: "notJudged.other-format") == (isRead ? 0 : 1))
    }
  }

  /// However early a file ends, it has a kind, and is JSON only if it begins like JSON.
  @Test(arguments: ContentKind.allCases) func everyBeginningHasAKind(_ kind: ContentKind) throws {
    let bytes = try #require(ContentSample.all[kind])
    for count in bytes.indices {
      bytes[..<count].withUnsafeBytes { #expect(ContentKind($0) != .json || kind == .json || kind == .rtf) }
    }
  }

  // MARK: - Running

  private func write(_ found: NotJudgedCase, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    for (file, bytes) in found.files { try folder.write(bytes, to: name + "/" + file) }
    if found.hasPipe { #expect(mkfifo(folder.path + "/\(name)/pipe", 0o600) == 0) }
  }

  private func run(_ found: NotJudgedCase, in name: String, _ options: String...) throws -> CommandHarness.Outcome {
    var paths = found.paths
    if name == "others", !paths.isEmpty { paths.append("sound.json") }
    let places = paths.isEmpty ? [folder.path + "/" + name] : paths.map { folder.path + "/\(name)/" + $0 }
    let definitions =
      found.definitions.map { ["--fhir-version=r4", "--definitions=\(folder.path)/\($0)"] } ?? []
    let arguments = found.options + definitions + options + places
    if let piped = found.piped {
      let pipe = Pipe()
      let thread = Thread {
        try? pipe.fileHandleForWriting.write(contentsOf: Data(piped))
        try? pipe.fileHandleForWriting.close()
      }
      thread.start()
      return CommandHarness(input: pipe.fileHandleForReading.fileDescriptor).validate(arguments + ["-"])
    }
    if !found.lacksTemporaryFiles { return CommandHarness().validate(arguments) }
    return try BuiltTool.run(arguments, environment: ["TMPDIR": folder.path + "/nowhere"])
  }
}
