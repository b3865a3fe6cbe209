import FHIRCheckCommand
import Foundation
import Testing

@Suite struct PreflightCommandTests {
  private let folder: TemporaryFolder
  private let update = "<key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>"

  init() throws { folder = try TemporaryFolder() }

  private func list(_ body: String) -> String { "<plist version=\"1.0\">\n<dict>\(body)</dict>\n</plist>\n" }

  @Test func aSoundProject() throws {
    try folder.write(list(update), to: "App/Info.plist")
    try folder.write(list("<key>com.apple.developer.healthkit</key><true/>"), to: "App/App.entitlements")
    try folder.write("<broken", to: "Pods/Other/Info.plist")
    try folder.write("<broken", to: "App/Notes.plist")
    let outcome = CommandHarness().run("preflight", folder.path)
    #expect(outcome.output == "Valid: no issues; 2 of 2 property lists judged.\n")
    #expect(outcome.exitCode == .success)
    #expect(CommandHarness().run("preflight", folder.path + "/App/Notes.plist").exitCode == .findings)
  }

  @Test func issuesHavePlaces() throws {
    let path = try folder.write(
      list("<key>NSHealthUpdateUsageDescription</key><string>Health</string>"), to: "Info.plist")
    let outcome = CommandHarness().run("preflight", path)
    #expect(
      outcome.output == """
        \(path)
          2:48 warning: expected a sentence that says why the app asks to write health
              data, found the one word 'Health'  preflight/one-word-usage-description
            2 | …key>NSHealthUpdateUsageDescription</key><string>Health</string></dict>
              |                                          ^^^^^^^^^^^^^^^^^^^^^^^
            NSHealthUpdateUsageDescription

        Valid, with remarks: 1 warning in 1 file; 1 of 1 property list judged.

        """)
    #expect(outcome.exitCode == .success)
    #expect(CommandHarness().run("preflight", "--fail-on", "warning", path).exitCode == .findings)
  }

  @Test func rulesCanBeChosen() throws {
    let path = try folder.write(
      list("<key>NSHealthUpdateUsageDescription</key><string>Health</string>"), to: "Info.plist")
    let rule = "preflight/one-word-usage-description"
    let raised = CommandHarness().validate("preflight", "--severity", rule + "=error", path)
    #expect(raised.exitCode == .findings)
    #expect(
      raised.output.contains("2:48 error: ") && raised.output.contains("Not valid: 1 error in 1 file; 1 of 1 property"))
    for arguments in [["--ignore", "preflight/*"], ["--only-errors"], ["--select", "json/*"]] {
      let outcome = CommandHarness().validate(["preflight", "--fail-on=warning", "--format=json"] + arguments + [path])
      #expect(outcome.exitCode == .success)
      #expect(outcome.output.contains("\"issues\":[\n],"), "\(outcome.output)")
      #expect(outcome.output.contains("\"ignored\":{\"\(rule)\":1}"))
    }
    #expect(
      CommandHarness().validate("preflight", "--ignore=preflight/one-word-usage-descripton", path)
        .error.contains("did you mean"))
  }

  @Test func aBinaryPropertyListHasBytesOnly() throws {
    let keys = ["NSHealthUpdateUsageDescription": true]
    let path = folder.path + "/Info.plist"
    try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0)
      .write(to: URL(fileURLWithPath: path))
    let lines = CommandHarness().run("preflight", "--format=jsonl", path).output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[1].hasPrefix("{\"type\":\"issue\",\"file\":\"\(path)\",\"byteOffset\":"))
    #expect(lines[1].contains("\"rule\":\"preflight/invalid-usage-description\""))
    #expect(CommandHarness().run("preflight", path).output.contains("\n  byte "))
  }

  @Test func namedFilesAreJudgedTogetherAndAFolderByItself() throws {
    let info = try folder.write(list(""), to: "a/Info.plist")
    let rights = try folder.write(list("<key>com.apple.developer.healthkit</key><true/>"), to: "b/App.entitlements")
    let together = CommandHarness().run("preflight", rights, info).output
    #expect(together.contains("preflight/missing-usage-description"))
    #expect(!CommandHarness().run("preflight", rights).output.contains("preflight/"))
    #expect(CommandHarness().run("preflight", folder.path).output.contains("preflight/not-paired"))
  }

  @Test func standardInputIsRead() throws {
    var harness = CommandHarness()
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("{\"com.apple.developer.healthkit\": false}".utf8))
    try pipe.fileHandleForWriting.close()
    harness.input = pipe.fileHandleForReading.fileDescriptor
    let outcome = harness.run("preflight", "-")
    #expect(outcome.output.hasPrefix("standard input\n  1:35 error: "))
    #expect(outcome.exitCode == .findings)
  }

  @Test func unreadablePathsAreReported() {
    let outcome = CommandHarness().run("preflight", "/nowhere/Info.plist")
    #expect(outcome.error == "fhircheck: /nowhere/Info.plist: no such file or folder\n")
    #expect(outcome.exitCode == .failure)
  }

  @Test func aFolderWithoutPropertyLists() {
    let outcome = CommandHarness().run("preflight", folder.path)
    #expect(outcome.output == "Nothing judged: 0 of 0 property lists.\n")
    #expect(outcome.error == "fhircheck: no property list was read; --allow-empty accepts that\n")
    #expect(outcome.exitCode == .failure)
    #expect(CommandHarness().run("preflight", "--allow-empty", folder.path).exitCode == .success)
  }

  @Test func maxIssuesAndQuietAreThoseOfCheck() throws {
    let path = try folder.write(list(update + update + update), to: "Info.plist")
    let two = CommandHarness().run("preflight", "--format=jsonl", "--max-issues=1", path).output
    #expect(two.contains("\"error\":2,") && two.contains("\"issuesNotListed\":1,"))
    #expect(
      CommandHarness().run("preflight", "--quiet", path).output.hasPrefix(
        "Not valid: 2 errors in 1 file; 1 of 1 property"))
  }

  @Test(arguments: [
    (["preflight"], "no path given; name a file, a folder, or - for standard input"),
    (["preflight", "--jobs", "2", "x"], "'--jobs' does not belong to 'fhircheck preflight'"),
    (["preflight", "--source", "s", "x"], "'--source' does not belong to 'fhircheck preflight'"),
  ])
  func mistakesAreExplained(_ arguments: [String], _ sentence: String) {
    #expect(CommandHarness().run(arguments).error.hasPrefix("fhircheck: \(sentence)\n"))
  }
}
