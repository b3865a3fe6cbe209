import FHIRFindings
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

  /// The group may be left out; of several rules all are listed.
  @Test func aNameWithoutItsGroupIsFound() {
    #expect(harness.run("explain", "odd").output == harness.run("explain", "value/odd").output)
    var harness = harness
    harness.rules += [
      Rule(
        "structure/odd", .error, .structure, summary: "an element is odd",
        explanation: Rule.Explanation(checks: "c", matters: "m", bad: "b", good: "g", specification: "s"))
    ]
    #expect(
      harness.run("explain", "odd").output == """
        value/odd      warning  a value is odd
        structure/odd  error    an element is odd

        """)
    let list = harness.run("explain", "odd", "--format=json").output
    #expect(list.hasPrefix("{\"formatVersion\":1,\"rules\":[\n{\"rule\":\"value/odd\","))
    #expect(list.hasSuffix("],\"constraints\":[\n]}\n"))
    #expect(harness.run("explain", "even").exitCode == .failure)
  }

  /// Constraints of profiles are no rules; those that are not judged as published have a page.
  @Test func aCorrectedConstraintShowsBothExpressions() {
    let outcome = harness.run("explain", "us-core-13")
    #expect(outcome.exitCode == .success)
    #expect(
      outcome.output == """
        us-core-13 of us-core@6.1.0
        a constraint of profiles that is not judged as published; findings have the rule profile/constraint

        Published
          practitioner or organization or healthcareService or location

        Judged
          practitioner.exists() or organization.exists() or healthcareService.exists()
          or location.exists()

        Reason
          Undecided as published for two locations or services.

        """)
    let several = harness.run("explain", "us-core-1").output
    #expect(several.contains("us-core-1 of us-core@3.1.1") && several.contains("us-core-1 of us-core@6.1.0"))
    #expect(harness.run("explain", "provenance-1").output.contains("\n  at Provenance.agent\n"))
    let json = harness.run("explain", "us-core-13", "--format=json").output
    #expect(json.contains(#"{"constraint":"us-core-13","source":"us-core@6.1.0","published":"practitioner or"#))
    #expect(json.contains(#""reason":"Undecided as published for two locations or services."}"#))
  }
}
