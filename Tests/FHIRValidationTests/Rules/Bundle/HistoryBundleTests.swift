import FHIRSchema
import FHIRValidation
import Testing

/// Bundles of type `history` in R4: each entry has a request and a response, and a version may occur twice.
struct HistoryBundleTests {
  private func bundle(_ type: String, _ entries: String...) -> String {
    "{ \"resourceType\": \"Bundle\", \"entry\": [\n\(entries.joined(separator: ",\n"))\n], \"type\": \"\(type)\" }"
  }

  private let address = #""fullUrl": "http://example.org/Patient/1""#
  private let request = #""request": { "method": "DELETE", "url": "Patient/1" }"#
  private let response = #""response": { "status": "200" }"#

  @Test func aVersionMayStandThereTwice() {
    let entry = "{ \(address), \(request), \(response) }"
    expectFindings(in: bundle("history", entry, entry), release: .r4)
  }

  @Test func inOtherBundlesItMayNot() {
    expectFindings(
      in: bundle(
        "batch", "{ \(address), \(request) }", "{ \"fullUrl\": «\"http://example.org/Patient/1\"», \(request) }"),
      [ExpectedFinding(.invariant("bdl-7"), path: "Bundle.entry[1].fullUrl")], release: .r4)
  }

  @Test func anEntryHasBoth() {
    expectFindings(
      in: bundle("history", "«{» \(address), \(request) }", "«{» \(address), \(response) }"),
      [ExpectedFinding(.missingResponse), ExpectedFinding(.missingRequest)], release: .r4)
  }
}
