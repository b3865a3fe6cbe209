import FHIRFindings
import Testing

struct FindingTests {
  static let label = RecordLabel(resourceType: "Patient", id: "p1")

  static func finding(path: String = "Patient.name", record: RecordLabel? = label) -> Finding {
    Finding(
      rule: RuleID(rawValue: "structure/x"), severity: .error, range: SourceRange(start: 1, end: 2), path: path,
      message: "no", record: record)
  }

  @Test func findingsThatSayTheSameAreEqual() {
    #expect(Self.finding() == Self.finding())
    #expect(Set([Self.finding(), Self.finding()]).count == 1)
  }

  @Test(arguments: [
    finding(path: "Patient"), finding(record: nil), finding(record: RecordLabel(resourceType: "Patient", id: nil)),
  ])
  func pathAndRecordDistinguishFindings(other: Finding) {
    #expect(other != Self.finding())
    #expect(Set([other, Self.finding()]).count == 2)
  }

  @Test func pathAndRecordAreChangedOneByOne() {
    var finding = Self.finding()
    let before = finding
    finding.path += "[0]"
    #expect(finding == Self.finding(path: "Patient.name[0]"))
    finding.record?.id = "p2"
    #expect(finding.path == "Patient.name[0]" && finding.record == RecordLabel(resourceType: "Patient", id: "p2"))
    #expect(before == Self.finding())
  }

  @Test func printsItsContent() {
    let text = "\(Self.finding())"
    #expect(text.hasPrefix("Finding(rule: structure/x, severity: error, range: "))
    #expect(text.contains(#"path: "Patient.name", message: "no", record: "#) && text.contains(#"id: Optional("p1")"#))
  }
}
