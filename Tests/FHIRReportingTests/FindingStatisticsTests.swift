import FHIRFindings
import FHIRReporting
import Testing

@Suite struct FindingStatisticsTests {
  private func issue(
    _ rule: String = "code/misspelt-system", path: String = "Observation.value.ofType(Quantity).system",
    message: String = "expected 'a', found \"b\"", type: String = "Observation", at offset: Int = 0,
    file: String = "a.json", source: String? = nil
  ) -> LocatedFinding {
    LocatedFinding(
      file: file, source: source,
      finding: Finding(
        rule: RuleID(rawValue: rule), severity: .warning, range: SourceRange(start: offset, end: offset + 1),
        path: path, message: message, record: RecordLabel(resourceType: type, id: "1")),
      position: SourcePosition(line: offset + 1, column: 1))
  }

  @Test(arguments: [
    (
      "Observation.component[12].value.ofType(Quantity).system", "Observation",
      "Observation.component.valueQuantity.system"
    ),
    ("Bundle.entry[3].resource.effective.ofType(dateTime)", "Observation", "Observation.effectiveDateTime"),
    ("Bundle.entry[3].resource.entry[0].resource.id", "Patient", "Patient.id"),
    ("Bundle.entry[3].resource", "Patient", "Patient"), ("Bundle.entry[3].fullUrl", "Bundle", "Bundle.entry.fullUrl"),
    ("Bundle.entry[3].resource.id", "Bundle", "Bundle.entry.resource.id"),
    ("a[x].b[1", "T", "a[x].b[1"), (".ofType()", "T", ".ofType()"), ("", "T", ""), ("[", "T", "["),
  ])
  func patternsLeaveOutWhatDiffers(_ path: String, _ type: String, _ pattern: String) {
    var statistics = FindingStatistics()
    statistics.add(issue(path: path, type: type))
    #expect(statistics.paths.map(\.name) == [pattern])
    #expect(statistics.paths.first?.example.path == path)
  }

  @Test func findingsAreCountedByTheirCommonProperties() {
    var statistics = FindingStatistics()
    for offset in 0..<3 { statistics.add(issue(at: offset, source: "Clinic")) }
    statistics.add(issue(path: "Observation.code.coding[0].system", at: 9, source: "Ward"))
    statistics.add(issue("structure/missing-element", path: "Patient.name", message: "found \"x\"", at: 10))
    #expect(statistics.count == 5)
    #expect(
      statistics.rules.map { "\($0.count) \($0.rule)" } == ["4 code/misspelt-system", "1 structure/missing-element"])
    #expect(
      statistics.paths.map { "\($0.count) \($0.name)" } == [
        "3 Observation.valueQuantity.system", "1 Observation.code.coding.system", "1 Patient.name",
      ])
    // A name is neither a code nor a system.
    #expect(statistics.values.map { "\($0.count) \($0.name)" } == ["4 b"])
    #expect(statistics.sources.map { "\($0.count) \($0.name)" } == ["3 Clinic", "1 Ward"])
  }

  @Test func userPartsOfURLsAreHidden() {
    var statistics = FindingStatistics()
    statistics.add(issue(message: "found \"https://u:secret@host/x\"", source: "https://u:secret@host"))
    #expect(!"\(statistics.rules) \(statistics.values) \(statistics.sources)".contains("secret"))
    #expect(statistics.values.map(\.name) == ["https://***@host/x"])
  }

  /// The counts and examples do not depend on how the run is divided.
  @Test func partsAddUpToTheWhole() {
    let issues = (0..<9_000).map { number in
      issue(path: "Patient.x\(number % 5_000)", message: "found \"v\(number % 3_000)\"", at: number)
    }
    var whole = FindingStatistics()
    for issue in issues { whole.add(issue) }
    var parts = [FindingStatistics(), FindingStatistics(), FindingStatistics()]
    for (number, issue) in issues.reversed().enumerated() { parts[number % 3].add(issue) }
    var sum = FindingStatistics()
    for part in parts { sum.merge(part) }
    #expect(sum.paths == whole.paths && sum.values == whole.values && sum.rules == whole.rules)
    #expect(sum.countOfOtherPaths == whole.countOfOtherPaths && sum.countOfOtherValues == whole.countOfOtherValues)
    // Findings beyond the limit are still counted.
    #expect(whole.paths.count == 2_048)
    #expect(whole.paths.reduce(0) { $0 + $1.count } + whole.countOfOtherPaths == 9_000)
    #expect(whole.rules.first?.example.position?.line == 1)
  }
}
