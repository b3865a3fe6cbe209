import FHIRCheckCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Swift's own list of arguments replaces bytes that are not UTF-8.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { text in
    CommandArgument(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }
}
exit(FHIRCheckCommand.run(arguments: arguments, context: .ofProcess()).rawValue)
