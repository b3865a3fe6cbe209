import ClinicalRecords
import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTape
import HealthPreflight
import ClinicalSources
import FHIRTestSupport
import Testing

/// Checks that name, source file, test file and page of each rule agree.
struct RuleCatalogTests {
  static let catalogs: [RuleCatalog] = [.validation, .profiles, .syntax, .identity, .sources, .cards, .preflight]
  /// All rules; those of the reader belong to the validator, too.
  static let catalog: RuleCatalog = .validation + .identity + .sources + .cards + .preflight
  static let rules = catalog.rules
  static let names = rules.map(\.id.rawValue)

  /// The folders that the rules of a group may live in, in sources and in tests.
  ///
  /// A rule is in the module that finds the fault, so a group may have rules in several modules. Rules that only a
  /// reader of sources can apply are tested in its module, all others through the validator.
  static let folders: [String: (sources: [String], tests: [String])] = {
    let ofRecords = [
      "bundle": "Bundle", "code": "Code", "definition": "Definition", "extension": "Extension", "identity": "Identity",
      "json": "JSON",
      "limit": "Limit", "narrative": "Narrative", "profile": "Profile", "questionnaire": "Questionnaire",
      "reference": "Reference", "source": "Source",
      "structure": "Structure", "value": "Value",
    ].mapValues { group in
      (
        sources: ["FHIRValidation", "FHIRProfiles", "FHIRTape", "ClinicalRecords", "ClinicalSources"].map {
          "Sources/\($0)/Rules/\(group)"
        },
        tests: ["FHIRValidationTests", "ClinicalSourcesTests"].map { "Tests/\($0)/Rules/\(group)" }
      )
    }
    let others = [
      "card": (sources: ["Sources/ClinicalSources/Rules/Card"], tests: ["Tests/ClinicalSourcesTests/Rules/Card"]),
      "preflight": (sources: ["Sources/HealthPreflight/Rules"], tests: ["Tests/HealthPreflightTests/Rules"]),
    ]
    return ofRecords.merging(others) { first, _ in first }
  }()

  /// The publishers of the specifications on which the rules rest.
  static let specificationHosts = [
    "https://hl7.org/fhir/DSTU2/", "https://hl7.org/fhir/STU3/", "https://hl7.org/fhir/R4/",
    "https://hl7.org/fhir/R4B/",
    "https://www.rfc-editor.org/rfc/",
    "https://developer.apple.com/documentation/",
    "https://www.apple.com/DTDs/", "https://www.w3.org/TR/", "https://ucum.org/",
    "https://spec.smarthealth.cards/",
    "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT",
  ]

  @Test func namesAreUniqueAndSorted() {
    #expect(!Self.names.isEmpty)
    #expect(Set(Self.names).count == Self.names.count)
    for rules in Self.catalogs.map(\.rules) { #expect(rules.map(\.id) == rules.map(\.id).sorted()) }
  }

  @Test(arguments: names)
  func nameIsAGroupAndKebabCase(name: String) {
    #expect(name.wholeMatch(of: /[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*/) != nil)
    let group = String(RuleID(rawValue: name).group)
    #expect(Self.folders[group] != nil || group == "invariant", "\(name) is of a group without a folder")
  }

  /// A rule has a file of its name, or stands by its name in a table of rules about one thing.
  @Test(arguments: names.filter { !$0.hasPrefix("invariant/") })
  func filesStandWhereTheNameSays(name: String) throws {
    let folder = try #require(Self.folders[String(RuleID(rawValue: name).group)])
    let file = Self.fileName(of: name)
    if !(try Self.tables.contains { try Self.text(of: $0).contains("\"\(name)\"") }) {
      try Self.expectFile(in: folder.sources.map { "\($0)/\(file).swift" }, of: name)
    }
    try Self.expectFile(in: folder.tests.map { "\($0)/\(file)Tests.swift" }, of: name)
  }

  private static func expectFile(in places: [String], of name: String) throws {
    #expect(
      places.contains { FileManager.default.fileExists(atPath: PackageRoot.url.appending(path: $0).path) },
      "the rule \(name) needs the file \(places.joined(separator: " or "))")
  }

  /// The files that hold several rules.
  static let tables = [
    "Sources/ClinicalRecords/Rules/Identity/Identities.swift",
    "Sources/ClinicalSources/Rules/Card/Claims.swift",
    "Sources/ClinicalSources/Rules/Card/Signatures.swift",
    "Sources/ClinicalSources/Rules/Card/Writing.swift",
    "Sources/ClinicalSources/Rules/Limit/Limits.swift",
    "Sources/ClinicalSources/Rules/Source/Archives.swift",
    "Sources/ClinicalSources/Rules/Source/Documents.swift",
    "Sources/ClinicalSources/Rules/Source/Exports.swift",
    "Sources/ClinicalSources/Rules/Source/Streams.swift",
    "Sources/FHIRProfiles/Rules/Definition/Definitions.swift",
    "Sources/FHIRProfiles/Rules/Profile/Counts.swift",
    "Sources/FHIRProfiles/Rules/Profile/Extensions.swift",
    "Sources/FHIRProfiles/Rules/Profile/Slices.swift",
    "Sources/FHIRProfiles/Rules/Profile/Types.swift",
    "Sources/FHIRProfiles/Rules/Profile/ValueSets.swift",
    "Sources/FHIRProfiles/Rules/Profile/Values.swift",
    "Sources/FHIRTape/Rules/JSON/Syntax.swift",
    "Sources/FHIRTape/Rules/Limit/ReaderLimits.swift",
    "Sources/FHIRValidation/Rules/Bundle/FullUrls.swift",
    "Sources/FHIRValidation/Rules/Bundle/Links.swift",
    "Sources/FHIRValidation/Rules/Bundle/Requests.swift",
    "Sources/FHIRValidation/Rules/Bundle/Results.swift",
    "Sources/FHIRValidation/Rules/Code/Bindings.swift",
    "Sources/FHIRValidation/Rules/Code/CodeForms.swift",
    "Sources/FHIRValidation/Rules/Code/Packs.swift",
    "Sources/FHIRValidation/Rules/Code/Units.swift",
    "Sources/FHIRValidation/Rules/Extension/Extensions.swift",
    "Sources/FHIRValidation/Rules/Narrative/Narratives.swift",
    "Sources/FHIRValidation/Rules/Questionnaire/Responses.swift",
    "Sources/FHIRValidation/Rules/Reference/References.swift",
    "Sources/FHIRValidation/Rules/Structure/Choices.swift",
    "Sources/FHIRValidation/Rules/Structure/Forms.swift",
    "Sources/FHIRValidation/Rules/Structure/ResourceTypes.swift",
    "Sources/FHIRValidation/Rules/Value/Attachments.swift",
    "Sources/FHIRValidation/Rules/Value/Primitives.swift",
    "Sources/FHIRValidation/Rules/Value/Uris.swift",
    "Sources/HealthPreflight/Rules/Projects.swift",
    "Sources/HealthPreflight/Rules/PropertyLists.swift",
    "Sources/HealthPreflight/Rules/RequiredTypes.swift",
    "Sources/HealthPreflight/Rules/Rights.swift",
    "Sources/HealthPreflight/Rules/UsageDescriptions.swift",
  ]

  private static func text(of file: String) throws -> String {
    String(decoding: try PackageRoot.bytes(file), as: UTF8.self)
  }

  /// The command in the article "How a byte becomes a finding" leads from the name of a rule to one file.
  @Test func aNameLeadsToOneFile() throws {
    var files: [String: Set<String>] = [:]
    let sources = PackageRoot.url.appending(path: "Sources")
    for file in PackageRoot.files(below: sources, ending: ".swift") where !file.contains("Generated/") {
      for line in try Self.text(of: "Sources/\(file)").split(separator: "\n") where line.contains("\", .") {
        for match in line.matches(of: /"([a-z]+\/[a-z0-9-]+)", \./) {
          files[String(match.1), default: []].insert(file)
        }
      }
    }
    for name in Self.names where !name.hasPrefix("invariant/") {
      let found = files[name, default: []]
      #expect(found.count == 1, "\(name): \(found)")
    }
  }

  /// Conversely: a file in `Rules` that the catalogue does not mention is a rule that never runs.
  @Test func everyRuleFileIsInTheCatalogue() throws {
    for (group, folder) in Self.folders {
      let known = Set(Self.names.filter { RuleID(rawValue: $0).group == group }.map(Self.fileName(of:)))
      for sources in folder.sources {
        let path = PackageRoot.url.appending(path: sources).path
        guard FileManager.default.fileExists(atPath: path) else { continue }
        for file in try FileManager.default.contentsOfDirectory(atPath: path)
        where file.hasSuffix(".swift") && !Self.tables.contains("\(sources)/\(file)") {
          #expect(known.contains(String(file.dropLast(".swift".count))), "\(sources)/\(file) is in no list of rules")
        }
      }
    }
    for table in Self.tables {
      for match in try Self.text(of: table).matches(of: /= Rule\(\s*"([a-z0-9\/-]+)"/) {
        #expect(Self.names.contains(String(match.1)), "\(table) has \(match.1), which is in no list of rules")
      }
    }
  }

  @Test func aRuleIsFoundByItsName() throws {
    for rule in Self.rules { #expect(Self.catalog[rule.id]?.id == rule.id) }
    #expect(RuleCatalog["structure/missing-element"]?.id.rawValue == "structure/missing-element")
    for name: RuleID in ["", "structure", "structure/missing-elements", "zzz"] { #expect(Self.catalog[name] == nil) }
    #expect(RuleCatalog([])["structure/missing-element"] == nil)
  }

  /// Every rule name in code or in a page belongs to an existing rule.
  @Test func namesInSourcesAreOfTheCatalogue() throws {
    let known = Set(Self.names)
    let groups = Set(Self.rules.map { String($0.id.group) })
    var found = 0
    for folder in ["Sources", "Tests"] {
      let files = FileManager.default.enumerator(atPath: PackageRoot.url.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".swift") || file.hasSuffix(".md") else { continue }
        let text = String(decoding: try PackageRoot.bytes("\(folder)/\(file)"), as: UTF8.self)
        for match in text.matches(of: /["`]([a-z]+)\/([a-z0-9]+(-[a-z0-9]+)*)["`]/)
        where groups.contains(String(match.1)) {
          let name = "\(match.1)/\(match.2)"
          found += 1
          #expect(known.contains(name) || Self.inventedNames.contains(name), "\(folder)/\(file) names \(name)")
        }
      }
    }
    #expect(found > 300)
  }

  /// Names that belong to no rule.
  static let inventedNames: Set<String> = [
    // Of the models: the validator has no such rule, because nobody requests a type from it.
    "structure/unexpected-resource-type",
    "structure/mising-element", "code/misspelled-system", "invariant/none-0", "structure/missing-elements",
    "structure/other", "structure/unkown-elements", "structure/odd", "structure/x", "value/odd",
  ]

  /// Invariants are data: the page of such a rule is in Schemas, and its test is `InvariantExamplesTests`.
  @Test func everyInvariantFileIsInTheCatalogue() throws {
    let files = try Set(
      FHIRRelease.published.flatMap {
        let path = PackageRoot.url.appending(path: "Schemas/\($0.name)/invariants").path
        return try FileManager.default.contentsOfDirectory(atPath: path)
      })
    let rules = RuleCatalog.validation.rules.map(\.id.rawValue).filter { $0.hasPrefix("invariant/") }
    #expect(files.map { "invariant/" + $0.dropLast(".txt".count) }.sorted() == rules)
  }

  @Test(arguments: names)
  func pageIsComplete(name: String) throws {
    let rule = try #require(Self.catalog[RuleID(rawValue: name)])
    let page = rule.explanation
    for text in [rule.summary, page.checks, page.matters, page.bad, page.good, page.specification] {
      #expect(text.contains { !$0.isWhitespace })
    }
    #expect(!rule.summary.hasSuffix("."))
    #expect(page.checks.hasSuffix(".") && page.matters.hasSuffix("."))
    #expect(page.bad != page.good)
    #expect(Self.specificationHosts.contains { page.specification.hasPrefix($0) })
  }

  /// `json/trailing-comma` belongs to `TrailingComma`.
  static func fileName(of name: String) -> String {
    name.drop { $0 != "/" }.dropFirst().split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }
}
