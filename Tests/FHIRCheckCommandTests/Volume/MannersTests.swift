import Foundation
import Synchronization
import Testing

@testable import FHIRCheckCommand

@Suite struct MannersTests {
  private func output(_ arguments: String...) -> String { CommandHarness().run(arguments).output }

  @Test func helpIsAboutTheCommand() {
    #expect(output("help") == output("--help"))
    #expect(output("version") == output("-V"))
    for arguments in [["help", "path"], ["path", "--help"], ["path", "-h"]] {
      let page = CommandHarness().run(arguments).output
      #expect(page.hasPrefix("Usage: fhircheck path EXPRESSION PATH...\n"))
      #expect(page.contains("--strict") && !page.contains("--max-issues"))
    }
    #expect(output("summary", "-h").hasPrefix("Usage: fhircheck summary [options] PATH...\n"))
  }

  @Test(arguments: [
    (["sumary", "x"], "there is no command and no file 'sumary'; did you mean 'summary'?"),
    (["help", "sumary"], "there is no command 'sumary'; did you mean 'summary'?"),
    (["completions", "tcsh"], "'fhircheck completions' needs one shell: bash, zsh or fish"),
    (["man", "x"], "'fhircheck man' takes no argument"),
  ])
  func misspeltNamesGetASuggestion(_ arguments: [String], _ sentence: String) {
    let outcome = CommandHarness().run(arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.hasPrefix("fhircheck: \(sentence)\n"))
  }

  @Test(arguments: [("missing-element", "structure/missing-element"), ("obs-6", "invariant/obs-6")])
  func aRuleNameMayBeShortened(_ name: String, _ rule: String) {
    let outcome = CommandHarness().validate("explain", name)
    #expect(outcome.exitCode == .success && outcome.output.hasPrefix("\(rule)\n"))
    #expect(CommandHarness().validate("--ignore=\(name)", "x").error.contains("did you mean '\(rule)'?"))
  }

  @Test(arguments: [
    ("mising-element", "structure/missing-element"), ("structure/mising-element", "structure/missing-element"),
  ])
  func theNearestRuleIsSuggested(_ name: String, _ rule: String) {
    #expect(
      CommandHarness().validate("explain", name).error.hasPrefix(
        "fhircheck: there is no rule '\(name)'; did you mean '\(rule)'?\n"))
  }

  @Test func aFileNamedLikeAMisspeltCommandIsRead() throws {
    let folder = try TemporaryFolder()
    #expect(CommandHarness().run(try folder.write("{}", to: "sumary")).exitCode == .success)
  }

  @Test func lettersStandForOptions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{BAD}", to: "a.json")
    #expect(CommandHarness().run("-q", path).output == CommandHarness().run("--quiet", path).output)
  }

  /// The completions and the manual list every command and option.
  @Test func completionsAndManualListEverything() {
    let help = output("help")
    let options = help.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("      --") || line.hasPrefix("  -"), let start = line.firstRange(of: "--") else {
        return nil
      }
      return String(line[start.upperBound...].prefix { $0.isLetter || $0 == "-" })
    }
    #expect(options.count > 25)
    let (bash, zsh, fish, man) = (
      output("completions", "bash"), output("completions", "zsh"), output("completions", "fish"), output("man")
    )
    for option in options {
      #expect(bash.contains("--\(option)") && zsh.contains("'--\(option)["), "\(option)")
      #expect(
        fish.contains(" -l \(option) ") && man.contains("\\-\\-" + option.replacing("-", with: "\\-")), "\(option)")
    }
    for command in ["check", "summary", "path", "preflight", "explain", "rules", "help", "completions", "man"] {
      #expect(fish.contains(" -a \(command) ") && man.contains(".B \(command)\n"))
    }
  }

  @Test(arguments: ["bash"]) func theShellUnderstandsItsCompletions(_ shell: String) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      output("completions", shell)
        + "COMP_WORDS=(fhircheck --format t); COMP_CWORD=2; _fhircheck; echo ${COMPREPLY[@]}\n"
        + "COMP_WORDS=(fhircheck --writ); COMP_CWORD=1; _fhircheck; echo ${COMPREPLY[@]}\n"
        + "fhircheck() { printf 'code/unknown-code  error  x\\nstructure/unknown-element  error  x\\n'; }\n"
        + [
          "--ignore co", "--ignore code/unknown-code,st", "--select = ", "--severity code/unknown-code = w",
          "records --columns id,val",
          "explain st", "explain unknown-el", "--guide us-core@6", "--guide us-core @ 6", "--guide = us-core @",
          "--guide arg", "--format = js",
        ].map { words in
          "COMP_WORDS=(fhircheck \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fhircheck; echo ${COMPREPLY[@]}\n"
        }.joined(), to: "script")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(
      text.split(separator: "\n", omittingEmptySubsequences: false) == [
        "text", "--write-baseline", "code code/unknown-code",
        "code/unknown-code,structure code/unknown-code,structure/unknown-element",
        "code code/unknown-code structure structure/unknown-element", "warning", "id,valueType id,value",
        "structure/unknown-element", "unknown-element", "us-core@6.1.0", "6.1.0", "3.1.1 6.1.0",
        "argonaut argonaut@1.0.0", "json jsonl", "",
      ])
    // The other shells get the same from the same table.
    let (zsh, fish) = (output("completions", "zsh"), output("completions", "fish"))
    for option in ["select", "ignore", "severity"] {
      let line = zsh.split(separator: "\n").first { $0.hasPrefix("    '--\(option)[") }
      #expect(line?.hasSuffix(":rules:_sequence _fhircheck_rules' \\") == true)
      #expect(fish.contains("-l \(option) -x -a '(__fish_complete_list , __fhircheck_rules)'"))
    }
    #expect(zsh.contains(":values:_sequence compadd - file line "))
    #expect(fish.contains("-l columns -x -a '(__fish_complete_list , __fhircheck_columns)'"))
  }

  /// A shell completes the names of rules after `explain`, as somebody types it.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh"), "no zsh"))
  func zshCompletesRulesToExplain() throws {
    let folder = try TemporaryFolder()
    try folder.write(output("completions", "zsh"), to: "functions/_fhircheck")
    let script = try folder.write(
      #"""
      zmodload zsh/zpty
      zpty shell zsh -f
      zpty -w shell 'TERM=dumb; PS1=; fpath=(\#(folder.path)/functions $fpath); autoload -U compinit; compinit -u -d \#(folder.path)/dump'
      zpty -w shell 'fhircheck() { [[ $1 == rules ]] && print "code/unknown-code  error\nstructure/unknown-element  error" || print "<$*>" }'
      zpty -n -w shell $'fhircheck explain code/\t\n'
      zpty -n -w shell $'fhircheck explain unknown-el\t\n'
      zpty -n -w shell $'fhircheck completions fi\t\n'
      zpty -w shell 'print -r end""ed; exit'
      zpty -r -m shell text '*ended*' && print -r -- $text
      """#, to: "script")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/zsh")
    process.arguments = ["-f", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    for line in ["<explain code/unknown-code>", "<explain unknown-element>", "<completions fish>"] {
      #expect(text.contains(line), "\(text)")
    }
  }

  /// Where the shells are installed.
  @Test(arguments: ["bash", "zsh", "fish"]) func theScriptHasNoFaults(_ shell: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
    let folder = try TemporaryFolder()
    let script = try folder.write(output("completions", shell), to: "script")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(shell)")
    process.arguments = ["-n", script]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(folder.path)")
  }

  /// In a pipe, each rule has one line, as the completions and other programs expect.
  @Test func theListOfRulesIsNotWrappedInAPipe() {
    let lines = CommandHarness().validate("rules").output.split(separator: "\n")
    #expect(lines.count > 400 && lines.allSatisfy { $0.wholeMatch(of: /[a-z]+\/[A-Za-z0-9-]+ +[a-z]+ +.*/) != nil })
  }

  @Test(arguments: ["help", "help check", "help records"]) func theHelpIsWrapped(_ words: String) {
    let arguments = words.split(separator: " ").map(String.init)
    #expect(CommandHarness().run(arguments).output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func changedFilesAreCheckedAgain() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{BAD}", to: "a.json")
    var harness = CommandHarness()
    let looks = Mutex(0)
    harness.waitToLookAgain = {
      looks.withLock { $0 += 1 }
      switch looks.withLock({ $0 }) {
      // Once without a change.
      case 1: return true
      case 2:
        try? "{} ".write(toFile: path, atomically: true, encoding: .utf8)
        return true
      default: return false
      }
    }
    let outcome = harness.run("--watch", folder.path)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.components(separatedBy: "judged").count == 3)
    #expect(outcome.error == "fhircheck: files have changed; checking again\n")
  }

  /// The time left follows from the share of the bytes, because files differ in size.
  @Test func theProgressTellsSpeedAndTimeLeft() {
    let written = Mutex("")
    let context = CommandContext(
      standardInput: -1, writeOutput: { _ in 0 },
      writeError: { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
    var line = ProgressLine(context: context, files: 4, bytes: 4000)
    usleep(1_100_000)
    line.add(records: 2200, bytes: 1000)
    line.clear()
    #expect(
      written.withLock { $0 }.contains(
        /^\r\u{1B}\[Kchecking: 0 of 4 files, 2200 records, \d+ a second, [3-9]\d* s left\r\u{1B}\[K$/))
  }

  /// On a terminal, it says what it does, and the new report does not follow the old one.
  @Test func watchingIsSaidOnATerminal() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{BAD}", to: "a.json")
    try folder.write("{}", to: "b.json")
    var harness = CommandHarness()
    (harness.errorIsTerminal, harness.outputIsTerminal) = (true, true)
    let looks = Mutex(0)
    harness.waitToLookAgain = {
      looks.withLock { $0 += 1 }
      if looks.withLock({ $0 }) == 1 { try? "{} ".write(toFile: path, atomically: true, encoding: .utf8) }
      return looks.withLock { $0 } < 2
    }
    let outcome = harness.run("--watch", "--no-progress", folder.path)
    let told = "fhircheck: watching 2 files; a change starts a new check, Ctrl-C ends this\n"
    #expect(outcome.error == told + "fhircheck: files have changed; checking again\n" + told)
    let reports = outcome.output.components(separatedBy: "\u{1B}[2J\u{1B}[H")
    #expect(reports.count == 2 && reports[0].contains("BAD") && !reports[1].contains("BAD"))
  }

  /// A new content of the same size, at the same time of change, as `touch -r` sets it.
  @Test func aChangeOfEqualSizeAndTimeIsNoticed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{BAD}", to: "a.json")
    let date = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    var harness = CommandHarness()
    let looks = Mutex(0)
    harness.waitToLookAgain = {
      looks.withLock {
        $0 += 1
        guard $0 == 1, let handle = FileHandle(forWritingAtPath: path) else { return false }
        handle.write(Data("{OK} ".utf8))
        try? handle.close()
        try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        return true
      }
    }
    let outcome = harness.run("--watch", folder.path)
    #expect(outcome.exitCode == .success, "\(outcome.output)")
    #expect(outcome.error == "fhircheck: files have changed; checking again\n")
  }

  @Test func theOutputOfACheckIsNotAChange() throws {
    let folder = try TemporaryFolder()
    try folder.write("{BAD}", to: "a.json")
    var harness = CommandHarness()
    let looks = Mutex(0)
    harness.waitToLookAgain = {
      looks.withLock {
        $0 += 1
        return $0 < 4
      }
    }
    let outcome = harness.run(
      "--watch", "--format=csv", "--output", folder.path + "/./r.csv", "--write-baseline",
      folder.path + "/known.json", folder.path)
    #expect(outcome.error.isEmpty, "\(outcome.error)")
    #expect(looks.withLock { $0 } == 4)
  }

  @Test func severalDocumentsInAFileAreReportedAsSuch() throws {
    let folder = try TemporaryFolder()
    let record = "{\n\"resourceType\": \"Patient\",\n\"id\": \"a\"\n}\n"
    let outcome = CommandHarness().validate("--format=jsonl", try folder.write(record + record, to: "a.json"))
    #expect(outcome.output.contains("found another document, which begins with '{'; name the files one by one"))
    let lines = record.replacing("\n", with: "") + "\n"
    #expect(CommandHarness().validate(try folder.write(lines + lines, to: "b.json")).output.contains("2 of 2 records"))
  }

  @Test func verboseOutputDescribesTheRun() throws {
    let folder = try TemporaryFolder()
    let error = CommandHarness().run("-v", try folder.write("{}", to: "a.json")).error
    #expect(error.hasPrefix("fhircheck: not configured\nfhircheck: took 0."))
  }
}
