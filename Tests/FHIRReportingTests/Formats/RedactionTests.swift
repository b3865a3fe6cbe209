import FHIRFindings
import FHIRReporting
import Testing

@Suite struct RedactionTests {
  private static let rule = Rule(
    "structure/unknown-element", .error, .structure, summary: "an element that its type does not have",
    explanation: Rule.Explanation(
      checks: "Expected an element of the type; at most one value, a code of a value set, found another.",
      matters: "Its content was not judged in the file.", bad: "", good: "", specification: ""))
  private let redaction = Redaction(
    names: [
      "Patient", "name", "family", "final", "status", "http://loinc.org", "Quantity", "value", "Bundle", "entry",
    ],
    rules: RuleCatalog([rule]), files: ["ward 7/smith.json": "file-1", "a.json": "file-2"])

  private func message(_ text: String) -> String {
    redaction.redacted(
      Finding(rule: Self.rule.id, severity: .error, range: SourceRange(start: 0, end: 1), path: "", message: text)
    ).message
  }

  @Test(arguments: [
    ("expected an element of Patient, found 'Jörg'", "expected an element of Patient, found '[text 4]'"),
    ("expected a code of status, found 'final'", "expected a code of status, found 'final'"),
    ("expected a code, found \"O'Brien\"", "expected a code, found \"[text 7]\""),
    ("expected a value, found 'O'Brien, Pat' again", "expected a value, found '[text 12]' again"),
    ("expected a value, found '}'", "expected a value, found '}'"),
    ("expected a value, found '\"'", "expected a value, found '\"'"),
    ("expected a value, found '1980-02-03'", "expected a value, found '[date 10]'"),
    ("expected a value, found '2020-02-03T10:11:12Z'", "expected a value, found '[date 20]'"),
    ("expected at most 12 value, found 185.5", "expected at most 12 value, found [number 5]"),
    ("expected a value, found 'http://clinic.example/1'", "expected a value, found '[address 23]'"),
    ("expected a value, found 'http://loinc.org'", "expected a value, found 'http://loinc.org'"),
    ("expected a value, found Smith the 'a", "expected a value, found [text 5] the '[text 1]"),
    ("expected one, found 'a' Smith 'b'", "expected one, found '[text 1]' [text 5] '[text 1]'"),
    ("expected a value, found '' again", "expected a value, found '' again"),
    ("the type in a.json:12:3, found ------", "the type in file-2:12:3, found [text 6]"),
    ("found {\"family\": \"Smith\", \"x\": 7}", "found {\"family\": \"[text 5]\", \"[text 1]\": [number 1]}"),
  ])
  func valuesOfSentencesAreHidden(_ text: String, _ shown: String) {
    #expect(message(text) == shown)
  }

  /// Words that occur only in a value are hidden wherever a crafted value puts them.
  @Test(arguments: [
    "x', found 'Smith", "' Smith '", "x\" Smith \"", "a' Smith", "\\' Smith", "Smith", "a.Smith.b", "(Smith)",
  ])
  func aValueCannotGetOutOfItsQuotes(_ value: String) {
    #expect(!message("expected a value, found '\(value)'").contains("Smith"))
    #expect(!message("expected a value, found \"\(value)\"").contains("Smith"))
    #expect(!message("expected a value, found \(value)").contains("Smith"))
  }

  @Test func placesKeepTheNamesOfTheSpecification() {
    let finding = redaction.redacted(
      Finding(
        rule: Self.rule.id, severity: .error, range: SourceRange(start: 0, end: 1),
        path: "Bundle.entry[3].Patient.value.ofType(Quantity).name[0]._family.Smith", message: "found",
        record: RecordLabel(resourceType: "Smith", id: "mrn-1234"), pointer: "/entry/3/name/0/_family/Smith",
        release: "r4"))
    #expect(finding.path == "Bundle.entry[3].Patient.value.ofType(Quantity).name[0]._family.[text 5]")
    #expect(finding.pointer == "/entry/3/name/0/_family/[text 5]")
    #expect(finding.record == RecordLabel(resourceType: "[text 5]", id: nil))
    #expect(finding.release == "r4")
  }

  /// The profile of a finding has a known definition, so messages may name it.
  @Test func theProfileOfAFindingIsNoValue() {
    let profile = ProfileSource(profile: "http://guide.example/patient", slice: "official")
    let shown = redaction.redacted(
      Finding(
        rule: Self.rule.id, severity: .error, range: SourceRange(start: 0, end: 1),
        message: "expected an element of 'official' in http://guide.example/patient, found 'http://guide.example/one'",
        places: ProfilePlace(profile), place: 0))
    #expect(shown.profile == profile)
    #expect(
      shown.message == "expected an element of 'official' in http://guide.example/patient, found '[address 24]'")
    #expect(shown.release == "r4")
  }

  private final class ProfilePlace: RecordedPlaces {
    let profile: ProfileSource
    init(_ profile: ProfileSource) { self.profile = profile }
    func path(of place: Int) -> String { "Patient.name" }
    func record(of place: Int) -> RecordLabel? { nil }
    func profile(of place: Int) -> ProfileSource? { profile }
    func pointer(of place: Int) -> String? { nil }
    func release(of place: Int) -> String? { "r4" }
  }

  @Test(arguments: [
    (
      "  \"name\": [{\"family\": \"", "Smith", "\", \"status\": \"final\", \"n\": 12.5, \"ok\": true}]",
      "  \"name\": [{\"family\": \"", "xxxxx", "\", \"status\": \"final\", \"x\": 00x0, \"xx\": xxxx}]"
    ),
    ("Smith\", \"family\": \"", "Jones", "\\\" Brown", "xxxxx\", \"xxxxxx\": \"", "xxxxx", "xx xxxxx"),
    ("日本\t<b>", "\\\"x\"", " 7", "xx\txxx", "x\"x\"", " 0"),
  ])
  func linesKeepTheirShape(
    _ before: String, _ fault: String, _ after: String, _ shownBefore: String, _ shownFault: String,
    _ shownAfter: String
  ) {
    let issue = redaction.redacted(
      LocatedFinding(
        file: "ward 7/smith.json", source: "Clinic",
        finding: Finding(
          rule: Self.rule.id, severity: .error, range: SourceRange(start: 0, end: 1), path: "", message: "found"),
        position: nil, excerpt: SourceExcerpt(before: before, fault: fault, after: after)))
    #expect(issue.file == "file-1")
    #expect(issue.source == "[text 6]")
    let excerpt = issue.excerpt
    #expect(excerpt?.before.unicodeScalars.count == before.unicodeScalars.count)
    let line = (excerpt?.before ?? "") + (excerpt?.fault ?? "") + (excerpt?.after ?? "")
    for word in ["Smith", "Jones", "Brown", "日本", "12.5"] { #expect(!line.contains(word)) }
    if before.hasPrefix("  ") {
      #expect([excerpt?.before, excerpt?.fault, excerpt?.after] == [shownBefore, shownFault, shownAfter])
    }
  }

  @Test func countsHideTheNamesOfTheInput() {
    var summary = ReportSummary()
    summary.resourceTypes = ["Patient": 3, "Smith": 1, "Jones": 2]
    summary.notChecked = ["profile http://clinic.example/p": 2]
    summary.unreadable = [
      UnreadablePath(path: "a.json", reason: "gone"), UnreadablePath(path: "smith", reason: "gone"),
    ]
    let shown = redaction.redacted(summary)
    #expect(shown.resourceTypes == ["Patient": 3, "[text 5]": 3])
    #expect(shown.notChecked == ["profile [address 23]": 2])
    #expect(shown.unreadable.map(\.path) == ["file-2", "[file]"])
  }

  /// Successive records of one type stay separate in a report by record.
  @Test func recordsStayApart() {
    func issue(_ id: String) -> LocatedFinding {
      LocatedFinding(
        file: "a.json",
        finding: Finding(
          rule: Self.rule.id, severity: .error, range: SourceRange(start: 0, end: 1), path: "Patient", message: "found",
          record: RecordLabel(resourceType: "Patient", id: id)), position: SourcePosition(line: 1, column: 1))
    }
    let outcomes = OperationOutcomeRenderer(rules: RuleCatalog([Self.rule]), releasesWithExpression: [])
    let bytes = RedactingRenderer(outcomes, redaction).report(
      [issue("1"), issue("1"), issue("2")], summary: ReportSummary(), tool: HostileReport.tool)
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\"OperationOutcome\"").count == 4)
  }
}
