package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let overlappingRequests = Rule(
    "bundle/overlapping-requests", .error, .duplicate, summary: "a transaction changes the same resource twice",
    checks: """
      In a Bundle of type `transaction`, no two entries PUT or DELETE the same `[type]/[id]`. Conditional requests are \
      not compared.
      """,
    matters: """
      The entries of a transaction have no order, so the result would be undefined: the server refuses the whole \
      transaction.
      """,
    form: .resource("Bundle"),
    example: """
      "type": "transaction",
      "entry": [
        {
          "request": { "method": "DELETE", "url": ~ }
        },
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1" },
          "request": { "method": "PUT", "url": "Patient/1" }
        }
      ]
      """,
    bad: #""Patient/1""#, good: #""Patient/2""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")
}

extension ReferenceJudge {
  /// Records the target of a PUT or DELETE, and reports it if an earlier request has the same target.
  mutating func checkOverlap(
    _ text: TextBytes, _ parts: RequestURL, _ url: TapeIndex, _ verb: HTTPVerb, _ cursor: inout RecordCursor
  ) {
    guard verb == .put || verb == .delete, parts.kind == .instance else { return }
    let key = BundleIndex.key(text.bytes + parts.start, parts.idEnd - parts.start).ofRequest
    if !bundle.addresses.index.insert(key, type: .none) {
      demand(.distinctRequests, at: url, ".request.url", Self.overlap(cursor.tape.excerpt(url)), &cursor)
    } else if bundle.addresses.store != nil {
      storeAddress(key, type: .none, at: url, isRequest: true, &cursor)
    }
  }

  /// Reports a request whose target an earlier entry, no longer in memory, has changed; the path is at the Bundle.
  mutating func reportOverlap(
    entry: Int, inInput range: Range<Int>, type: BundleType, _ cursor: inout RecordCursor
  ) {
    guard BundleDemand.distinctRequests.applies(to: type) else { return }
    cursor.report(
      .overlappingRequests, inInput: range, path: .below("entry[\(entry)].request.url"),
      Self.overlap("that of an earlier entry"))
  }

  private static func overlap(_ url: String) -> String {
    "expected each resource to be changed once in a transaction, found \(url) again"
  }
}
