import FHIRDiagnostics
import FHIRCheckCommand
import FHIRValidation
import Testing

@Suite struct RulePagesTests {
  private var harness: CommandHarness {
    var harness = CommandHarness()
    harness.rules = [
      Rule(
        "structure/unknown-element", .error, .structure, summary: "an element is not in the specification",
        explanation: Rule.Explanation(
          checks: "Every member of an object.", matters: "Receivers drop it.", bad: "{\n  \"x\": 1\n}", good: "{}",
          specification: "https://example.org/page")),
      Rule(
        "value/odd", .warning, .value, summary: "a value is odd",
        explanation: Rule.Explanation(checks: "c", matters: "m", bad: "b", good: "g", specification: "s")),
    ]
    return harness
  }

  @Test func aPageHasAllParts() {
    #expect(
      harness.run("explain", "structure/unknown-element").output == """
        structure/unknown-element
        an element is not in the specification

        Severity          error
        OperationOutcome  structure

        What it checks
          Every member of an object.

        Why it matters
          Receivers drop it.

        Bad
          {
            "x": 1
          }

        Good
          {}

        Specification
          https://example.org/page

        """)
  }

  @Test func theNearestRuleIsSuggested() {
    let outcome = harness.run("explain", "structure/unkown-elements")
    #expect(outcome.exitCode == .failure)
    #expect(
      outcome.error.hasPrefix(
        "fhircheck: there is no rule 'structure/unkown-elements'; did you mean 'structure/unknown-element'?\n"))
  }

  @Test func theListIsAligned() {
    #expect(
      harness.run("rules").output == """
        structure/unknown-element  error    an element is not in the specification
        value/odd                  warning  a value is odd

        """)
  }

  @Test func bothHaveJSON() {
    let page = harness.run("explain", "value/odd", "--format", "json").output
    #expect(
      page == """
        {"rule":"value/odd","severity":"warning","issueType":"value","summary":"a value is odd","checks":"c",\
        "matters":"m","bad":"b","good":"g","specification":"s"}

        """)
    let list = harness.run("rules", "--format=json").output
    #expect(list.hasPrefix("{\"formatVersion\":1,\"rules\":[\n{\"rule\":\"structure/unknown-element\","))
    #expect(list.hasSuffix(page.dropLast() + "\n]}\n"))
  }
}
