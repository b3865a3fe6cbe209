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
