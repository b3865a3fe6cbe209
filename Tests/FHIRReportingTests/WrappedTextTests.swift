import FHIRFindings
import FHIRReporting
import Testing

/// Lines of the report for people, as wide as the terminal.
@Suite struct WrappedTextTests {
  private func parts(_ text: String, width: Int?, after start: Int = 0, indent: Int = 2) -> [String] {
    WrappedText(width: width).parts(of: text, after: start, indent: indent).map(String.init)
  }

  @Test func textThatFitsIsOnePart() {
    #expect(parts("one two", width: 7) == ["one two"])
    #expect(parts("one two", width: nil) == ["one two"])
    #expect(parts("", width: 40) == [""])
    // Two columns a character, three bytes.
    #expect(parts("日本 日本", width: 9) == ["日本 日本"])
  }

  @Test func linesAreBrokenAtSpacesOnly() {
    #expect(parts("one two three", width: 7) == ["one two", "three"])
    #expect(parts("one two three", width: 7, after: 2) == ["one", "two", "three"])
    #expect(parts("日本 日本", width: 8) == ["日本", "日本"])
    #expect(parts("to http://example.org/a/b/c it", width: 10) == ["to", "http://example.org/a/b/c", "it"])
  }

  @Test func allSpacesButTheBreaksStay() {
    #expect(parts("a  b   c", width: 6) == ["a  b  ", "c"])
    #expect(parts("a  b   c", width: 6).joined(separator: " ") == "a  b   c")
  }

  @Test func coloursTakeNoColumns() {
    #expect(parts("\u{1B}[1;31mone\u{1B}[0m two", width: 7).count == 1)
    #expect(parts("\u{1B}[1;31mone\u{1B}[0m two", width: 6).count == 2)
  }

  private func report(width: Int?, path: String, message: String) -> [Substring] {
    var output: [UInt8] = []
    let issue = LocatedFinding(
      file: "a.json",
      finding: Finding(
        rule: RuleID(rawValue: "code/not-in-value-set"), severity: .error, range: SourceRange(start: 0, end: 1),
        path: path, message: message, record: RecordLabel(resourceType: "Observation", id: "f1")),
      position: SourcePosition(line: 3, column: 13),
      excerpt: SourceExcerpt(before: "  \"status\": ", fault: "\"done\"", after: ","))
    TextRenderer(width: width).render(.issue(issue, after: nil), into: &output)
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }

  @Test func aLongFindingGoesOnBelow() {
    let path = "Bundle.entry[3].resource.component[0].value.ofType(CodeableConcept)"
    let lines = report(
      width: 60, path: path,
      message: "expected a code of http://hl7.org/fhir/ValueSet/observation-status, found \"done\"")
    #expect(
      lines == [
        "  3:13 error: expected a code of", "      http://hl7.org/fhir/ValueSet/observation-status, found",
        "      \"done\"  code/not-in-value-set", "    3 |   \"status\": \"done\",", "      |             ^^^^^^",
        "    \(path)", "      in Observation/f1",
      ])
  }

  @Test func theRuleStaysWhole() {
    let lines = report(width: 60, path: "Observation.status", message: "expected another code, found \"done\"")
    #expect(lines[0...1] == ["  3:13 error: expected another code, found \"done\"", "      code/not-in-value-set"])
    #expect(lines.last == "    Observation.status in Observation/f1")
  }

  @Test func nothingIsBrokenWithoutAWidth() {
    let message = String(repeating: "word ", count: 60) + "end"
    #expect(report(width: nil, path: "a", message: message)[0] == "  3:13 error: \(message)  code/not-in-value-set")
  }

  @Test func resourceTypesAreNotPartedFromTheirNumbers() {
    var summary = ReportSummary()
    summary.resourceTypes = ["AllergyIntolerance": 1, "DiagnosticReport": 2, "MedicationRequest": 3, "Observation": 4]
    var output: [UInt8] = []
    TextRenderer(width: 50).render(.end(summary), into: &output)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 50 })
    #expect(
      lines.contains("  Observation 4, MedicationRequest 3,")
        && lines.contains("    DiagnosticReport 2, AllergyIntolerance 1"))
  }
}
