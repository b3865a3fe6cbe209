#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three streams that a process is given, or not.
enum StandardStreams {
  /// Fills the places of streams that are closed, before a file of ours gets one of them and the report is written there.
  ///
  /// What fills them is open the other way round, so that reading and writing fail as they do on a closed stream.
  static func open() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
      guard fcntl(stream, F_GETFD) < 0 else { continue }
      // The lowest number that is free, which is this one.
      _ = openNothing(flags)
    }
  }
}

// Inside the type its own name would win over the call of the system.
private func openNothing(_ flags: Int32) -> Int32 { open("/dev/null", flags) }
