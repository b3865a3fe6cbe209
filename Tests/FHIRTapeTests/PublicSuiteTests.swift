import Foundation
import Testing

/// Runs a public suite whose file names give the verdict: `y_` accepted, `n_` refused, `i_` left to the reader.
///
/// The suite is not part of the package: `JSON_TEST_SUITE` names the folder of its files.
@Suite(
  "Public suite",
  .enabled(if: PublicSuite.folder != nil, "JSON_TEST_SUITE names no folder with the files of a public JSON suite"))
struct PublicSuiteTests {
  @Test("Each file gets the verdict in its name, or the documented choice", arguments: PublicSuite.names)
  func verdict(name: String) throws {
    let bytes = try PublicSuite.bytes(name)
    let outcome = Reader.read(bytes)
    switch name.prefix(2) {
    case "y_": #expect(outcome == .accepted)
    case "n_": #expect(outcome != .accepted)
    default:
      let choice = try #require(PublicSuite.choices[name], "undecided-choices.txt has no line for this file")
      #expect((outcome == .accepted ? "accept" : "reject") == choice)
    }
    #expect(Reader.read(bytes, window: 1) == outcome)
  }

  @Test("Each file is judged as the reference judges it", arguments: PublicSuite.names)
  func reference(name: String) throws {
    let bytes = try PublicSuite.bytes(name)
    // The reference is recursive and has no limit.
    guard bytes.count < 10_000 else { return }
    let outcome = Reader.read(bytes)
    if case .refused("too-deep", _) = outcome { return }
    #expect(ReferenceReader.read(bytes) == outcome)
  }

  @Test("The suite is complete")
  func isWhole() {
    for kind in ["y_", "n_", "i_"] {
      #expect(PublicSuite.names.contains { $0.hasPrefix(kind) }, "no file begins with \(kind)")
    }
    let undecided = PublicSuite.names.filter { $0.hasPrefix("i_") }
    #expect(Set(PublicSuite.choices.keys).isSuperset(of: undecided))
  }
}

/// The files of the suite, and the table of documented choices.
enum PublicSuite {
  static let folder: URL? = ProcessInfo.processInfo.environment["JSON_TEST_SUITE"].map { URL(filePath: $0) }

  static let names: [String] = {
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path()) } ?? []
    return files.filter { ["y_", "n_", "i_"].contains($0.prefix(2)) && $0.hasSuffix(".json") }.sorted()
  }()

  /// `accept` or `reject` by file name.
  static let choices: [String: String] = {
    let file = Fixture.folder.appending(path: "undecided-choices.txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    let pairs = lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return try Array(Data(contentsOf: folder.appending(path: name)))
  }
}
