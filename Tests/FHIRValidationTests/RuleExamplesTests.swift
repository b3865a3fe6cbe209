import ClinicalRecords
import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRValidation
import HealthPreflight
import ClinicalSources
import FHIRTestSupport
import Testing

/// Runs the examples on every rule's page: the bad one breaks only that rule, and once; the good one breaks none.
struct RuleExamplesTests {
  /// `InvariantExamplesTests` validates the example records of invariants, and `CardExamplesTests` signs cards.
  static let rules = RuleCatalogTests.catalog.rules.filter { $0.id.group != "invariant" && $0.id.group != "card" }
  static let names = rules.map(\.id.rawValue)

  /// The lower limits that the pages of the limit rules mention; all other examples run with the defaults.
  static func options(for name: String) -> ValidationOptions {
    var options = ValidationOptions()
    switch name {
    case "limit/too-deep": options.maximumDepth = 4
    case "limit/record-too-large": options.maximumRecordBytes = 60
    case "limit/too-many-issues": options.maximumFindingsPerRecord = 0
    default: break
    }
    return options
  }

  @Test(arguments: names)
  func badExampleBreaksThisRuleOnly(name: String) throws {
    let rule = try #require(Self.rules.first { $0.id.rawValue == name })
    #expect(try Self.findings(in: rule.explanation.bad, of: rule) == [rule.id])
  }

  @Test(arguments: names)
  func goodExampleRaisesNothing(name: String) throws {
    let rule = try #require(Self.rules.first { $0.id.rawValue == name })
    #expect(try Self.findings(in: rule.explanation.good, of: rule).isEmpty)
  }

  /// The rules that an example breaks, found by the part of the library that applies the rule; for rules about a whole
  /// run the example is the run.
  static func findings(in example: String, of rule: Rule) throws -> [RuleID] {
    if rule.id.group == "identity" {
      return try RunFindings.findings(in: [try MarkedJSON(example).bytes]).map(\.rule)
    }
    let findings = try details(in: example, of: rule)
    #expect(findings.allSatisfy { $0.rule != rule.id || $0.severity == rule.severity })
    return findings.map(\.rule)
  }

  private static func details(in example: String, of rule: Rule) throws -> [Finding] {
    if example.hasPrefix("<!-- export.xml -->") {
      let files = try projectFiles(in: example).map {
        ($0.path, try MarkedJSON(String(decoding: $0.bytes, as: UTF8.self)).bytes)
      }
      // The stubs of the examples give DSTU2.
      return try ExportCheck.findings(files, validator: .insisting()).map(\.finding)
    }
    if rule.id == Rule.malformedDocument.id {
      return try Array(example.utf8).withUnsafeBytes { bytes in
        var source = MemorySource(bytes)
        return try [ClinicalDocument(from: &source).fault?.finding].compactMap(\.self)
      }
    }
    if let limits = archiveLimits(for: rule) {
      return try ArchiveFindings(in: ArchiveExample(example).bytes, limits: limits).findings.map(\.finding)
    }
    if rule.id.group == "profile" || rule.id.group == "definition" {
      let (findings, faults) = try profileFindings(in: example)
      if rule.id.group == "profile" { #expect(faults.isEmpty) }
      return findings + faults.map(\.finding)
    }
    if example.hasPrefix("<!-- codes.csv -->") {
      let files = projectFiles(in: example)
      let codes = String(decoding: files[0].bytes, as: UTF8.self)
      return try PackCase(codes, release: .dstu2).validator.validate(files[1].bytes).findings
    }
    guard rule.id.group == "preflight" else {
      let options = options(for: rule.id.rawValue)
      // Examples are fragments, which may lack evidence of their release.
      let release: FHIRRelease = rule.explanation.specification.contains("/R4/") ? .r4 : .dstu2
      let validator =
        rule.id == Rule.otherRelease.id ? Validator(options: options) : .insisting(on: release, options: options)
      return validator.validate(try MarkedJSON(example).bytes).findings
    }
    var limits = PropertyListLimits()
    if rule.id.rawValue == "preflight/property-list-limit" { limits.maximumDepth = 3 }
    // A missing file is found only by a search, and only an example with several files is a project.
    let files = projectFiles(in: example)
    return Preflight(limits: limits).check(files, isWholeProject: files.count > 1).flatMap(\.findings)
  }

  /// An example about profiles consists of definitions followed by a record.
  private static func profileFindings(in example: String) throws -> ([Finding], [ProfileFault]) {
    var files = projectFiles(in: example)
    let record = files.removeLast()
    var library = ProfileLibrary()
    for file in files { library.add(file.bytes, name: file.path) }
    let validator = try #require(Validator(release: .dstu2, library: library))
    return (validator.validate(record.bytes).findings, validator.profileFaults)
  }

  /// The limits for the example of a rule about archives; `nil` for other rules.
  private static func archiveLimits(for rule: Rule) -> ArchiveLimits? {
    var limits = ArchiveLimits()
    switch rule.id.rawValue {
    case "limit/compression-ratio": break
    case "limit/inflated-size": limits.maximumInflatedBytes = 40
    case "limit/too-many-entries": limits.maximumEntries = 1
    default: if rule.id.group != "source" { return nil }
    }
    return limits
  }

  /// An example of several files begins each with its name in a comment: `<!-- Info.plist -->`.
  static func projectFiles(in example: String) -> [ProjectFile] {
    var files: [(path: String, lines: [Substring])] = []
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        files.append((String(line.dropFirst(5).dropLast(4)), []))
      } else {
        if files.isEmpty { files.append(("example", [])) }
        files[files.count - 1].lines.append(line)
      }
    }
    return files.map { ProjectFile(path: $0.path, bytes: Array($0.lines.joined(separator: "\n").utf8)) }
  }
}
