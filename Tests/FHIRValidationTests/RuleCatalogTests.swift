import Diagnostics
import FHIRValidation
import Foundation
import TestSupport
import Testing

/// Keeps name, source file, test file and page of each rule together.
struct RuleCatalogTests {
  static let names = RuleCatalog.all.map(\.id.rawValue)

  /// The folder that the rules of a group live in, in sources and in tests.
  static let folders = [
    "code": "Code", "extension": "Extension", "identity": "Identity", "json": "JSON", "limit": "Limit",
    "reference": "Reference", "structure": "Structure", "value": "Value",
  ]

  /// The two hosts that publish the specifications our rules rest on.
  static let specificationHosts = ["https://hl7.org/fhir/DSTU2/", "https://www.rfc-editor.org/rfc/"]

  @Test func namesAreUniqueAndSorted() {
    #expect(!Self.names.isEmpty)
    #expect(Set(Self.names).count == Self.names.count)
    #expect(RuleCatalog.all.map(\.id) == RuleCatalog.all.map(\.id).sorted())
  }

  @Test(arguments: names)
  func nameIsAGroupAndKebabCase(name: String) {
    #expect(name.wholeMatch(of: /[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*/) != nil)
    #expect(Self.folders[String(RuleID(rawValue: name).group)] != nil, "\(name) is of a group without a folder")
  }

  @Test(arguments: names)
  func filesStandWhereTheNameSays(name: String) throws {
    let path = try #require(Self.path(of: name))
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for file in [
      "Sources/FHIRValidation/Rules/\(path).swift", "Tests/FHIRValidationTests/Rules/\(path)Tests.swift",
    ] {
      #expect(
        FileManager.default.fileExists(atPath: package.appending(path: file).path),
        "the rule \(name) needs the file \(file)")
    }
  }

  /// The other way round: a file in `Rules` that no line of the catalogue mentions is a rule that never runs.
  @Test func everyRuleFileIsInTheCatalogue() throws {
    let rules = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/FHIRValidation/Rules")
    let known = Set(Self.names.compactMap(Self.path(of:)))
    for folder in Self.folders.values {
      let files = try FileManager.default.contentsOfDirectory(atPath: rules.appending(path: folder).path)
      for file in files where file.hasSuffix(".swift") {
        let path = "\(folder)/\(file.dropLast(".swift".count))"
        #expect(known.contains(path), "\(path).swift has no line in RuleCatalog")
      }
    }
  }

  @Test(arguments: names)
  func pageIsComplete(name: String) throws {
    let rule = try #require(RuleCatalog.all.first { $0.id.rawValue == name })
    let page = rule.explanation
    for text in [rule.summary, page.checks, page.matters, page.bad, page.good, page.specification] {
      #expect(text.contains { !$0.isWhitespace })
    }
    #expect(!rule.summary.hasSuffix("."))
    #expect(page.checks.hasSuffix(".") && page.matters.hasSuffix("."))
    #expect(page.bad != page.good)
    #expect(Self.specificationHosts.contains { page.specification.hasPrefix($0) })
  }

  /// `json/trailing-comma` belongs into `JSON/TrailingComma`.
  static func path(of name: String) -> String? {
    let parts = name.split(separator: "/")
    guard parts.count == 2, let folder = folders[String(parts[0])] else { return nil }
    return folder + "/" + parts[1].split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
