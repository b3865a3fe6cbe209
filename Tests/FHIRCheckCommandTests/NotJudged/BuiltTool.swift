import FHIRCheckCommand
import Foundation
import Testing

/// The executable in the folder of the tests, for tests of a whole process.
enum BuiltTool {
  /// Runs it to its end, with additional variables in its environment.
  ///
  /// - Parameter tool: another build of it, which is run instead.
  static func run(
    _ arguments: [String], environment: [String: String], tool: URL? = nil
  ) throws -> CommandHarness.Outcome {
    let process = Process()
    let found: URL = try #require(tool ?? url, "the executable fhircheck is not beside the tests")
    process.executableURL = found
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, error) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    // The text on standard error is short and fits into its pipe.
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let reported = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return CommandHarness.Outcome(
      exitCode: try #require(ExitCode(rawValue: process.terminationStatus)),
      output: String(decoding: written, as: UTF8.self), error: String(decoding: reported, as: UTF8.self))
  }

  /// Starts it, without its output.
  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try #require(url, "the executable fhircheck is not beside the tests")
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    return process
  }

  private static var url: URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let programs = bundles + [Bundle.main.executableURL, Bundle.main.bundleURL].compactMap(\.self)
    return programs.flatMap { [$0.deletingLastPathComponent(), $0] }.map { $0.appending(path: "fhircheck") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path()) && !isFolder($0) }
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }
}
