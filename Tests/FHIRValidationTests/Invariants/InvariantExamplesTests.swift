import FHIRDiagnostics
import FHIRPath
import FHIRSchema
import FHIRSchemaCompiler
import FHIRValidation
import Foundation
import FHIRTape
import FHIRTestSupport
import Testing

/// Judges the two records that stand with each constraint: the bad one breaks just this one, the good one nothing.
struct InvariantExamplesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let statement: InvariantFile.Statement
    let row: SchemaInvariant
    var key: String { row.key }
    var testDescription: String { "\(key) \(statement.published.path)" }
    var bad: String { statement.bad.joined(separator: "\n") }
    var good: String { statement.good.joined(separator: "\n") }
  }

  static let cases: [Case] = {
    guard let layout = try? PackageLayout(from: PackageRoot.url),
      let schema = try? SchemaFiles(reading: layout.schemas(.dstu2), release: .dstu2),
      let files = try? InvariantFiles(schema).files, let table = SchemaTable.of(.dstu2)
    else { return [] }
    return zip(files.flatMap(\.statements), table.invariants).map { Case(statement: $0, row: $1) }
  }()

  /// Constraints that cannot be broken without breaking another one, which says more or the same.
  static let companions = ["sdf-10": ["sdf-4"], "vsd-3": ["vsd-8"], "vsd-8": ["vsd-3"]]
  /// No element of the resources has these types.
  static let ofProfilesOnly = ["cnt-1", "dis-1"]

  /// Of the constraints that are published as errors only the one is a warning that a published example breaks.
  @Test func severitiesAreThePublishedOnes() {
    let milder = Self.cases.filter { $0.statement.published.severity == "error" && $0.row.isWarning }
    #expect(milder.map(\.key) == ["dom-3"])
    #expect(Self.cases.filter(\.row.isWarning).map(\.key) == ["dom-3", "nor-1"])
  }

  @Test func everyConstraintHasItsRecords() {
    // Of age-1, drt-1 and eld-15 text and XPath say different things, so that there are two statements of one constraint.
    #expect(Self.cases.count == 152)
    #expect(Set(Self.cases.map(\.statement.published)).count == 149)
    #expect(Self.cases.allSatisfy { $0.row.key == $0.statement.published.key })
  }

  @Test(arguments: cases.filter { !ofProfilesOnly.contains($0.key) })
  func theBadRecordBreaksJustThisOne(example: Case) {
    let findings = Validator.insisting().validate(Array(example.bad.utf8)).diagnostics
    let expected = ([example.key] + (Self.companions[example.key] ?? [])).map { "invariant/\($0)" }.sorted()
    #expect(findings.map(\.rule.rawValue).sorted() == expected)
    let own = findings.first { $0.rule.rawValue == "invariant/\(example.key)" }
    #expect(own?.severity == (example.row.isWarning ? .warning : .error))
  }

  @Test(arguments: cases.filter { !ofProfilesOnly.contains($0.key) })
  func theGoodRecordRaisesNothing(example: Case) {
    #expect(Validator.insisting().validate(Array(example.good.utf8)).diagnostics.map(\.rule.rawValue) == [])
  }

  @Test(arguments: cases.filter { ofProfilesOnly.contains($0.key) })
  func aBareValueIsToldByTheExpression(example: Case) throws {
    #expect(try Self.holds(example.row, for: example.good))
    #expect(try !Self.holds(example.row, for: example.bad))
  }

  /// Whether a value meets a constraint on its type.
  static func holds(_ row: SchemaInvariant, for value: String) throws -> Bool {
    let definitions = try #require(Definitions.of(.dstu2))
    let type = try #require(definitions.schema.type(named: row.path))
    let expression = try FHIRPathExpression(row.expression, model: definitions.model, context: type)
    let record = try FHIRPathRecord(Array(value.utf8))
    var evaluator = FHIRPathEvaluator()
    let node = FHIRPathNode(resource: 0, type: type)
    return try evaluator.evaluateBoolean(expression, over: record.tape, at: node, resource: node, root: node) == true
  }
}
