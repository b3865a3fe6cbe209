import FHIRFindings
import FHIRCheckCommand
import FHIRRecognition
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTape
import ClinicalSources
import Synchronization
import Testing

/// Large files of lines, which are read in parts: here with parts of a few lines, or of one.
@Suite struct PartedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Lines of each kind: valid and faulty records, a Bundle, a duplicate record, one that is too deep, text that is not
  /// JSON, a line longer than most parts.
  private static let lines: [String] = (0..<48).map { number in
    let patient = #""resourceType":"Patient","id":"p\#(number % 20)""#
    switch number % 12 {
    case 0: return #"{"resourceType":"Patient","id":"p\#(number)","gender":"mâle 日本","birthDate":"1970-13-01"}"#
    case 1: return #"{\#(patient),"active":"yes","surprise":\#(number)}"#
    case 3: return #"{\#(patient),"#
    case 4: return #"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{\#(patient),"x":1}}]}"#
    case 5: return "BAD"
    case 6: return "[\(patient)]"
    case 7: return #"{"resourceType":"Patient","gender":"male"}"#
    case 8 where number < 12:
      return #"{\#(patient),"name":[{"family":["\#(String(repeating: "ö", count: 5000))"],"foo":1}]}"#
    case 9: return "\u{FEFF}{\(patient)}"
    case 10: return #"{"resourceType":"MedicationRequest","id":"m","status":"active"}"#
    default: return "{\(patient)}"
    }
  }

  private static let texts: [String: String] = [
    "lines": lines.joined(separator: "\n") + "\n",
    "mark": "\u{FEFF}" + lines.joined(separator: "\n") + "\n",
    "carriage returns": lines.joined(separator: "\r\n") + "\r\n",
    "empty lines": "\n \n" + lines.joined(separator: "\n\n\r\n"),
    "no last line end": lines.joined(separator: "\n"),
  ]

  private static let commands: [[String]] = [
    ["check", "--format=json"], ["check", "--format=jsonl", "--source=Clinic"],
    ["check", "--format=text", "--max-issues=17"], ["check", "--format=json", "--quiet"],
    ["check", "--format=jsonl", "--fhir-version=r4"],
    ["summary", "--format=text"], ["summary", "--format=json"], ["path", "--format=text", "gender"],
  ]

  private static let cases =
    texts.keys.sorted().map { ($0, ["check", "--format=text"]) } + commands.map { ("mark", $0) }

  @Test(arguments: cases) func partsMakeNoDifference(_ name: String, _ command: [String]) throws {
    let text = try #require(Self.texts[name])
    try folder.write(text, to: "a/lines.ndjson")
    try folder.write("{}", to: "a/one.json")
    try folder.write(text, to: "b.ndjson")
    let arguments = command + [folder.path]
    let whole = CommandHarness().validate(arguments + ["--jobs=1"])
    #expect(whole.output.utf8.count > 200)
    var harness = CommandHarness()
    for (partBytes, jobs) in [(1, 2), (700, 3), (700, 8)] {
      harness.partBytes = partBytes
      let parted = harness.validate(arguments + ["--jobs=\(jobs)"])
      #expect(parted.output == whole.output, "parts of \(partBytes), \(jobs) jobs")
      #expect(parted.error == whole.error)
      #expect(parted.exitCode == whole.exitCode)
    }
  }

  @Test func standardInputIsReadInPartsToo() throws {
    let path = try folder.write(try #require(Self.texts["mark"]), to: "lines.ndjson")
    var outputs: [String] = []
    for partBytes in [Int.max, 500] {
      let file = try #require(FileHandle(forReadingAtPath: path))
      var harness = CommandHarness()
      harness.input = file.fileDescriptor
      harness.partBytes = partBytes
      let spy = SpyingChecker()
      outputs.append(harness.run(["--format=jsonl", "--jobs=2", "-"], checker: spy).output)
      #expect(spy.starts.isEmpty == (partBytes == .max))
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func onlyFilesOfLinesAreDivided() throws {
    let line = #"{"resourceType":"Patient","id":"p"}"#
    let texts = [
      "array.json": "[" + [line, line, line].joined(separator: ",\n") + "]",
      "bundle.json": #"{"resourceType":"Bundle","type":"collection","entry":[\#n{"resource":\#(line)}]}"#,
      "lines.txt": [line, line, line].joined(separator: "\n"),
    ]
    for (name, text) in texts {
      let path = try folder.write(text, to: name)
      var harness = CommandHarness()
      harness.partBytes = 1
      let spy = SpyingChecker()
      #expect(harness.run(["--jobs=2", path], checker: spy).exitCode != .failure)
      #expect(spy.starts == (name == "lines.txt" ? [0, 36, 72] : []))
    }
  }

  /// Nothing after an unreadable part is reported, whichever thread was faster, and nothing of the file is counted.
  @Test(arguments: [2, 8])
  func aFileThatBreaksOffIsReportedOnce(_ jobs: Int) throws {
    let line = #"{"resourceType":"Patient","gender":"x"}"# + "\n"
    let path = try folder.write(String(repeating: line, count: 20), to: "a.ndjson")
    let sound = try folder.write(line, to: "b.ndjson")
    var harness = CommandHarness()
    harness.partBytes = 1
    let spy = SpyingChecker(failures: [5 * line.utf8.count, 9 * line.utf8.count])
    let outcome = harness.run(["--format=jsonl", "--no-identity", "--jobs=\(jobs)", path, sound], checker: spy)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error == "fhircheck: \(path): input/output error\n")
    let issues = outcome.output.split(separator: "\n").filter { $0.contains("\"type\":\"issue\"") }
    // An error and a note for each record.
    #expect(issues.count(where: { $0.contains("a.ndjson") }) == 10)
    #expect(issues.count(where: { $0.contains("b.ndjson") }) == 2)
    #expect(outcome.output.contains("\"files\":1,"))
    #expect(outcome.output.contains("\"records\":1,"))
  }
}

/// The validator, which records where parts begin, and cannot read some of them.
private struct SpyingChecker: RecordChecker {
  private let validator = Validator()
  private let places = Places()
  private let failures: Set<Int>

  init(failures: Set<Int> = []) { self.failures = failures }

  var releases: [FHIRRelease] { validator.releases }
  var starts: [Int] { places.starts.withLock { $0.sorted() } }

  func survey(_ source: some ByteSource) throws -> RecognisedRelease? { try validator.survey(source) }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    if case .source(_, let lineStart?) = input {
      places.starts.withLock { $0.append(lineStart) }
      if failures.contains(lineStart) { throw SystemError(code: EIO) }
    }
    return try validator.check(input, hints: hints, observer: observer, receive: receive)
  }

  private final class Places: Sendable {
    let starts = Mutex<[Int]>([])
  }
}
