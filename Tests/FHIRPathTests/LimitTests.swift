import FHIRPath
import FHIRSchema
import Testing

/// No expression occupies the process for long or exhausts its memory.
struct LimitTests {
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      // Endless repetition, exponential growth, quadratic work.
      "(1).repeat($this + 1)",
      "'a'.repeat($this + 'a')",
      // Steps that cost more than others.
      "(1 'mg').repeat(iif($this.value < 100000, ($this + 1 'mg') | 1 'g' | 1 'm' | 1 's'))",
      "('a').repeat($this + 'b').where($this.matches($this & '{900}'))",
      "(1 | 2).repeat(iif($this > 0, -$this, $this * 3))",
      "('a' | 'b').aggregate($total & $this & $total, 'aaaaaaaa')",
      "'aaaaaaaaaaaaaaaa'.toChars().aggregate($total & $total, 'aaaaaaaaaaaaaaaa').toChars().aggregate($total & $total, 'aaaaaaaaaaaaaaaa')",
      "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.toChars().aggregate($total.combine($total), 1).count()",
      // Texts of a megabyte, searched again and again.
      large("\(some).all(\(some).all(\(some).all(\(some).all(%t < %u))))"),
      large("\(some).all(\(some).all(\(some).all(\(some).all(%t.startsWith(%u).not()))))"),
      large("\(some).all(\(some).all(\(some).all(\(some).all(%t.toDecimal().empty()))))"),
      large("\(some).select(\(some).select(\(some).select(%t))).sort().count()"),
      "coalesce(\(String(repeating: "{},", count: 20_000)) 1)",
    ])
  func everythingEnds(expression: String) throws {
    let record = try FHIRPathRecord(Array("{}".utf8))
    var evaluator = FHIRPathEvaluator(limits: FHIRPathLimits(maximumSteps: 1_000_000, maximumItems: 1 << 16))
    do throws(FHIRPathError) {
      let values = try evaluator.evaluate(try FHIRPathExpression(expression, release: .dstu2), over: record)
      #expect(values.count < 1 << 16)
    } catch {
      #expect(error.code == .limit)
    }
  }

  @Test func exceededLimitsAreReported() throws {
    let record = try FHIRPathRecord(Array("{}".utf8))
    var evaluator = FHIRPathEvaluator(limits: FHIRPathLimits(maximumSteps: 1000))
    let error = #expect(throws: FHIRPathError.self) {
      try evaluator.evaluate(try FHIRPathExpression("(1).repeat($this + 1)", release: .dstu2), over: record)
    }
    #expect(error?.message == "more than 1000 steps")
    // The evaluator still works.
    #expect(try evaluator.evaluateBoolean(try FHIRPathExpression("1 + 1 = 2", release: .dstu2), over: record) == true)
  }

  /// As many codes as in a large value set, all different except one.
  @Test(arguments: [
    ("concept.code.isDistinct()", "true"), ("concept.code.distinct().count()", "9000"),
    ("(concept.code | 'c17' | 'other').count()", "9001"), ("concept.code.combine('c17').isDistinct()", "false"),
  ])
  func largeCollectionsOfTextsAreCompared(expression: String, expected: String) throws {
    let codes = (0..<9000).map { #"{"code":"c\#($0)"}"# }.joined(separator: ",")
    try PathRow(expression: expression, expected: expected).check(on: #"{"concept":[\#(codes)]}"#)
  }

  @Test func aRecordMustBeJSON() {
    for text in ["", "{", "{} {}", "nul"] {
      let error = #expect(throws: FHIRPathError.self) { _ = try FHIRPathRecord(Array(text.utf8)) }
      #expect(error?.code == .record)
    }
  }
}

private let some = "'aaaaaaaaaaaaaaaa'.toChars()"

/// An expression about two texts of a megabyte, `%t` and `%u`.
private func large(_ expression: String) -> String {
  let text = "'00000000'" + String(repeating: ".select($this & $this)", count: 17)
  return "defineVariable('t', \(text) & 'a').defineVariable('u', \(text) & 'b').select(\(expression))"
}
