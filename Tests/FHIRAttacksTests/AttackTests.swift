import FHIRAttacks
import Foundation
import FHIRTestSupport
import Testing

/// Runs every attack at a small size, except the long ones: exit codes, messages and memory. `fhirattack`, run by hand,
/// measures the time.
///
/// One after another, because each starts processes.
@Suite(.serialized) struct AttackTests {
  // The scripts use features of Linux: /proc, /dev/full, and its tools.
  #if os(Linux)
    private static let isLinux = true
  #else
    private static let isLinux = false
  #endif

  @Test(.enabled(if: isLinux), arguments: Attack.all.filter { !$0.isLong }.map(\.name))
  func theCommandWithstandsEveryAttack(_ name: String) throws {
    let attacker = Process()
    attacker.executableURL = try Self.product("fhirattack")
    // Sizes are those of a release build, and this is a debug build.
    attacker.arguments = ["--once", "--factor", "0.02", "--program", try Self.product("fhircheck").path, name]
    let output = Pipe()
    attacker.standardOutput = output
    attacker.standardError = output
    try attacker.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    attacker.waitUntilExit()
    #expect(attacker.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }

  @Test func namesAreUniqueAndBeginWithTheGroup() {
    let names = Attack.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.split(separator: "/").count == 2 })
  }

  /// An executable of the package, in the folder of the tests.
  private static func product(_ name: String) throws -> URL {
    let folders = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      PackageRoot.url.appending(path: ".build/debug"),
    ]
    let files = folders.map { $0.appending(path: name) }
    return try #require(files.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "\(name) is not built")
  }
}
