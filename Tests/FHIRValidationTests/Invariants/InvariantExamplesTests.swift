import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRSchemaCompiler
import FHIRValidation
import Foundation
import FHIRTape
import FHIRTestSupport
import Testing

/// Validates the two example records of each constraint: the bad one breaks only this constraint, the good one none.
struct InvariantExamplesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let release: FHIRRelease
    let statement: InvariantFile.Statement
    let row: SchemaInvariant
    var key: String { row.key }
    var testDescription: String { "\(release) \(key) \(statement.published.path)" }
    var bad: String { statement.bad.joined(separator: "\n") }
    var good: String { statement.good.joined(separator: "\n") }

    /// Whether its type has the element that it is on.
    var isBreakable: Bool { !(InvariantExamplesTests.ofNoElement[release]?.contains(key) ?? false) }

    /// Whether no element of the resources has the type that the constraint is on.
    var isOfProfilesOnly: Bool { InvariantExamplesTests.ofProfilesOnly[release]?.contains(key) ?? false }
  }

  static func cases(of release: FHIRRelease) -> [Case] {
    guard let layout = try? PackageLayout(from: PackageRoot.url),
      let schema = try? SchemaFiles(reading: layout.schemas(release), release: release),
      let files = try? InvariantFiles(schema).files, let table = SchemaTable.of(release)
    else { return [] }
    return zip(files.flatMap(\.statements), table.invariants).map { Case(release: release, statement: $0, row: $1) }
  }

  static let cases = FHIRRelease.published.flatMap(cases(of:))

  /// Constraints that cannot be broken without breaking another one that says the same or more.
  static let companions: [FHIRRelease: [String: [String]]] = [
    .dstu2: ["sdf-10": ["sdf-4"], "vsd-3": ["vsd-8"], "vsd-8": ["vsd-3"]],
    .stu3: ["sdf-11": ["sdf-8"]],
    .r4: ["eld-19": ["eld-20"], "sdf-11": ["sdf-8"], "sdf-14": ["sdf-17"]],
    .r4b: ["eld-19": ["eld-20"], "sdf-11": ["sdf-8"], "sdf-14": ["sdf-17"]],
  ]
  static let ofProfilesOnly: [FHIRRelease: Set<String>] = [.dstu2: ["cnt-1", "dis-1"]]
  /// On an element that its type does not have, or a code that is in no value set: every record with it is invalid
  /// anyway.
  static let ofNoElement: [FHIRRelease: Set<String>] = [.r4: ["cid-0"], .r4b: ["cid-0", "cnl-0", "que-1a"]]
  /// Every violation also breaks the cardinality of the same elements.
  static let incomplete: [FHIRRelease: Set<String>] = [.r4: ["tst-4"], .r4b: ["tst-4"]]
  /// A recommendation that few small records follow.
  static let recommendation = "invariant/dom-6"

  /// Milder than published: errors that a published example breaks, and best practices.
  @Test(arguments: [
    (FHIRRelease.dstu2, ["dom-3": Severity.warning]),
    (.r4, ["drt-1": .warning, "dom-6": .information, "con-3": .information]),
  ])
  func severitiesAreThePublishedOnes(release: FHIRRelease, milder: [String: Severity]) {
    for example in Self.cases(of: release) {
      let published = example.statement.published.severity == "warning" ? Severity.warning : .error
      if let mild = milder[example.key], mild < published {
        #expect(Self.severity(of: example) == mild || Self.severity(of: example) == published, "\(example.key)")
      } else {
        #expect(Self.severity(of: example) == published, "\(example.key)")
      }
    }
    for (key, severity) in milder {
      #expect(Self.cases(of: release).contains { $0.key == key && Self.severity(of: $0) == severity })
    }
  }

  private static func severity(of example: Case) -> Severity {
    switch example.row.degree {
    case .error: .error
    case .warning: .warning
    case .information: .information
    }
  }

  @Test func everyConstraintHasItsRecords() {
    // Text and XPath of age-1, dis-1, drt-1 and eld-15 differ, so there are two statements of one constraint.
    let cases = Self.constraints(of: .dstu2)
    #expect(cases.count == 153)
    #expect(Set(cases.map(\.statement.published)).count == 149)
    #expect(Set(Self.constraints(of: .r4).map(\.key)).count == 238)
    #expect(Self.cases.allSatisfy { $0.row.key == $0.statement.published.key })
  }

  /// Without the demands that only the words of a definition state.
  private static func constraints(of release: FHIRRelease) -> [Case] {
    cases(of: release).filter { $0.statement.sentence == nil }
  }

  private static func findings(_ example: Case, in text: String) -> [Finding] {
    let own = "invariant/\(example.key)"
    let unknown = ofNoElement[example.release]?.contains(example.key) ?? false
    let incomplete = incomplete[example.release]?.contains(example.key) ?? false
    return Validator.insisting(on: example.release).validate(Array(text.utf8)).findings.filter {
      switch $0.rule.rawValue {
      case own: true
      case recommendation: false
      case "structure/unknown-element": !unknown
      case "structure/missing-element": !incomplete
      default: true
      }
    }
  }

  @Test(arguments: cases.filter { !$0.isOfProfilesOnly && $0.isBreakable })
  func theBadRecordBreaksJustThisOne(example: Case) {
    let findings = Self.findings(example, in: example.bad)
    let companions = Self.companions[example.release]?[example.key] ?? []
    #expect(
      findings.map(\.rule.rawValue).sorted() == ([example.key] + companions).map { "invariant/\($0)" }.sorted())
    let own = findings.first { $0.rule.rawValue == "invariant/\(example.key)" }
    #expect(own?.severity == Self.severity(of: example))
    // The finding is at the element of the constraint, or in it.
    let rest = example.row.path.drop { $0 != "." }
    if let own, !rest.isEmpty {
      let element = rest.hasSuffix("[x]") ? rest.dropLast(3) : rest
      #expect(Self.plain(own.path).contains(element), "\(own.path)")
    }
  }

  /// A path without the places in arrays and the types of choices.
  private static func plain(_ path: String) -> String {
    path.replacing(/\[[0-9]+\]|\.ofType\([A-Za-z]+\)/, with: "")
  }

  @Test(arguments: cases.filter { !$0.isOfProfilesOnly })
  func theGoodRecordRaisesNothing(example: Case) {
    #expect(Self.findings(example, in: example.good).map(\.rule.rawValue) == [])
  }

  @Test(arguments: cases.filter(\.isOfProfilesOnly))
  func aBareValueIsJudgedByTheExpression(example: Case) throws {
    #expect(try Self.holds(example.row, for: example.good, of: example.release))
    #expect(try !Self.holds(example.row, for: example.bad, of: example.release))
  }

  /// Whether a value meets a constraint on its type.
  static func holds(_ row: SchemaInvariant, for value: String, of release: FHIRRelease) throws -> Bool {
    let definitions = try #require(Definitions.of(release))
    let type = try #require(definitions.schema.type(named: row.path))
    let expression = try FHIRPathExpression(row.expression, model: definitions.model, context: type)
    let record = try FHIRPathRecord(Array(value.utf8))
    var evaluator = FHIRPathEvaluator()
    let node = FHIRPathNode(resource: .root, type: type)
    return try evaluator.evaluateBoolean(expression, over: record.tape, at: node, resource: node, root: node) == true
  }
}
