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

  /// The entry point: on Linux an executable's `main` becomes this, so the linker does not use libFuzzer's `main`.
  @_cdecl("fhirfuzz_main")
  public func fuzzerMain(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { fuzzerTestOneInput($0, $1) }
  }
#else
  import Foundation

  /// Runs files or folders through ``fuzzOne(_:)`` in an ordinary build: the fuzzer's findings, or a seed corpus.
  @main
  enum Replay {
    static func main() throws {
      var count = 0
      for argument in CommandLine.arguments.dropFirst() {
        for path in files(at: argument) {
          fuzzOne(try Array(Data(contentsOf: URL(filePath: path))))
          count += 1
        }
      }
      print("\(count) inputs, every property holds")
    }

    private static func files(at path: String) -> [String] {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      // On Linux a file is a folder without names.
      if names.isEmpty { return [path] }
      return names.sorted().map { "\(path)/\($0)" }.filter {
        (try? FileManager.default.contentsOfDirectory(atPath: $0)) == nil
      }
    }
  }
#endif
