#if LIBFUZZER
  /// The function that libFuzzer calls for each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzzOne(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  private typealias TestOneInput = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer>,
    _ test: TestOneInput
  ) -> CInt

  /// The entry point: on Linux the package manager renames an executable's `main` to this, so the linker does not use
  /// libFuzzer's own `main`.
  @_cdecl("fhirfuzz_main")
  public func fuzzerMain(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments) { fuzzerTestOneInput($0, $1) }
  }
#endif
