import FHIRValidation
import Testing

/// bdl-1 to bdl-4, for elements without a value.
struct BundleTypeTests {
  private static let sibling = #"{ "extension": [{ "url": "http://example.org/e", "valueCode": "a" }] }"#

  @Test func aTotalWithoutAValueIsOne() {
    expectFindings(
      in: """
        { "resourceType": "Bundle", "type": "collection", "_total": «{»\(Self.sibling.dropFirst()) }
        """,
      [ExpectedFinding(.invariant("bdl-1"), path: "Bundle.total")])
    expectFindings(in: "{ \"resourceType\": \"Bundle\", \"type\": \"searchset\", \"_total\": \(Self.sibling) }")
  }

  @Test func aTypeWithoutAValueIsNotTheOneThatIsAskedFor() {
    expectFindings(
      in: """
        { "resourceType": "Bundle", "_type": \(Self.sibling), "total": «1»,
          "entry": [{ "request": «{» "method": "GET", "url": "Patient" } }] }
        """,
      [ExpectedFinding(.invariant("bdl-1")), ExpectedFinding(.invariant("bdl-3"), path: "Bundle.entry[0].request")])
  }

  @Test func aMissingTypeIsReportedAsMissing() {
    expectFindings(
      in: #"«{» "resourceType": "Bundle", "total": 1 }"#, [ExpectedFinding(.missingElement)])
  }
}
