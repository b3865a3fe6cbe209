import ClinicalSources
import FHIRReporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command's access to its environment: three streams and a few variables. Tests substitute their own.
public struct CommandContext: Sendable {
  /// The descriptor that `-` reads.
  public var standardInput: Int32
  /// Writes to standard output; returns 0, or the `errno` of the failure.
  public var writeOutput: @Sendable (UnsafeRawBufferPointer) -> Int32
  /// Writes to standard error; failures are ignored.
  public var writeError: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  public var errorIsTerminal: Bool
  /// Whether the environment asks for text without colours (`NO_COLOR`, or `TERM=dumb`).
  public var prefersNoColor: Bool
  /// The width of text in columns: `COLUMNS`, else that of the terminal at standard output, else 80.
  public var outputWidth = 80
  var wrapped: WrappedText { WrappedText(width: max(40, outputWidth)) }
  /// The working folder of the process, absolute, from which configurations are searched upwards; `nil` for no search.
  public var workingFolder: String?
  /// The users whose configurations are followed if they are found: the one of this process and the system's.
  package var trustedOwners: Set<UInt32> = [geteuid(), 0]
  package var waitToLookAgain: @Sendable () -> Bool = {
    usleep(500_000)
    return true
  }
  /// The date in UTC, such as `2026-12-31`, after which exemptions end.
  package var today: @Sendable () -> String = { Clock.today }
  /// Ends the process later, as the signal TERM does, as soon as nothing reads standard output any more.
  package var endWithReader: @Sendable () -> Void = {
    Threads.startAlone {
      // Without events, only a closed end is told.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) <= 0 {}
      signal(SIGTERM, SIG_DFL)
      kill(getpid(), SIGTERM)
    }
  }
  /// The least size of the parts of a large file of lines, in bytes; tests use smaller files.
  package var partBytes = 8 << 20
  package var processors = Threads.coreCount

  /// Makes a context.
  public init(
    standardInput: Int32, writeOutput: @escaping @Sendable (UnsafeRawBufferPointer) -> Int32,
    writeError: @escaping @Sendable (UnsafeRawBufferPointer) -> Void, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, prefersNoColor: Bool = false
  ) {
    (self.standardInput, self.writeOutput, self.writeError) = (standardInput, writeOutput, writeError)
    (self.outputIsTerminal, self.errorIsTerminal) = (outputIsTerminal, errorIsTerminal)
    self.prefersNoColor = prefersNoColor
  }

  /// The streams of this process. Afterwards, a closed pipe and a file that is too large are errors of `write` and do
  /// not end the process, and no opened file can take the descriptor of a stream that was closed.
  public static func ofProcess() -> CommandContext {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A closed stream is opened in the other direction, so that reading and writing fail as before.
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
      // The lowest free number, which is this one.
      if fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", flags) }
    }
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
    // None if it no longer exists.
    if let path = getcwd(nil, 0) {
      context.workingFolder = String(validatingCString: path)
      free(path)
    }
    // `sudo` names the user for whom root works.
    if geteuid() == 0, let caller = getenv("SUDO_UID"), let user = UInt32(String(cString: caller)) {
      context.trustedOwners.insert(user)
    }
    let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
    var size = winsize()
    let isMeasured = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    context.outputWidth = columns ?? (isMeasured ? Int(size.ws_col) : context.outputWidth)
    return context
  }

  /// Writes `fhircheck: ` and the sentence as a line on standard error, without control characters.
  func report(_ sentence: String) { error("fhircheck: \(TerminalText.visible(sentence))\n") }

  func error(_ text: String) {
    var text = text
    text.withUTF8 { writeError(UnsafeRawBufferPointer($0)) }
  }

  /// Reports a sentence, with the line of the expression that it is about and a caret below its place.
  func report(_ remark: PathExpressions.Remark, in expression: String) {
    report(remark.message)
    let scalars = Array(expression.unicodeScalars)
    let place = min(remark.column - 1, scalars.count)
    let start = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    let line = String(String.UnicodeScalarView(scalars[start..<end]))
    error("  \(TerminalText.visible(line))\n  \(String(repeating: " ", count: place - start))^\n")
  }

  func fail(_ error: SystemError) -> ExitCode {
    report(error.description)
    return .failure
  }

  /// Writes text to standard output, and reports a failure on standard error.
  func output(_ text: String) -> ExitCode {
    let error = SystemError(code: Array(text.utf8).withUnsafeBytes(writeOutput))
    // It is not a failure if a reader such as `head` closes the output.
    if error.code == 0 || error.isClosedPipe { return .success }
    report("standard output: \(error.reason)")
    return .failure
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let code = writeOutput(bytes)
    if code != 0 { throw SystemError(code: code) }
  }
}

enum Clock {
  /// The date in UTC, such as `2026-12-31`.
  static var today: String { ListedCard.day(secondsSince1970) }
  static var secondsSince1970: Double { Double(time(nil)) }

  /// Milliseconds since an arbitrary moment in the past.
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
