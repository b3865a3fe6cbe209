import FHIRPath
import FHIRSchema
import Testing

/// An expression is compiled for a release, and the evaluator accepts expressions of all releases.
struct ReleaseTests {
  @Test func aReleaseWithoutDefinitionsIsAnError() {
    let error = #expect(throws: FHIRPathError.self) { try FHIRPathExpression("name", release: .unknown) }
    #expect(error?.code == .release)
    #expect(error?.message == "there are no definitions of the release 'unknown'")
  }

  /// The same definitions, with another name for the Bundle and without later releases.
  private func model(without prefix: String) throws -> FHIRPathModel {
    let facts = try #require(GeneratedSchema.releases.first { $0.release == .dstu2 }).facts
    let lines = facts.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }.split(separator: "\n")
    let text = lines.filter { !$0.hasPrefix(prefix) }.joined(separator: "\n")
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return try FHIRPathModel(SchemaTable(SchemaText(UnsafeBufferPointer(bytes))))
  }

  @Test func oneEvaluatorTakesExpressionsOfSeveralReleases() throws {
    let record = try FHIRPathRecord(Array(#"{"resourceType":"Later","valueCanonical":"a","fhir_comments":["b"]}"#.utf8))
    let own = try FHIRPathExpression("value.type().name", release: .dstu2)
    let other = try FHIRPathExpression("value.type().name", model: model(without: "later "))
    var evaluator = FHIRPathEvaluator()
    for _ in 0..<3 {
      #expect(try evaluator.evaluate(own, over: record).map(\.description) == ["canonical"])
      #expect(try evaluator.evaluate(other, over: record).map(\.description) == [])
    }
  }

  @Test func commentsAreNoElementWhereTheReleaseHasThem() throws {
    let record = try FHIRPathRecord(Array(#"{"resourceType":"Basic","fhir_comments":["b"]}"#.utf8))
    let own = try FHIRPathExpression("children().count()", release: .dstu2)
    let other = try FHIRPathExpression("children().count()", model: model(without: "comments "))
    var evaluator = FHIRPathEvaluator()
    #expect(try evaluator.evaluate(own, over: record).map(\.description) == ["0"])
    #expect(try evaluator.evaluate(other, over: record).map(\.description) == ["1"])
  }

  @Test func aLaterNameThatLeadsNowhereIsAnError() throws {
    let facts = "release toy 1\nlater url link\n"
    #expect(throws: (any Error).self) {
      let bytes = Array(facts.utf8)
      _ = try bytes.withUnsafeBufferPointer { try FHIRPathModel(SchemaTable(SchemaText($0))) }
    }
  }

  @Test func traceAndClockAreKeptFromBeforeTheFirstExpression() throws {
    var evaluator = FHIRPathEvaluator()
    var seen: [String] = []
    evaluator.trace = { name, _ in seen.append(name) }
    evaluator.setClock(secondsSince1970: 0)
    let record = try FHIRPathRecord(Array(#"{"resourceType":"Basic","id":"a"}"#.utf8))
    let expression = try FHIRPathExpression("today().trace('x')", release: .dstu2)
    #expect(try evaluator.evaluate(expression, over: record).map(\.description) == ["1970-01-01"])
    #expect(seen == ["x"])
  }
}
