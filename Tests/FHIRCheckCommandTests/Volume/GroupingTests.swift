import FHIRCheckCommand
import Testing

@Suite struct GroupingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ outcome: CommandHarness.Outcome, with text: String) -> [String] {
    outcome.output.split(separator: "\n").map { String($0) }.filter { $0.contains(text) }
  }

  @Test func textSaysOnceWhatRepeats() throws {
    try folder.write("{BAD BAD BAD}", to: "a.json")
    try folder.write("{BAD BAD BAD BAD WARN}", to: "b.json")
    let outcome = CommandHarness().run(folder.path)
    // Where a line is broken depends on the name of the folder.
    let output = outcome.output.replacing(folder.path + "/", with: "").replacing(/:\n {6}(?=a)/, with: ": ")
    #expect(
      output.hasPrefix(
        """
        error: found BAD
          7 in 2 files: test/bad at Patient
            a.json:1:2
              1 | {BAD BAD BAD}
                |  ^^^
            a.json:1:6
            b.json:1:2

        b.json
          1:18 warning: found WARN  test/warn
            1 | {BAD BAD BAD BAD WARN}
              |                  ^^^^ Patient

        Not valid: 7 errors, 1 warning in 2 files; 2 of 2 records in 2 of 2 files
        """), "\(output)")
    #expect(!outcome.output.contains("not listed"))
    #expect(
      output.replacing("\n  ", with: " ").hasSuffix(
        "Next: 'fhircheck explain test/bad' says what the rule checks; '--all' lists every finding; "
          + "'--ignore test/bad' leaves its findings out.\n"), "\(output)")
    let all = CommandHarness().run("--all", folder.path)
    #expect(lines(all, with: "error: found BAD").count == 7)
    #expect(!all.output.contains("'--all'"))
    #expect(!CommandHarness().run("-q", folder.path).output.contains("Next:"))
  }

  @Test(arguments: [1, 4]) func aLongRunHasAShortText(_ jobs: Int) throws {
    for number in 0..<500 { try folder.write("{BAD BAD BAD BAD BAD}", to: "f\(number).json") }
    try folder.write("{WARN}", to: "z.json")
    let outcome = CommandHarness().run("--jobs", "\(jobs)", folder.path)
    #expect(outcome.output.split(separator: "\n").count < 30)
    #expect(lines(outcome, with: "warning: found WARN").count == 1)
    #expect(lines(outcome, with: "2,500 in 500 files").count == 1)
  }

  /// What is left is counted by rule, and the sum is the number of findings.
  @Test(arguments: [[], ["--redact"]]) func whatIsNotListedIsCountedByRule(_ options: [String]) throws {
    for number in 0..<300 {
      try folder.write(
        #"{"resourceType":"Patient","id":"p\#(number)","x\#(number)":1,"gender":"g\#(number)","birthDate":"no"}"#,
        to: "\(number).json")
    }
    let outcome = CommandHarness().validate(["--fhir-version=r4"] + options + [folder.path])
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 150)
    #expect(lines.contains { $0.contains(" 300 in 300 records of 300 files: value/invalid-date at Patient.birthDate") })
    #expect(outcome.output.contains("\n  counted but not listed:\n") == options.isEmpty, "\(outcome.output)")
    func sum(_ lines: [Substring]) -> Int { lines.compactMap { Int($0.split(separator: " ")[0]) }.reduce(0, +) }
    let start = (lines.firstIndex { $0 == "  counted but not listed:" } ?? 0) + 1
    let counted = sum(Array(lines[start...].prefix { $0.hasPrefix("    ") }))
    // A single finding has an indented place, and a group a line with its number.
    let single = lines.count { $0.wholeMatch(of: /\s+\d+:\d+ (error|warning): .*/) != nil }
    let grouped = sum(lines.filter { $0.wholeMatch(of: /\s+\d+ in .*/) != nil })
    let notes = sum(lines.filter { $0.contains(" notes in ") })
    let total =
      try CommandHarness().validate("--fhir-version=r4", "--format=concise", folder.path).output
      .split(separator: "\n").count - 1
    #expect(counted + single + grouped + notes == total)
  }

  /// A record is named by what it is; not in a redacted report.
  @Test func aRecordHasItsTitle() throws {
    let text = #"""
      {"resourceType":"Observation","id":"ID","status":"done","code":{"text":"Glucose"},
       "effectiveDateTime":"2025-07-01T08:00:00Z","valueString":"x"}
      """#
    let file = try folder.write(text.replacing("ID", with: "one"), to: "0.json")
    let options = ["--fhir-version=r4", "--source=Kaiser", "--only-errors"]
    #expect(
      CommandHarness().validate(options + [file]).output.replacing(/\n +(?=[^ |])/, with: " ").contains(
        "Observation.status in Observation/one: Glucose, 2025-07-01, Kaiser"))
    try folder.write(text.replacing("ID", with: "two"), to: "1.json")
    for (name, shown) in [
      ("--all", "Observation/two: Glucose, 2025-07-01,"), ("--jobs=2", " Glucose, 2025-07-01, Kaiser:"),
    ] {
      let output = CommandHarness().validate(options + [name, folder.path]).output.replacing(/\n +/, with: " ")
      #expect(output.contains(shown), "\(output)")
      let redacted = CommandHarness().validate(options + [name, "--redact", folder.path]).output
      #expect(
        !redacted.contains("Glucose") && !redacted.contains("2025") && !redacted.contains("Kaiser"), "\(redacted)")
      #expect(redacted.contains("file-1"))
    }
    // Of a copy, too.
    try folder.write(text.replacing("ID", with: "one"), to: "2.json")
    #expect(
      CommandHarness().validate("--fhir-version=r4", "--select=identity/*", folder.path).output.contains(
        "in Observation/one: Glucose,"))
  }

  /// The first file does not take all places.
  @Test(arguments: ["text", "json", "jsonl"]) func aLimitIsSharedByTheKinds(_ format: String) throws {
    for name in ["a", "b"] { try folder.write("{BAD BAD BAD BAD BAD}", to: "\(name).json") }
    try folder.write("{WARN WARN}", to: "z.json")
    let outcome = CommandHarness().run("--format", format, "--max-issues=4", folder.path)
    // Text has one entry for each.
    let least = format == "text" ? 1 : 2
    #expect(lines(outcome, with: "found BAD").count >= least)
    #expect(lines(outcome, with: "found WARN").count >= least)
    #expect(outcome.exitCode == .findings)
  }

  @Test func statisticsReplaceTheList() throws {
    for number in 0..<3 {
      try folder.write(
        #"{"resourceType":"Patient","id":"\#(number)","gender":"none","name":[{"x":1},{"x":2}]}"#, to: "\(number).json")
    }
    let outcome = CommandHarness().validate(
      "--fhir-version=dstu2", "--statistics", "--no-identity", "--source", "Clinic", folder.path)
    for line in [
      "By rule", "  6  error structure/unknown-element", "  3  error code/not-in-value-set", "By place",
      "  6  Patient.name.x  structure/unknown-element", "By value", "  3  \"none\"  code/not-in-value-set", "By source",
      "  9  Clinic",
    ] {
      #expect(outcome.output.contains("\n\(line)"), "\(line) in \(outcome.output)")
    }
    #expect(!outcome.output.contains("^"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(outcome.output)")
    #expect(outcome.exitCode == .findings)
    let json = CommandHarness().validate(
      "--fhir-version=dstu2", "--statistics", "--format=jsonl", "--no-identity", "--only-errors", folder.path
    ).output
    #expect(json.split(separator: "\n").count == 2)
    #expect(
      json.contains(
        #""paths":[{"rule":"structure/unknown-element","severity":"error","path":"Patient.name.x","count":6,"example":{"file":"#
      ))
  }

  @Test func linesAreAsWideAsTheTerminal() throws {
    let long = String(repeating: "abc ", count: 60)
    try folder.write("{\"a\": \"\(long)\", BAD, \"b\": \"\(long)\"}", to: "a.json")
    let outcome = CommandHarness().run(folder.path)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains(folder.path) })
    let excerpt = lines(outcome, with: " | ")
    #expect(excerpt.count == 2 && excerpt[0].contains("BAD"))
    // The mark is below the fault.
    let place = excerpt[0].firstRange(of: "BAD").map {
      excerpt[0].distance(from: excerpt[0].startIndex, to: $0.lowerBound)
    }
    let mark = excerpt[1].firstRange(of: "^^^").map {
      excerpt[1].distance(from: excerpt[1].startIndex, to: $0.lowerBound)
    }
    #expect(place == mark && place != nil)
  }
}
