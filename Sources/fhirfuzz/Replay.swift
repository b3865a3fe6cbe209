#if !LIBFUZZER
  import Foundation

  /// Runs the files or folders on the command line through ``fuzzOne(_:)`` in an ordinary build: the fuzzer's findings,
  /// or a seed corpus.
  @main
  enum Replay {
    static func main() throws {
      var count = 0
      for argument in CommandLine.arguments.dropFirst() {
        for path in files(at: argument) {
          let bytes = try Array(Data(contentsOf: URL(filePath: path)))
          fuzzOne(bytes)
          count += 1
        }
      }
      print("\(count) inputs, every property holds")
    }

    private static func files(at path: String) -> [String] {
      guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return [path] }
      return names.sorted().map { "\(path)/\($0)" }.filter {
        (try? FileManager.default.contentsOfDirectory(atPath: $0)) == nil
      }
    }
  }
#endif
