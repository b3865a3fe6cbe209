import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// The help of a command describes exactly what the command supports.
@Suite struct HelpTests {
  private static let commands = [
    "check", "summary", "path", "records", "preflight", "explain", "rules", "help", "version", "completions", "man",
  ]
  private static let formats = CommandHarness.formats

  /// The options at the beginnings of lines, with whether they have a value.
  private static func options(of page: String) -> [String: Bool] {
    var options: [String: Bool] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("      --") || line.hasPrefix("  -") {
      let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
      guard let place = words.firstIndex(where: { $0.hasPrefix("--") }) else { continue }
      options[String(words[place])] = place + 1 < words.count && !words[place + 1].isEmpty
    }
    return options
  }

  private static func page(_ command: String?) -> String {
    CommandHarness().run(["help"] + (command.map { [$0] } ?? [])).output
  }

  private static let allOptions = options(of: page(nil))

  @Test func theListOfCommandsIsComplete() {
    let page = Self.page(nil)
    for command in Self.commands {
      #expect(page.contains("  fhircheck \(command == "check" ? "[check]" : command)"))
    }
    #expect(page.components(separatedBy: "\n  fhircheck ").count - 1 >= Self.commands.count)
    #expect(Self.allOptions.count > 40)
  }

  /// A value that the option accepts, so that its presence is the only fault.
  private static func value(of option: String) -> String {
    switch option {
    case "--format": "json"
    case "--columns": "id"
    case "--digest-key": String(repeating: "0", count: 64)
    case "--fhir-version": "r4"
    case "--guide": "us-core"
    case "--jobs", "--max-issues": "1"
    case "--fail-on": "error"
    case "--color": "never"
    case "--memory", "--max-pipe": "1M"
    case "--severity": "json/*=error"
    default: "x"
    }
  }

  @Test(arguments: commands) func eachOptionThatIsListedIsKnown(_ command: String) {
    let listed = Self.options(of: Self.page(command))
    #expect(listed["--help"] == false)
    for (option, hasValue) in Self.allOptions where option != "--help" && option != "--version" {
      let error = CommandHarness().run([command, hasValue ? option + "=" + Self.value(of: option) : option]).error
      let isRefused = error.contains("does not belong to 'fhircheck \(command)'") || error.contains("'--redact'")
      #expect(isRefused == (listed[option] == nil), "\(option): \(error)")
    }
  }

  @Test(arguments: commands) func noOtherOptionIsMentioned(_ command: String) {
    let page = Self.page(command)
    let listed = Self.options(of: page)
    for word in page.split(whereSeparator: { !($0.isLetter || $0 == "-") }) where word.hasPrefix("--") && word.count > 2
    {
      #expect(listed[String(word)] != nil, "\(word)")
    }
    for other in Self.commands { #expect(!page.contains("\(other) only")) }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test(arguments: commands) func theFormatsAreThoseThatItWrites(_ command: String) throws {
    let page = Self.page(command)
    #expect(page.contains("see below") == page.contains("\nFormats:\n"))
    #expect((Self.options(of: page)["--format"] != nil) == page.contains("\nFormats:\n"))
    let section = page.components(separatedBy: "\nFormats:\n").dropFirst().first ?? ""
    let listed = section.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
      String($0.drop { $0 == " " }.prefix { $0 != " " })
    }
    guard page.contains("\nFormats:\n") else { return }
    for format in Self.formats {
      let operands = command == "rules" ? [] : command == "explain" ? ["json/*"] : ["x", "x"]
      let error = CommandHarness().run([command, "--format", format] + operands).error
      #expect(error.contains("writes") == !listed.contains(format), "\(format): \(error)")
    }
  }

  @Test(arguments: ["README.md", "Sources/FHIRReporting/FHIRReporting.docc/formats-for-others.md"])
  func theDocumentsListEveryFormat(document: String) throws {
    let text = String(decoding: try PackageRoot.bytes(document), as: UTF8.self)
    for format in CommandHarness.formats { #expect(text.contains(format), "\(format)") }
  }
}
