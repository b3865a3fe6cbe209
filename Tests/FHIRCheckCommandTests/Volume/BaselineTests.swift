import FHIRCheckCommand
import Foundation
import Testing

@Suite struct BaselineTests {
  private let folder: TemporaryFolder
  private var baseline: String { folder.path + "/known.json" }

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<6 {
      try folder.write(
        #"{"resourceType":"Patient","id":"\#(number)","gender":"none","x":1}"#, to: "in/\(number).json")
    }
    // Records without an id are distinguished only by their number.
    for number in 0..<3 { try folder.write(#"{"resourceType":"Patient","gender":"none"}"#, to: "in/z\(number).json") }
    let entries = (0..<3).map { #"{"resource":{"resourceType":"Patient","id":"e\#($0)","y":1}}"# }
    try folder.write(
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#,
      to: "in/bundle.json")
  }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(["--fhir-version=dstu2"] + arguments + [folder.path + "/in"])
  }

  private func errors(_ outcome: CommandHarness.Outcome) -> Int? {
    outcome.output.firstRange(of: #""error":"#).flatMap { Int(outcome.output[$0.upperBound...].prefix { $0.isNumber }) }
  }

  @Test func onlyWhatIsNewCounts() throws {
    let written = run("--write-baseline", baseline)
    #expect(written.exitCode == .success)
    let same = run("--baseline", baseline)
    #expect(same.exitCode == .success)
    #expect(same.output.hasPrefix("No new findings: 24 known (21 errors), 0 gone; "), "\(same.output)")
    let counts = run("--baseline", baseline, "--format=jsonl").output
    #expect(counts.contains(#""knownBySeverity":{"fatal":0,"error":21,"warning":0,"information":3}"#))
    #expect(same.output.contains("known from the baseline"))
    // Keys in another order, more lines, other names, another place in the Bundle.
    let old = folder.path + "/in/"
    try FileManager.default.removeItem(atPath: old + "0.json")
    try folder.write(
      "{\n\"x\":1,\n\n\"gender\":\"none\",\"id\":\"0\",\"resourceType\":\"Patient\"}", to: "in/sub/renamed.json")
    try FileManager.default.moveItem(atPath: old + "z0.json", toPath: old + "a.json")
    let entries = [2, 0, 1].map { #"{"resource":{"resourceType":"Patient","id":"e\#($0)","y":1}}"# }
    try folder.write(
      #"{"entry":[\#(entries.joined(separator: ","))],"type":"collection","resourceType":"Bundle"}"#,
      to: "in/bundle.json")
    for jobs in ["1", "4"] {
      let moved = run("--baseline", baseline, "--format=jsonl", "--jobs", jobs)
      #expect(moved.exitCode == .success)
      #expect(errors(moved) == 0 && moved.output.contains(#""gone":{}"#))
    }
    // One more fault.
    try folder.write(#"{"resourceType":"Patient","gender":"none"}"#, to: "in/z9.json")
    for jobs in ["1", "4"] {
      let more = run("--baseline", baseline, "--format=jsonl", "--jobs", jobs, "--no-progress")
      #expect(more.exitCode == .findings)
      #expect(errors(more) == 1)
      // Of findings with equal keys, the last one is new.
      #expect(more.output.contains("in/z9.json\",\"line\":1"))
      #expect(run("--baseline", baseline, "--quiet", "--jobs", jobs).output.hasPrefix("Not valid: 1 new error"))
    }
  }

  @Test func goneFindingsAreReported() throws {
    _ = run("--write-baseline", baseline)
    try FileManager.default.removeItem(atPath: folder.path + "/in/3.json")
    let outcome = run("--baseline", baseline, "--no-identity")
    #expect(outcome.exitCode == .success)
    #expect(
      outcome.output.replacing("\n    ", with: " ").contains(
        "of the baseline are gone (code/not-in-value-set 1, structure/unknown-element 1"))
  }

  /// Findings beyond the limit of a record have no place, and are counted by rule.
  @Test func findingsBeyondTheLimitOfARecordAreKnown() throws {
    let members = (0..<1_200).map { "\"x\($0)\":1" }.joined(separator: ",")
    try folder.write("{\"resourceType\":\"Patient\",\"id\":\"m\",\(members)}", to: "in/many.json")
    _ = run("--write-baseline", baseline)
    #expect(run("--baseline", baseline).exitCode == .success)
    try folder.write("{\"resourceType\":\"Patient\",\"id\":\"m\",\"y\":1,\(members)}", to: "in/many.json")
    #expect(run("--baseline", baseline).exitCode == .findings)
  }

  @Test(arguments: ["", "{}", "[]", #"{"baselineVersion":2,"findings":[]}"#, #"{"baselineVersion":1,"findings":[{}]}"#])
  func filesThatAreNoBaselineAreRefused(_ text: String) throws {
    try folder.write(text, to: "known.json")
    let outcome = run("--baseline", baseline)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.hasPrefix("fhircheck: \(baseline): this is no baseline that fhircheck has written\n"))
  }

  @Test func aBaselineThatCannotBeWrittenIsAFailure() {
    #expect(run("--write-baseline", "/nowhere/known.json").exitCode == .failure)
  }
}
