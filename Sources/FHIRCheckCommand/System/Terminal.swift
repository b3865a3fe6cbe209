#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's facts about the terminal and the working folder.
enum Terminal {
  /// The width of a terminal in columns; `nil` for anything else.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The current folder; `nil` if it no longer exists.
  static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }

  /// Sleeps.
  static func sleep(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    var left = timespec()
    while nanosleep(&time, &left) != 0, errno == EINTR { time = left }
  }
}

/// The clocks of the system.
enum Clock {
  /// The date in UTC, such as `2026-12-31`.
  static var today: String { ListedCard.day(secondsSince1970) }

  /// Seconds since 1970.
  static var secondsSince1970: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec)
  }

  /// Milliseconds since an arbitrary moment in the past.
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

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

  /// Ends the process, as the signal TERM does, as soon as the other end of the pipe at standard output is closed;
  /// returns immediately.
  static func endProcessWithReader() {
    Threads.startAlone {
      // Without events, only a closed end is told.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) <= 0 {}
      signal(SIGTERM, SIG_DFL)
      kill(getpid(), SIGTERM)
    }
  }
}

// Outside of the type, because the type's method would shadow the system call.
private func openNothing(_ flags: Int32) -> Int32 { open("/dev/null", flags) }
