import FHIRFindings
import FHIRCheckCommand
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTape
import ClinicalSources
import Synchronization
import Testing

/// Failures of the system during a run: full devices, endless pipes, names that are not text.
@Suite struct SystemFailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pages = [["rules"], ["explain", "json/comment"], ["--help"], ["--version"]]

  @Test(arguments: pages) func aPageThatCannotBeWrittenIsAFailure(_ arguments: [String]) {
    let outcome = CommandHarness(writeResult: ENOSPC).validate(arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error == "fhircheck: standard output: no space left on the device\n")
  }

  /// `fhircheck rules | head -1`
  @Test(arguments: pages) func aPageMayBeReadInPart(_ arguments: [String]) {
    let outcome = CommandHarness(writeResult: EPIPE).validate(arguments)
    #expect(outcome.exitCode == .success)
    #expect(outcome.error == "")
  }

  @Test func aPipeWithoutEndIsNotKept() throws {
    let pipe = Pipe()
    let thread = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 0x20, count: 2 << 20))
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    let outcome = CommandHarness(input: pipe.fileHandleForReading.fileDescriptor).validate("--max-pipe=1M", "-")
    #expect(outcome.exitCode == .failure)
    let reason = "it states no size and gives more than is kept of it; see --max-pipe"
    #expect(outcome.error == "fhircheck: standard input: \(reason)\n")
    #expect(outcome.output.replacing("\n    ", with: " ").contains("not read: - (\(reason))"))
  }

  #if os(Linux)
    @Test func aNameThatIsNotUTF8IsAccepted() throws {
      let name = Array((folder.path + "/n").utf8) + [0xFF] + Array(".json".utf8)
      let descriptor = FilePath(name).withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
      _ = "{BAD}".withCString { write(descriptor, $0, 5) }
      close(descriptor)
      let outcome = CommandHarness().validate([FilePath("--format=jsonl"), FilePath(name)])
      #expect(outcome.exitCode == .findings)
      #expect(outcome.output.contains("/n\\\\xFF.json\",\"line\":1"))
    }

    @Test func aFileThatStatesNoSizeIsNotEmpty() {
      let outcome = CommandHarness().validate("/proc/version")
      #expect(!outcome.output.contains("json/empty-input"))
      #expect(outcome.exitCode == .findings)
    }
  #endif

  /// A file may be replaced by a pipe between listing and reading; here, while the other pipe is read.
  @Test func aFileThatBecomesAPipeIsNotWaitedFor() throws {
    let file = try folder.write("{}", to: "a.json")
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let thread = Thread {
      // Waits for the reader, which has listed the file by then.
      let descriptor = open(pipe, O_WRONLY)
      unlink(file)
      mkfifo(file, 0o600)
      _ = "{}".withCString { write(descriptor, $0, 2) }
      close(descriptor)
    }
    thread.start()
    let outcome = CommandHarness().run("--jobs=1", file, pipe)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error == "fhircheck: \(file): is neither a file nor a folder any more\n")
    #expect(outcome.output.contains("1 of 1 record in 1 of 2 files"))
  }

  /// Cut at the end of a line, it looks like a smaller file.
  @Test(arguments: [true, false]) func aFileThatIsCutWhileItIsReadIsNotValid(_ isCut: Bool) throws {
    let lines = String(repeating: "{\"a\": \"" + String(repeating: "x", count: 1_000) + "\"}\n", count: 9_000)
    let path = try folder.write(lines, to: "a.ndjson")
    let checker = CuttingChecker(path: path, isCut: isCut)
    let outcome = CommandHarness().run(["--jobs=1", "--allow-empty", path], checker: checker)
    #expect(outcome.exitCode == (isCut ? .failure : .success))
    #expect(outcome.error == (isCut ? "fhircheck: \(path): changed while it was read\n" : ""))
    #expect(outcome.output.contains("not read: ") == isCut)
  }

  /// Truncates the file after a part of it was read.
  private struct CuttingChecker: RecordChecker {
    let releases = MarkerChecker(release: .dstu2).releases
    let path: String
    let isCut: Bool

    func check(
      _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
    ) throws -> ValidationTally {
      guard case .source(var source, _) = input else { return ValidationTally() }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer { buffer.deallocate() }
      var count = try source.read(into: buffer)
      if isCut { truncate(path, off_t(4_000 * 1_010)) }
      while count > 0 { count = try source.read(into: buffer) }
      return ValidationTally()
    }
  }

  @Test(arguments: [
    (["--\u{1B}[31mX"], "unknown option '--\u{241B}[31mX'"),
    (["--jobs=\u{9B}2K", "x"], "'--jobs' is a whole number from 1, not '\\u{9B}2K'"),
    (["path", "Patient.`\u{1B}[31m`", "x"], "\u{241B}[31m"),
    (["path", "Patient.\u{1B}", "x"], "\u{241B}"),
  ])
  func standardErrorIsSafeForATerminal(_ arguments: [String], _ text: String) {
    let outcome = CommandHarness().validate(arguments)
    #expect(outcome.error.contains(text))
    #expect(!outcome.error.contains("\u{1B}") && !outcome.error.contains("\u{9B}"))
  }

  @Test func thereAreNoMoreThreadsThanProcessors() throws {
    for index in 0..<100 { try folder.write("{}", to: "\(index).json") }
    var harness = CommandHarness()
    harness.processors = 3
    let threads = ThreadCount()
    _ = harness.run(["--jobs=64", folder.path], checker: CountingChecker(threads: threads))
    #expect((1...3).contains(threads.most.withLock { $0 }))
  }

  private final class ThreadCount: Sendable {
    let current = Mutex(0)
    let most = Mutex(0)
  }

  /// Counts how many checks run at the same time.
  private struct CountingChecker: RecordChecker {
    let releases = MarkerChecker(release: .dstu2).releases
    let threads: ThreadCount

    func check(
      _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
    ) throws -> ValidationTally {
      let count = threads.current.withLock { count in
        count += 1
        return count
      }
      threads.most.withLock { $0 = max($0, count) }
      usleep(1000)
      threads.current.withLock { $0 -= 1 }
      return ValidationTally()
    }
  }
}
