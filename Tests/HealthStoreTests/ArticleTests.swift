import Foundation
import TestSupport
import Testing

/// Keeps the article's code true: it is the code of `ArticleExample.swift`, which is compiled and run.
struct ArticleTests {
  static func text(_ path: String) throws -> String { String(decoding: try PackageRoot.bytes(path), as: UTF8.self) }

  @Test func theArticleShowsTheCodeThatRuns() throws {
    let article = try Self.text(
      "Sources/HealthStore/HealthStore.docc/test-your-healthkit-code-without-a-device.md")
    let shown = article.components(separatedBy: "\n```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```").first ?? ""
    }
    let run = try Self.text("Tests/HealthStoreTests/ArticleExample.swift").components(separatedBy: "\n// begin\n")
      .dropFirst().map { $0.components(separatedBy: "\n// end").first ?? "" }
    #expect(!shown.isEmpty)
    #expect(shown == Array(run))
  }

  @Test func everyChoiceOfTheArticleHasItsTest() throws {
    let folder = PackageRoot.url.appending(path: "Tests/HealthStoreTests")
    let tests = try PackageRoot.files(below: folder, ending: "Tests.swift")
      .map { try Self.text("Tests/HealthStoreTests/\($0)") }.joined()
    let article = try Self.text("Sources/HealthStore/HealthStore.docc/choices.md")
    // Rows of the tables end with the name of the test's function.
    let named = article.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }.compactMap {
      $0.split(separator: "`").dropLast().last.map(String.init)
    }
    #expect(named.count >= 20)
    #expect(named.filter { !tests.contains("func \($0)(") } == [])
  }
}
