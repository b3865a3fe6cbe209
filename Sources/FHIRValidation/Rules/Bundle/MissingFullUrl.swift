package import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRTape

extension Rule {
  package static let missingFullURL = Rule(
    "bundle/missing-full-url", .error, .required, summary: "an entry with an identified resource has no fullUrl",
    checks: """
      In R4 an entry has a `fullUrl` with a value where its resource has an `id`. The specification excepts a POST and \
      the results of operations, so the entries of a response need none, and neither does an OperationOutcome. A PUT \
      to an address with a search needs none either, as the server decides which resource it is. Where another request \
      names the resource by its `url`, the missing fullUrl is only a warning.
      """,
    matters: """
      A relative reference in the entry is completed with the server in its fullUrl, and other entries find the \
      resource by it. Without one neither resolves.
      """,
    form: .entry(of: "collection"),
    bad: #"""
      "resource": {
        "resourceType": "Patient",
        "id": "1",
        "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Jones</div>" }
      }
      """#,
    good: #"""
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": {
        "resourceType": "Patient",
        "id": "1",
        "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Jones</div>" }
      }
      """#,
    specification: "https://hl7.org/fhir/R4/bundle-definitions.html#Bundle.entry.fullUrl")
}

extension ReferenceJudge {
  /// Judges an entry without a fullUrl; the path is at the entry.
  ///
  /// - Parameter type: the row of the resource's type.
  mutating func checkLackOfFullURL(
    _ entry: TapeIndex, _ parts: EntryMembers, _ resource: ResourceMembers, type: TypeID, _ cursor: inout RecordCursor
  ) {
    if let known = bundle.type, !BundleDemand.fullURL.applies(to: known) { return }
    guard resource.id.exists, cursor.isText(resource.id), type != cursor.roles.operationOutcome else { return }
    var isNamed = false
    if parts.request.exists, cursor.tape.tag(parts.request) == .object {
      let tape = cursor.tape
      let verb = tape.member("method", of: parts.request).map { HTTPVerb(tape, $0) } ?? .other
      if verb == .post || verb == .put && hasSearch(parts.request, cursor) { return }
      isNamed = verb == .put
    }
    demand(
      .fullURL, at: entry, "", "expected 'fullUrl' in the entry, as its resource has an id, found none",
      isWarning: isNamed, &cursor)
  }

  private func hasSearch(_ request: TapeIndex, _ cursor: borrowing RecordCursor) -> Bool {
    let tape = cursor.tape
    guard let url = tape.member("url", of: request), tape.isString(url) else { return false }
    return tape.string(url).utf8.contains(UInt8(ascii: "?"))
  }
}
