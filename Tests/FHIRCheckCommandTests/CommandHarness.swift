import ClinicalSources
import FHIRFindings
@testable import FHIRCheckCommand
import FHIRSchema
import FHIRValidation
import FHIRTape
import Foundation
import Synchronization

/// Runs the command with captured streams, and with a checker whose findings a test can choose.
struct CommandHarness {
  /// The names of all formats of reports.
  static let formats = ReportFormat.allCases.map(\.rawValue)

  struct Outcome {
    var exitCode: ExitCode
    var output: String
    var error: String
  }

  var input = FileHandle.nullDevice.fileDescriptor
  var outputIsTerminal = false
  var errorIsTerminal = false
  var prefersNoColor = false
  /// Returned by every write to standard output.
  var writeResult: Int32 = 0
  var rules: [Rule] = []
  /// The least size of the parts that a large file of lines is read in.
  var partBytes: Int?
  /// The largest number of threads that read inputs, whatever the machine has.
  var processors = 8
  /// Called instead of waiting; `nil` to stop watching.
  var waitToLookAgain: @Sendable () -> Bool = { false }
  /// The date after which exemptions end.
  var today = "2026-06-15"
  /// The users whose configurations are followed; `nil` for those of the process.
  var trustedOwners: Set<UInt32>?
  /// The folder at which the search for configurations begins.
  var workingFolder: String?

  func run(_ arguments: String...) -> Outcome { run(arguments) }

  func run(_ arguments: [String]) -> Outcome {
    run { context in
      FHIRCheckCommand.run(arguments: arguments.map { FilePath($0) }, context: context, rules: rules) {
        MarkerChecker(release: .dstu2)
      }
    }
  }

  /// Runs the command with the real validator and its rules.
  func validate(_ arguments: String...) -> Outcome { validate(arguments) }

  func validate(_ arguments: [String]) -> Outcome { validate(arguments.map { FilePath($0) }) }

  /// As ``validate(_:)-([String])``, with arguments that may not be text.
  func validate(_ arguments: [FilePath]) -> Outcome {
    run { FHIRCheckCommand.run(arguments: arguments, context: $0) }
  }

  /// Runs the command with the test's own checker.
  func run(_ arguments: [String], checker: some RecordChecker) -> Outcome {
    run {
      FHIRCheckCommand.run(arguments: arguments.map { FilePath($0) }, context: $0, rules: rules) { checker }
    }
  }

  private func run(_ command: (CommandContext) -> ExitCode) -> Outcome {
    let captured = Captured()
    let result = writeResult
    var context = CommandContext(
      standardInput: input,
      writeOutput: { bytes in
        captured.output.withLock { $0.append(contentsOf: bytes) }
        return result
      },
      writeError: { bytes in captured.error.withLock { $0.append(contentsOf: bytes) } },
      outputIsTerminal: outputIsTerminal, errorIsTerminal: errorIsTerminal, prefersNoColor: prefersNoColor)
    context.processors = processors
    context.endWithReader = { captured.error.withLock { $0.append(contentsOf: "ends with its reader\n".utf8) } }
    context.workingFolder = workingFolder
    if let trustedOwners { context.trustedOwners = trustedOwners }
    context.waitToLookAgain = waitToLookAgain
    context.today = { [today] in today }
    if let partBytes { context.partBytes = partBytes }
    let exitCode = command(context)
    return Outcome(
      exitCode: exitCode, output: captured.output.withLock { String(decoding: $0, as: UTF8.self) },
      error: captured.error.withLock { String(decoding: $0, as: UTF8.self) })
  }

  private final class Captured: Sendable {
    let output = Mutex<[UInt8]>([])
    let error = Mutex<[UInt8]>([])
  }
}

/// Finds an error at each `BAD`, a warning at each `WARN`; every `{` is a record.
struct MarkerChecker: RecordChecker {
  let release: FHIRRelease
  var releases: [FHIRRelease] { [release] }

  private func check(_ bytes: UnsafeRawBufferPointer) -> (findings: [Finding], tally: ValidationTally) {
    var tally = ValidationTally()
    var findings: [Finding] = []
    for _ in places(of: "{", in: bytes) {
      tally.records += 1
      tally.resourceTypes["Patient", default: 0] += 1
    }
    for (marker, severity) in [("BAD", Severity.error), ("WARN", .warning)] {
      for place in places(of: marker, in: bytes) {
        tally.findings.add(RuleID(rawValue: "test/\(marker.lowercased())"), severity)
        findings.append(
          Finding(
            rule: RuleID(rawValue: "test/\(marker.lowercased())"), severity: severity,
            range: SourceRange(start: place, end: place + marker.utf8.count), path: "Patient",
            message: "found \(marker)"))
      }
    }
    findings.sort { $0.range < $1.range }
    return (findings, tally)
  }

  /// Uses the C library's search: a loop over bytes takes seconds in a debug build.
  private func places(of marker: String, in bytes: UnsafeRawBufferPointer) -> [Int] {
    guard let start = bytes.baseAddress else { return [] }
    var places: [Int] = []
    var offset = 0
    let first = Int32(marker.utf8.first ?? 0)
    while let hit = memchr(start + offset, first, bytes.count - offset) {
      let place = UnsafeRawPointer(hit) - start
      if bytes[place...].starts(with: marker.utf8) { places.append(place) }
      offset = place + 1
    }
    return places
  }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    switch input {
    case .memory(let bytes):
      let (findings, tally) = check(bytes)
      try receive(findings)
      return tally
    case .source(let source, let lineStart): return try check(source, lineStart, receive)
    }
  }

  private func check(
    _ input: any ByteSource, _ lineStart: Int?, _ receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    var source = input
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { buffer.deallocate() }
    while case let count = try source.read(into: buffer), count > 0 { bytes.append(contentsOf: buffer[..<count]) }
    var (findings, tally) = bytes.withUnsafeBytes { check($0) }
    for index in findings.indices {
      let range = findings[index].range
      let start = lineStart ?? 0
      findings[index].range = SourceRange(start: start + range.start, end: start + range.end)
    }
    // The last finding comes first, because the finding of a Bundle may come after those of its entries.
    if let last = findings.last { try receive([last]) }
    var rest = findings.dropLast()
    while !rest.isEmpty {
      try receive(Array(rest.prefix(100)))
      rest = rest.dropFirst(100)
    }
    return tally
  }
}

/// A folder that is removed at the end of the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "fhircheck-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Copies a folder, with the folders above it.
  func copy(_ source: String, to name: String) throws {
    let target = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: target)
  }

  /// Writes a file, and its folders, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// As ``write(_:to:)-(String,_)``, for any bytes.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}
