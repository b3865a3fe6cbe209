import ClinicalSources
import FHIRCheckCommand

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

exit(FHIRCheckCommand.run(arguments: ProgramArguments.all, context: .ofProcess()).rawValue)

/// The arguments of the process, as bytes: Swift's own list of texts replaces bytes that are not UTF-8.
enum ProgramArguments {
  /// All but the name of the program.
  static var all: [FilePath] {
    let (count, values) = vector
    return (1..<max(1, count)).compactMap { index in
      values[index].map { FilePath(Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
    }
  }

  private typealias Vector = (count: Int, values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)

  private static var vector: Vector {
    let known = (Int(CommandLine.argc), CommandLine.unsafeArgv)
    #if os(Linux)
      return known.0 > 0 ? known : onStack ?? known
    #else
      return known
    #endif
  }

  #if os(Linux)
    /// The vector that the kernel left for `main`, which Swift does not pass on: it reads /proc/self/cmdline, and a
    /// container may have no /proc.
    ///
    /// On the stack of a new process are the number of arguments, their addresses, a null, and then the environment
    /// (System V ABI, "Process Initialization"); no address is as small as a number of arguments. `nil` if this is not
    /// so, because the environment was moved.
    private static var onStack: Vector? {
      let null = UnsafeMutableRawPointer(environ).assumingMemoryBound(to: Int.self) - 1
      guard null.pointee == 0 else { return nil }
      var count = 0
      while (null - count - 1).pointee != count {
        count += 1
        if UInt(bitPattern: (null - count).pointee) < 4096 { return nil }
      }
      return (count, environ - 1 - count)
    }
  #endif
}

/// Nothing: in place of the Swift runtime's search for the program that prints backtraces, which ends a process without
/// /proc. Only `.ci/release` links it so.
@_cdecl("fhircheck_no_backtrace") public func noBacktrace() -> UnsafePointer<CChar>? { nil }
