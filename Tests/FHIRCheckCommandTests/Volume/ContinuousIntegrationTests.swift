import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Tests the files that users copy into their projects, as far as a shell can run them.
@Suite struct ContinuousIntegrationTests {
  private static let folder = PackageRoot.url.appending(path: "Samples/continuous-integration")

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  private func shell(_ script: String, in folder: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  /// Every option in the files is one of the command.
  @Test(arguments: ["github.yml", "gitlab-ci.yml", "pre-commit", "pre-commit-hooks.yaml"])
  func optionsExist(_ name: String) throws {
    let help = CommandHarness().run("--help").output
    let commands = try text(name).split(separator: "\n").filter {
      ($0.contains("fhircheck --") || $0.contains("set -- ")) && !$0.contains("git clone")
        && !$0.contains("swift build")
    }
    #expect(!commands.isEmpty)
    for word in commands.flatMap({ $0.split(whereSeparator: { " \"'".contains($0) }) })
    where word.hasPrefix("--") && word.count > 2 {
      #expect(help.contains(" \(word)"), "\(word)")
    }
  }

  @Test(arguments: ["github.yml", "gitlab-ci.yml"]) func scriptsAreOfTheShell(_ name: String) throws {
    // The script after `|`, up to the end of its indentation.
    var script = ""
    var indent: Int?
    for line in try text(name).split(separator: "\n", omittingEmptySubsequences: false) {
      let depth = line.prefix { $0 == " " }.count
      if let limit = indent, depth > limit { script += line.dropFirst(limit) + "\n" } else { indent = nil }
      if line.hasSuffix(" |") { indent = depth }
    }
    #expect(script.contains("swift build"))
    let folder = try TemporaryFolder()
    try folder.write(script.replacing("${{", with: "{").replacing("}}", with: "}"), to: "script")
    #expect(try shell("sh -n script", in: folder.path).status == 0)
  }

  @Test func theHookChecksWhatIsInTheIndex() throws {
    let folder = try TemporaryFolder()
    let hook = Self.folder.appending(path: "pre-commit").path()
    // A substitute for the program: fails if a file contains BAD, and prints its arguments.
    try folder.write("#!/bin/sh\necho \"$@\"\n! grep -rq BAD \"$(eval echo \\${$#})\"\n", to: "bin/fhircheck")
    try folder.write("{}", to: "in/a.json")
    let git = "git -c user.name=n -c user.email=e@example.org"
    let start = try shell(
      "chmod +x bin/fhircheck; cd in && git init -q . && git add a.json && \(git) commit -qm one", in: folder.path)
    try #require(start.status == 0, "git is needed: \(start.output)")
    let run = "cd in; PATH=\"$PWD/../bin:$PATH\" \(hook)"
    // Nothing is staged.
    #expect(try shell(run, in: folder.path) == (0, ""))
    try folder.write("BAD", to: "in/b c.json")
    #expect(try shell(run, in: folder.path) == (0, ""))
    let bad = try shell("(cd in; git add .); " + run, in: folder.path)
    #expect(bad.status == 1 && bad.output.hasPrefix("--allow-empty --no-progress /"), "\(bad.output)")
    // The file in the folder is corrected, and the one in the index is not.
    try folder.write("{}", to: "in/b c.json")
    #expect(try shell(run, in: folder.path).status == 1)
    try folder.write("{}", to: "in/.fhircheck.json")
    let good = try shell("(cd in; git add .); " + run, in: folder.path)
    #expect(good.status == 0 && good.output.contains("--config .fhircheck.json"))
  }
}
