import Foundation
import Synchronization
import Testing

@testable import FHIRCheckCommand

/// `check --stdin-names --each`: a report for each file as soon as it has come.
@Suite struct EachFileTests {
  private static let line = ["check", "--stdin-names", "--each", "--format", "jsonl", "--no-config", "-"]
  private static let records = [
    #"{"resourceType":"Patient","id":"a","x":1}"#, "", "{", #"{"resourceType":"Patient","id":"a"}"#,
    #"{"resourceType":"Patient"}"#, String(repeating: #"{"resourceType":"Patient","id":"a"}"# + "\n", count: 40),
    String(repeating: #"{"resourceType":"Patient"}"# + "\n", count: 300),
    #"{"resourceType":"Patient","id":"a","x":"\#(String(repeating: "x", count: 9 << 20))"}"#,
  ]

  private func framed(_ text: String, _ name: String = "r.json") -> String {
    "{\"file\":\"\(name)\",\"bytes\":\(text.utf8.count)}\n\(text)\n"
  }

  private func check(_ stream: String, _ arguments: [String]) throws -> CommandHarness.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(stream, to: "stream")
    let file = try #require(FileHandle(forReadingAtPath: folder.path + "/stream"))
    var harness = CommandHarness()
    harness.input = file.fileDescriptor
    return harness.validate(arguments)
  }

  /// The last file is larger than what is kept in memory.
  @Test func eachReportIsThatOfARunOfItsOwn() throws {
    let whole = try check(Self.records.map { framed($0) }.joined(), Self.line)
    let alone = try Self.records.map { try check(framed($0), Self.line.filter { $0 != "--each" }) }
    #expect(whole.output == alone.map(\.output).joined())
    #expect(whole.error == alone.map(\.error).joined())
    // Nothing was judged of the second.
    #expect(whole.exitCode == .failure)
    #expect(try check(framed(Self.records[0]) + framed(Self.records[3]), Self.line).exitCode == .findings)
    #expect(try check("", Self.line).exitCode == .success)
  }

  @Test func aReportComesBeforeTheNextFile() throws {
    let (input, output) = (Pipe(), Pipe())
    let thread = Thread {
      let context = CommandContext(
        standardInput: input.fileHandleForReading.fileDescriptor,
        writeOutput: { bytes in
          output.fileHandleForWriting.write(Data(bytes))
          return 0
        }, writeError: { _ in })
      _ = FHIRCheckCommand.run(arguments: Self.line, context: context)
      try? output.fileHandleForWriting.close()
    }
    thread.start()
    for number in 0..<3 {
      input.fileHandleForWriting.write(Data(framed(Self.records[0], "\(number).json").utf8))
      var report = ""
      while !report.hasSuffix("\n") || !report.contains(#"{"type":"summary""#) {
        report += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      }
      #expect(report.contains(#""file":"\#(number).json","line":1"#))
    }
    try input.fileHandleForWriting.close()
    #expect(output.fileHandleForReading.availableData.isEmpty)
  }

  @Test(arguments: [
    "x\n", "{\"file\":\"a\",\"bytes\":3}\n{}", "{\"file\":\"a\",\"bytes\":2}\n{}x", "{\"file\":\"a\",\"bytes\":2",
    "{\"file\":\"a\",\"bytes\":2}\n{}\n\n", String(repeating: " ", count: 70_000),
  ])
  func aMalformedStreamIsAFailure(_ stream: String) throws {
    let outcome = try check(framed(Self.records[3]) + stream, Self.line)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("expected a line with the name and the length of a file"))
    #expect(outcome.output.contains(#""verdict":"valid""#))
  }

  @Test func aFileMayBeTooLarge() throws {
    let line = ["check", "--max-pipe", "1M"] + Self.line.dropFirst()
    #expect(try check("{\"file\":\"a\",\"bytes\":2000000}\n", line).error.contains("see --max-pipe"))
  }

  @Test(arguments: [
    (["--each", "-"], "needs '--stdin-names'"), (["--each", "--stdin-names", "-"], "'--format jsonl'"),
    (["--each", "--stdin-names", "--format=jsonl", "--output=x", "-"], "on standard output"),
    (["--each", "--stdin-names", "--format=jsonl", "x"], "the only path is '-'"),
  ])
  func whatDoesNotGoTogetherIsAnError(_ arguments: [String], _ sentence: String) throws {
    let outcome = try check("", arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains(sentence))
  }
}
