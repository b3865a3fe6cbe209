import ClinicalSources
import FHIRReporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the command touches of the world: three streams and a few variables. Tests bring their own.
public struct CommandContext: Sendable {
  /// The descriptor that `-` reads.
  public var standardInput: Int32
  /// Writes to standard output; returns 0, or the `errno` of the failure.
  public var writeOutput: @Sendable (UnsafeRawBufferPointer) -> Int32
  /// Writes to standard error; failures are nobody's business.
  public var writeError: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Whether a person looks at standard output.
  public var outputIsTerminal: Bool
  /// Whether a person looks at standard error.
  public var errorIsTerminal: Bool
  /// Whether the environment asks for text without colours (`NO_COLOR`, or `TERM=dumb`).
  public var prefersNoColor: Bool
  /// How many columns the terminal has that standard output is, or 80.
  public var outputWidth = 80
  /// The folder where the process works, absolute: configurations are looked for from here up. `nil` to look for none.
  public var workingFolder: String?
  /// Waits a moment before files are looked at again; `false` to stop looking.
  package var waitToLookAgain: @Sendable () -> Bool = {
    Terminal.sleep(milliseconds: 500)
    return true
  }
  /// The least size of the parts that a large file of lines is read in, in bytes; tests have smaller files.
  package var partBytes = 8 << 20
  /// The most threads that read inputs.
  package var processors = Threads.coreCount

  /// Makes a context.
  public init(
    standardInput: Int32, writeOutput: @escaping @Sendable (UnsafeRawBufferPointer) -> Int32,
    writeError: @escaping @Sendable (UnsafeRawBufferPointer) -> Void, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, prefersNoColor: Bool = false
  ) {
    self.standardInput = standardInput
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.prefersNoColor = prefersNoColor
  }

  /// The streams of this process.
  ///
  /// From here on a closed pipe and a file that is too large are errors of `write` and no longer the end of the process,
  /// and no file that is opened takes the place of a stream that was closed.
  public static func ofProcess() -> CommandContext {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StandardStreams.open()
    let noColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    var context = CommandContext(
      standardInput: STDIN_FILENO,
      writeOutput: { bytes in
        do throws(SystemError) {
          try OpenFile.write(STDOUT_FILENO, bytes)
          return 0
        } catch {
          return error.code
        }
      },
      writeError: { bytes in _ = try? OpenFile.write(STDERR_FILENO, bytes) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1, errorIsTerminal: isatty(STDERR_FILENO) == 1,
      prefersNoColor: noColor || isDumb)
    context.workingFolder = Terminal.workingFolder
    if let width = Terminal.width(of: STDOUT_FILENO) { context.outputWidth = width }
    return context
  }

  /// Writes `fhircheck: ` and the sentence as a line on standard error; what a terminal would obey is made visible.
  func report(_ sentence: String) {
    error("fhircheck: \(TerminalText.visible(sentence))\n")
  }

  /// Writes text to standard error.
  func error(_ text: String) {
    var text = text
    text.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
  }

  /// Writes text to standard output, and says on standard error where that fails.
  func output(_ text: String) -> ExitCode {
    var text = text
    let code = text.withUTF8 { writeOutput(UnsafeRawBufferPointer($0)) }
    return code == 0 ? .success : ending(after: SystemError(code: code))
  }

  /// What a run ends with that had no more to do than to write.
  private func ending(after failure: SystemError) -> ExitCode {
    // A reader that has gone, such as `head`, has what it wanted.
    if failure.isClosedPipe { return .success }
    report("standard output: \(failure.reason)")
    return .failure
  }
}
