import FHIRPath
import FHIRSchema
import FHIRValidation
import Testing

/// FHIRPath over records of the toy release.
@Suite struct PathTests {
  static let expressions: [(String, [String])] = [
    ("Dragon.heads + 1", ["3"]), ("wingspan > 14", ["true"]), ("egg.weight.value", ["1e2"]),
    ("egg.weight.ofType(Measure).code", ["kg"]), ("hoard.aim", ["#h", "Hoard/1"]),
    ("hoard.resolve().coins", ["3"]), ("hoard.first().resolve() is Hoard", ["true"]),
    ("extension('http://toy.example/fire').content", ["true"]), ("colour.coding.code", ["green"]),
    ("hatched.type().name", ["day"]), ("egg.type().name", ["Part"]),
    ("children().where($this is Span).start", ["2001-02-03"]),
    ("asleep.start <= asleep.end", ["true"]), ("text.div.htmlChecks()", ["true"]),
    ("children().where($this = 'psst')", []),
  ]

  @Test(arguments: expressions)
  func anExpressionIsEvaluated(expression: String, expected: [String]) throws {
    let record = try FHIRPathRecord(Array(JudgingTests.sound.utf8))
    var evaluator = FHIRPathEvaluator()
    let compiled = try FHIRPathExpression(expression, model: ToyRelease.definitions().model)
    #expect(try evaluator.evaluate(compiled, over: record).map(\.description) == expected)
  }

  @Test func aTypeOfAnotherReleaseIsUnknown() throws {
    let model = try ToyRelease.definitions().model
    #expect(throws: FHIRPathError.self) { try FHIRPathExpression("hoard is Patient", model: model) }
    #expect(throws: FHIRPathError.self) { try FHIRPathExpression("hoard is Hoard", release: .dstu2) }
  }
}
