package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let requestDisagrees = Rule(
    "bundle/request-disagrees", .error, .invariant,
    summary: "a request names another type or id than the resource it sends",
    checks: """
      In a Bundle of type `transaction` or `batch`, the type in `request.url` is the type of the resource, and the id \
      of a PUT is the id of the resource, which must have one.
      """,
    matters: "Servers answer with status 400, as they do not know which of the two is meant.",
    form: .entry(of: "transaction"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "PUT", "url": ~ }
      """,
    bad: #""Patient/2""#, good: #""Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#update")
}

extension ReferenceJudge {
  /// Judges whether the url of a request names the type, and for a PUT the id, of its resource.
  mutating func checkTarget(
    _ text: TextBytes, _ parts: RequestURL, _ url: TapeIndex, _ verb: HTTPVerb, id: TapeIndex, type: TypeID,
    _ cursor: inout RecordCursor
  ) {
    guard verb == .put || verb == .post, type.exists, parts.kind != .operation else { return }
    if parts.type != type {
      return demandTarget(url, "the type of the resource, '\(cursor.schema.typeNames[type])'", &cursor)
    }
    guard verb == .put, parts.kind == .instance else { return }
    guard id.exists, cursor.isText(id) else {
      return demandTarget(
        url, "a resource with the id that the PUT names", besides: " and a resource without id", &cursor)
    }
    let shown = UnsafeBufferPointer(start: text.bytes + parts.idStart, count: parts.idEnd - parts.idStart)
    if !cursor.holds(id, shown) {
      demandTarget(url, "the id of the resource, '\(cursor.tape.string(id).clipped)'", &cursor)
    }
  }

  private mutating func demandTarget(
    _ url: TapeIndex, _ expected: String, besides more: String = "", _ cursor: inout RecordCursor
  ) {
    demand(
      .requestTarget, at: url, ".request.url", "expected \(expected), found \(cursor.tape.excerpt(url))\(more)",
      &cursor)
  }
}
