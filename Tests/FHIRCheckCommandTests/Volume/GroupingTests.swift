import FHIRCheckCommand
import Testing

@Suite struct GroupingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ outcome: CommandHarness.Outcome, with text: String) -> [String] {
    outcome.output.split(separator: "\n").map { String($0) }.filter { $0.contains(text) }
  }

  @Test func textListsARepeatedFindingOnceForEachFile() throws {
    try folder.write("{BAD BAD BAD}", to: "a.json")
    try folder.write("{BAD BAD BAD BAD WARN}", to: "b.json")
    let outcome = CommandHarness().run(folder.path)
    #expect(lines(outcome, with: "error: found BAD").count == 4)
    #expect(lines(outcome, with: "and 3 more like it in this file").count == 1)
    #expect(lines(outcome, with: "warning: found WARN").count == 1)
    #expect(!outcome.output.contains("not listed"))
    let all = CommandHarness().run("--all", folder.path)
    #expect(lines(all, with: "error: found BAD").count == 7)
    #expect(!all.output.contains("more like it"))
  }

  @Test(arguments: [1, 4]) func aLongTextHasSomeOfEachKindAndTheMostFrequentRules(_ jobs: Int) throws {
    for number in 0..<500 { try folder.write("{BAD BAD BAD BAD BAD}", to: "f\(number).json") }
    try folder.write("{WARN}", to: "z.json")
    let outcome = CommandHarness().run("--jobs", "\(jobs)", folder.path)
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count < 2_000)
    #expect(lines(outcome, with: "warning: found WARN").count == 1)
    #expect(lines(outcome, with: "more like it").count == 199)
    #expect(outcome.output.contains("  1,505 issues counted but not listed\n"))
    #expect(lines(outcome, with: "2,500  error test/bad").count == 1)
    #expect(lines(outcome, with: "    1  warning test/warn").count == 1)
  }

  /// The first file does not take all places.
  @Test(arguments: ["text", "json", "jsonl"]) func aLimitIsSharedByTheKinds(_ format: String) throws {
    for name in ["a", "b"] { try folder.write("{BAD BAD BAD BAD BAD}", to: "\(name).json") }
    try folder.write("{WARN WARN}", to: "z.json")
    let outcome = CommandHarness().run("--format", format, "--max-issues=4", folder.path)
    #expect(lines(outcome, with: "found BAD").count >= 2)
    #expect(lines(outcome, with: "found WARN").count >= 2)
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
