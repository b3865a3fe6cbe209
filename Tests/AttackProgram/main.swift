import FHIRAttacks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(AttackProgram.run(CommandLine.arguments))
