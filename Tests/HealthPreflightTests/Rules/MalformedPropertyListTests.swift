import FHIRFindings
import HealthPreflight
import Testing

struct MalformedPropertyListTests {
  @Test(arguments: [
    ("", 0..<0, "expected a property list as XML, binary or JSON, found nothing"),
    ("nothing of the kind", 0..<1, "expected a property list as XML, binary or JSON, found neither"),
    ("<plist><array/></plist>", 7..<15, "expected a dictionary at the top, found an array"),
    ("<plist><string>a</string></plist>", 7..<25, "expected a dictionary at the top, found a string"),
    ("[]", 0..<2, "expected one dictionary, found none"),
    ("bplist15", 0..<8, "expected version 00 of binary property lists, found another"),
  ])
  func isFatalAndTheOnlyFinding(_ text: String, _ range: Range<Int>, _ message: String) {
    let line = "preflight/malformed-property-list \(range.lowerBound)..<\(range.upperBound) \(message)"
    #expect(Preflight.lines(in: Array(text.utf8)) == [line])
    let reports = Preflight().check([ProjectFile(path: "Info.plist", bytes: Array(text.utf8))])
    #expect(reports[0].findings.map(\.severity) == [.fatal])
  }
}
