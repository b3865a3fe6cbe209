import Diagnostics
import FHIRSchema
import FHIRValidation
import Foundation
import Preflight
import TestSupport
import Testing

/// Keeps name, source file, test file and page of each rule together.
struct RuleCatalogTests {
  /// The rules of records, and those of an app's property lists, whose group is a module of its own.
  static let rules = RuleCatalog.all + PreflightRule.all
  static let names = rules.map(\.id.rawValue)

  /// The folders that the rules of a group live in, in sources and in tests.
  ///
  /// What only a reader of sources can find is tested beside it; a group may have rules of both kinds.
  static let folders: [String: (sources: String, tests: [String])] = {
    let ofRecords = [
      "bundle": "Bundle", "code": "Code", "extension": "Extension", "identity": "Identity", "json": "JSON",
      "limit": "Limit", "narrative": "Narrative", "reference": "Reference", "source": "Source",
      "structure": "Structure", "value": "Value",
    ].mapValues { group in
      (
        sources: "Sources/FHIRValidation/Rules/\(group)",
        tests: ["FHIRValidationTests", "RecordSourcesTests"].map { "Tests/\($0)/Rules/\(group)" }
      )
    }
    let ofApps = ["preflight": (sources: "Sources/Preflight/Rules", tests: ["Tests/PreflightTests/Rules"])]
    return ofRecords.merging(ofApps) { first, _ in first }
  }()

  /// Those who publish the specifications our rules rest on.
  static let specificationHosts = [
    "https://hl7.org/fhir/DSTU2/", "https://hl7.org/fhir/R4/", "https://www.rfc-editor.org/rfc/",
    "https://developer.apple.com/documentation/",
    "https://www.apple.com/DTDs/", "https://www.w3.org/TR/", "https://ucum.org/",
    "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT",
  ]

  @Test func namesAreUniqueAndSorted() {
    #expect(!Self.names.isEmpty)
    #expect(Set(Self.names).count == Self.names.count)
    for rules in [RuleCatalog.all, PreflightRule.all] { #expect(rules.map(\.id) == rules.map(\.id).sorted()) }
  }

  @Test(arguments: names)
  func nameIsAGroupAndKebabCase(name: String) {
    #expect(name.wholeMatch(of: /[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*/) != nil)
    let group = String(RuleID(rawValue: name).group)
    #expect(Self.folders[group] != nil || group == "invariant", "\(name) is of a group without a folder")
  }

  @Test(arguments: names.filter { !$0.hasPrefix("invariant/") })
  func filesStandWhereTheNameSays(name: String) throws {
    let folder = try #require(Self.folders[String(RuleID(rawValue: name).group)])
    let file = Self.fileName(of: name)
    for places in [["\(folder.sources)/\(file).swift"], folder.tests.map { "\($0)/\(file)Tests.swift" }] {
      #expect(
        places.contains { FileManager.default.fileExists(atPath: PackageRoot.url.appending(path: $0).path) },
        "the rule \(name) needs the file \(places.joined(separator: " or "))")
    }
  }

  /// The other way round: a file in `Rules` that no line of the catalogue mentions is a rule that never runs.
  @Test func everyRuleFileIsInTheCatalogue() throws {
    for (group, folder) in Self.folders {
      let known = Set(Self.names.filter { RuleID(rawValue: $0).group == group }.map(Self.fileName(of:)))
      let path = PackageRoot.url.appending(path: folder.sources).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".swift") {
        #expect(
          known.contains(String(file.dropLast(".swift".count))), "\(folder.sources)/\(file) is in no list of rules")
      }
    }
  }

  /// Invariants are data: the file of a rule is its page in Schemas, and its test `InvariantExamplesTests`.
  @Test func everyInvariantFileIsInTheCatalogue() throws {
    let files = try Set(
      FHIRRelease.published.flatMap {
        let path = PackageRoot.url.appending(path: "Schemas/\($0.name)/invariants").path
        return try FileManager.default.contentsOfDirectory(atPath: path)
      })
    let rules = RuleCatalog.all.map(\.id.rawValue).filter { $0.hasPrefix("invariant/") }
    #expect(files.map { "invariant/" + $0.dropLast(".txt".count) }.sorted() == rules)
  }

  @Test(arguments: names)
  func pageIsComplete(name: String) throws {
    let rule = try #require(Self.rules.first { $0.id.rawValue == name })
    let page = rule.explanation
    for text in [rule.summary, page.checks, page.matters, page.bad, page.good, page.specification] {
      #expect(text.contains { !$0.isWhitespace })
    }
    #expect(!rule.summary.hasSuffix("."))
    #expect(page.checks.hasSuffix(".") && page.matters.hasSuffix("."))
    #expect(page.bad != page.good)
    #expect(Self.specificationHosts.contains { page.specification.hasPrefix($0) })
  }

  /// `json/trailing-comma` belongs into `TrailingComma`.
  static func fileName(of name: String) -> String {
    name.drop { $0 != "/" }.dropFirst().split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }
}
