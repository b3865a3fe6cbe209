#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A script that was run to its end, with its cost.
struct ProcessRun {
  /// Its exit code; 128 and more for a signal, as in shells.
  let exitCode: Int32
  /// The processor time in seconds.
  let seconds: Double
  /// The largest memory of any process of the script, in bytes.
  let memory: Int

  /// Runs a script for `sh`, and waits for it. It is ended after a minute of processor time.
  ///
  /// - Parameter folder: its working folder; its output goes to a file next to that.
  init(_ script: String, program: String, in folder: String, size: Int) throws {
    let text = """
      F=\(ProcessRun.quoted(program)); N=\(size); cd \(ProcessRun.quoted(folder)) || exit 99
      exec >../output 2>&1 </dev/null
      ulimit -t 60
      \(script)
      """
    var process = pid_t()
    let arguments = ["/bin/sh", "-c", text]
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    guard posix_spawn(&process, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
      throw AttackError(description: "no process can be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    exitCode = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    seconds = ProcessRun.seconds(usage.ru_utime) + ProcessRun.seconds(usage.ru_stime)
    #if canImport(Darwin)
      memory = usage.ru_maxrss
    #else
      memory = usage.ru_maxrss << 10
    #endif
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars { quoted += scalar == "'" ? "'\\''" : String(scalar) }
    return quoted + "'"
  }
}
