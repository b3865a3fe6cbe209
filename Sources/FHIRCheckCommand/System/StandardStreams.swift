#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three standard streams of a process, any of which may be closed.
enum StandardStreams {
  /// Opens closed streams, before another opened file could get such a descriptor and the report be written to it.
  ///
  /// The replacement is opened in the other direction, so that reading and writing fail as on a closed stream.
  static func open() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
      guard fcntl(stream, F_GETFD) < 0 else { continue }
      // The lowest free number, which is this one.
      _ = openNothing(flags)
    }
  }
}

// Outside of the type, because the type's method would shadow the system call.
private func openNothing(_ flags: Int32) -> Int32 { open("/dev/null", flags) }
