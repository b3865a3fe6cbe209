import FHIRCheckCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(FHIRCheckCommand.run(arguments: Array(CommandLine.arguments.dropFirst()), context: .ofProcess()).rawValue)
