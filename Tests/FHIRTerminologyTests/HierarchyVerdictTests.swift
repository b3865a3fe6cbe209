import FHIRTestSupport
import Testing

/// Verdicts on codings above others.
struct HierarchyVerdictTests {
  /// Whether a coding subsumes another, or after `<` is subsumed by it, in a constraint.
  static let hierarchies = """
    sct 1000001 > sct 1000003 => holds
    sct 1000001 > sct 1000001 => holds
    sct 1000003 > sct 1000001 => fails
    sct 1000003 < sct 1000001 => holds
    sct 1000001 < sct 1000003 => fails
    sct 138875005 > sct 1000003 => holds
    sct 1000001 > sct 1000002 => fails
    sct 1000001 > sct 9999999 => open
    sct 9999999 > sct 9999999 => holds
    sct 1000001 > loinc 1000-9 => open
    loinc LP1-1 > loinc 1000-9 => holds
    loinc LP2-2 > loinc 1002-5 => fails
    loinc|9.98 LP1-1 > loinc 1000-9 => open
    loinc|9.99 LP1-1 > loinc|9.99 1000-9 => holds
    loinc|9.99 LP1-1 > loinc|9.98 1000-9 => open
    icd A00 > icd A00.11 => holds
    icd A00.0 < icd A00 => holds
    glue Any > glue Wood => holds
    glue any > glue WOOD => holds
    glue Wood > glue Any => fails
    rx 7001 > rx 7002 => fails
    none 1 > none 2 => open
    none 1 > none 1 => holds
    part a > part b => holds
    part b > part a => open
    """.split(separator: "\n").map(String.init)

  @Test(arguments: hierarchies)
  func judgesHierarchies(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let isAbove = sides[0].contains(" > ")
    let codings = sides[0].split(separator: isAbove ? " > " : " < ").map { Verdicts.coding($0) }
    let expression = "coding.first().\(isAbove ? "subsumes" : "subsumedBy")(coding.last())"
    let result = try Verdicts.judge(
      codings,
      by: #""constraint": [{ "key": "a", "severity": "error", "human": "a", "expression": "\#(expression)" }]"#)
    let isOpen = result.open.contains { $0.hasPrefix("hierarchy of ") || $0 == "constraints of profiles" }
    #expect((result.found.contains("profile/constraint") ? "fails" : isOpen ? "open" : "holds") == sides[1])
  }
}
