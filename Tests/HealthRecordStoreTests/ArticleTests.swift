import Foundation
import FHIRTestSupport
import Testing

/// Checks the article on the store's choices.
struct ArticleTests {
  static func text(_ path: String) throws -> String { String(decoding: try PackageRoot.bytes(path), as: UTF8.self) }

  @Test func everyChoiceOfTheArticleHasItsTest() throws {
    let folder = PackageRoot.url.appending(path: "Tests/HealthRecordStoreTests")
    let tests = try PackageRoot.files(below: folder, ending: "Tests.swift")
      .map { try Self.text("Tests/HealthRecordStoreTests/\($0)") }.joined()
    let article = try Self.text("Sources/HealthRecordStore/HealthRecordStore.docc/choices.md")
    // Rows of the tables end with the name of the test's function.
    let named = article.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }.compactMap {
      $0.split(separator: "`").dropLast().last.map(String.init)
    }
    #expect(named.count >= 20)
    #expect(named.filter { !tests.contains("func \($0)(") } == [])
  }
}
