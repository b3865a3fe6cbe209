import FHIRCheckCommand
import FHIRFindings
import FHIRSchema
import Foundation
import Synchronization
import FHIRTestSupport
import Testing

/// Runs the commands of the README, and compares their output with the README byte for byte.
struct ReadmeTests {
  static let text = (try? PackageRoot.bytes("README.md")).map { String(decoding: $0, as: UTF8.self) } ?? ""

  /// The commands of all `console` blocks, each with the output after it.
  static let sessions: [Session] = MarkdownBlocks(text).fenced("console").flatMap { block in
    block.components(separatedBy: "$ ").dropFirst().compactMap(Session.init)
  }

  @Test func theTwoCommandsOfAFreshMachineAreThere() {
    #expect(Self.text.contains("\n$ swift test\n"))
    #expect(Self.text.contains("\n$ swift run -c release fhircheck Samples/"))
    #expect(Self.sessions.count >= 4)
  }

  @Test(arguments: sessions)
  func theReadmeShowsTheOutputOfACommand(session: Session) {
    #expect(session.run() == session.output)
  }

  @Test func theReadmeIsShortAndItsLinksLeadSomewhere() {
    #expect(Self.text.split(separator: "\n", omittingEmptySubsequences: false).count < 310)
    for match in Self.text.matches(of: /\]\(([^)#:]+)\)/) {
      let path = PackageRoot.url.appending(path: String(match.output.1)).path()
      #expect(FileManager.default.fileExists(atPath: path), "\(match.output.1)")
    }
  }
}

/// Checks the README's statements about the package.
struct ReadmeFiguresTests {
  private static let text = ReadmeTests.text.replacing("\n", with: " ")

  @Test(arguments: FHIRRelease.published)
  func constraintsAreAsManyAsTheTablesHave(release: FHIRRelease) throws {
    let constraints = try #require(SchemaTable.of(release)).invariants
    // There are two statements for a constraint whose text demands more than its XPath.
    let published = Set(constraints.map { "\($0.key) \($0.path)" })
    let statements = "\(constraints.count) statements of FHIRPath under \(Set(constraints.map(\.key)).count) keys"
    expectSentence("\(release.rawValue): all \(published.count), in \(statements)")
  }

  @Test(arguments: FHIRRelease.published)
  func typesAreAsManyAsTheTablesHave(release: FHIRRelease) throws {
    let table = try #require(SchemaTable.of(release))
    let categories = zip(table.typeNames.indices, table.typeNames).filter {
      // These two exist only as bases of others.
      $1 != "Element" && $1 != "BackboneElement"
    }.map { table.types[$0.0].category }
    let resources = categories.count { $0 == .resource }
    let dataTypes = categories.count { ![.resource, .abstractResource, .nested].contains($0) }
    expectSentence("all \(resources) resources and \(dataTypes) data types of \(release.rawValue)")
  }

  private func expectSentence(_ sentence: String) {
    let isThere = Self.text.contains(sentence)
    #expect(isThere, "expected '\(sentence)'")
  }

  @Test func everyGroupOfRulesHasItsRow() {
    for group in Set(RuleCatalog.all.rules.map { String($0.id.group) }).sorted() {
      let isThere = ReadmeTests.text.contains("\n| `\(group)` | ")
      #expect(isThere, "\(group)")
    }
  }

  /// Each folder of `Sources` is in the table of folders, and nothing else.
  @Test func everyFolderHasItsRow() throws {
    var listed: Set<String> = []
    for line in ReadmeTests.text.split(separator: "\n") where line.hasPrefix("| `Sources/") {
      for match in line.components(separatedBy: " | ")[0].matches(of: /`(?:Sources\/)?(\w+)`/) {
        listed.insert(String(match.output.1))
      }
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: PackageRoot.url.appending(path: "Sources").path())
    #expect(listed == Set(found.filter { !$0.hasPrefix(".") }))
  }
}

/// A command of the README and its output.
struct Session: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let output: String
  var testDescription: String { arguments.joined(separator: " ") }

  /// - Parameter text: the command line after the prompt, then the output.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ").map(String.init)
    guard let name = words.firstIndex(of: "fhircheck") else { return nil }
    arguments = Array(words[(name + 1)...])
    output = lines.count > 1 ? String(lines[1]) : ""
  }

  /// The output of the command. It is called with absolute paths, which are removed again, so the tests run in any
  /// folder.
  func run() -> String {
    let root = PackageRoot.url.path()
    let written = Mutex<[UInt8]>([])
    let context = CommandContext(
      standardInput: FileHandle.nullDevice.fileDescriptor,
      writeOutput: { bytes in
        written.withLock { $0.append(contentsOf: bytes) }
        return 0
      },
      writeError: { bytes in written.withLock { $0.append(contentsOf: bytes) } })
    _ = FHIRCheckCommand.run(arguments: arguments.map { $0.hasPrefix("Samples") ? root + $0 : $0 }, context: context)
    return written.withLock { String(decoding: $0, as: UTF8.self) }.replacingOccurrences(of: root, with: "")
  }
}
