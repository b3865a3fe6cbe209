package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let invalidIfNoneExist = Rule(
    "bundle/invalid-if-none-exist", .warning, .value, summary: "ifNoneExist is more than a query",
    checks: """
      `request.ifNoneExist` holds only the query, the part of a URL after `?`, without the `?` and anything before it.
      """,
    matters: """
      The server puts the type and `?` before it. With a second `?` it cannot read the first search parameter, and \
      creates the resource again or never.
      """,
    form: .entry(of: "transaction"),
    example: """
      "fullUrl": "urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
      "resource": { "resourceType": "Patient" },
      "request": { "method": "POST", "url": "Patient", "ifNoneExist": ~ }
      """,
    bad: #""Patient?identifier=12""#, good: #""identifier=12""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#ccreate")

  package static let invalidRequestURL = Rule(
    "bundle/invalid-request-url", .error, .value, summary: "the url of a request does not fit its method",
    checks: """
      In a Bundle of type `transaction` or `batch`, `request.url` is relative to the server and begins with a resource \
      type of the record's release. A POST goes to `[type]`, a PUT or DELETE to `[type]/[id]` or `[type]?[query]`, a \
      GET to anything that can be read: an instance, a version, a history or a search, also in a compartment. \
      Operations such as `$validate` are allowed, and a slash before the type. In a `history`, which tells what was \
      requested, and where, the url may be absolute, or name a version.
      """,
    matters: "The server answers with an error, and a transaction fails as a whole.",
    form: .patientEntry(of: "transaction"), example: #""request": { "method": "PUT", "url": ~ }"#,
    bad: #""Patient""#, good: #""Patient/1""#, specification: "https://hl7.org/fhir/DSTU2/http.html")

  package static let misplacedCondition = Rule(
    "bundle/misplaced-condition", .warning, .invariant, summary: "a condition does not fit the method of the request",
    checks: """
      `request.ifNoneExist` goes with a POST, `ifModifiedSince` with a GET, `ifNoneMatch` with a GET or a PUT, and \
      `ifMatch` with a PUT or a DELETE.
      """,
    matters: "A server ignores a condition that does not apply to the method and performs the request unconditionally.",
    form: .patientEntry(of: "transaction"), example: #""request": { "method": "PUT", "url": "Patient/1", ~ }"#,
    bad: #""ifNoneExist": "identifier=12""#, good: #""ifMatch": "W/\"2\"""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle-definitions.html#Bundle.entry.request")

  package static let missingRequest = Rule(
    "bundle/missing-request", .error, .required, summary: "an entry of a transaction, batch or history has no request",
    checks: "Every entry of a Bundle of type `transaction`, `batch` or, from STU3 on, `history` has a `request`.",
    matters: "The server does not know whether to create, update or delete, and refuses the whole transaction.",
    form: .patientEntry(of: "transaction"), bad: "", good: #""request": { "method": "POST", "url": "Patient" }"#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")

  package static let missingResource = Rule(
    "bundle/missing-resource", .error, .required, summary: "a POST or PUT sends no resource",
    checks: "In a Bundle of type `transaction` or `batch`, an entry whose request is a POST or a PUT has a `resource`.",
    matters: "The server has nothing to store. Probably a filter removed the resource but not its request.",
    form: .entry(of: "transaction"), bad: #""request": { "method": "PUT", "url": "Patient/1" }"#,
    good: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "PUT", "url": "Patient/1" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")

  package static let missingResponse = Rule(
    "bundle/missing-response", .error, .required, summary: "an entry of a response or history has no response",
    checks: """
      Every entry of a Bundle of type `transaction-response`, `batch-response` or, from R4 on, `history` has a `response`.
      """,
    matters: """
      Clients match responses with requests by their order. Without a status the client does not know whether its \
      entry was stored.
      """,
    form: .patientEntry(of: "batch-response"), bad: "", good: #""response": { "status": "200" }"#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction-response")

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
    bad: #""Patient/1""#, good: #""Patient/2""#, specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")

  package static let requestDisagrees = Rule(
    "bundle/request-disagrees", .error, .invariant,
    summary: "a request names another type or id than the resource it sends",
    checks: """
      In a Bundle of type `transaction` or `batch`, the type in `request.url` is the type of the resource, and the id \
      of a PUT is the id of the resource, which must have one.
      """,
    matters: "Servers answer with status 400, as they do not know which of the two is meant.",
    form: .patientEntry(of: "transaction"), example: #""request": { "method": "PUT", "url": ~ }"#,
    bad: #""Patient/2""#, good: #""Patient/1""#, specification: "https://hl7.org/fhir/DSTU2/http.html#update")

  package static let unexpectedResource = Rule(
    "bundle/unexpected-resource", .warning, .structure, summary: "a GET or DELETE sends a resource",
    checks:
      "In a Bundle of type `transaction` or `batch`, an entry whose request is a GET or a DELETE has no `resource`.",
    matters: "Servers ignore the resource, although the sender probably expected them to store it.",
    form: .entry(of: "transaction"),
    bad: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "DELETE", "url": "Patient/1" }
      """,
    good: #""request": { "method": "DELETE", "url": "Patient/1" }"#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")
}

extension RecordCursor {
  /// Judges the query of a conditional create; the path is at the entry.
  mutating func checkIfNoneExist(_ value: TapeIndex) {
    let text = text(value)
    let query = text.buffer
    // After the first `=` a question mark is part of a value.
    if !query.prefix(while: { $0 != UInt8(ascii: "=") }).contains(UInt8(ascii: "?")) { return }
    report(
      .invalidIfNoneExist, at: value, path: .child("request.ifNoneExist"),
      expected: "the query without '?' and anything before it")
  }

  /// Judges whether a condition applies to the method of its request; the path is at the entry.
  mutating func checkCondition(_ condition: RequestCondition, _ value: TapeIndex, _ verb: HTTPVerb) -> Bool {
    if condition.verbs.contains(verb) { return true }
    if drops(.misplacedCondition) { return false }
    let verbs = condition.verbs.map(\.rawValue).joined(separator: " or a ")
    report(
      .misplacedCondition, at: tape.range(value), path: .below("request.\(condition.name)"),
      "expected '\(condition.name)' with a \(verbs), found it with a \(verb.rawValue)")
    return false
  }
}

extension ReferenceJudge {
  /// Whether the url of a request fits its method; reports it if not.
  mutating func checkRequestURL(
    _ parts: RequestURL, _ url: TapeIndex, _ verb: HTTPVerb, _ cursor: inout RecordCursor
  ) -> Bool {
    if parts.isAllowed(for: verb) { return true }
    demand(
      parts.isAbsolute || parts.namesVersion ? .plainRequestURL : .requestURL, at: url, ".request.url",
      "expected \(verb.expectedURL), relative to the server, found \(cursor.tape.excerpt(url))", &cursor)
    return false
  }

  /// Judges whether a request sends a resource, `.none` for none, as its method does.
  mutating func checkSent(
    _ resource: TapeIndex, with verb: HTTPVerb, _ request: TapeIndex, _ cursor: inout RecordCursor
  ) {
    let sends = verb == .post || verb == .put
    if sends, !resource.exists {
      demand(
        .resource, at: request, ".request", "expected 'resource', which a \(verb.rawValue) sends, found none", &cursor)
    } else if !sends, resource.exists {
      demand(
        .noResource, at: resource, ".resource",
        "expected no 'resource' where the request is a \(verb.rawValue), found one", &cursor)
    }
  }

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
  mutating func reportOverlap(entry: Int, inInput range: Range<Int>, type: BundleType, _ cursor: inout RecordCursor) {
    guard BundleDemand.distinctRequests.applies(to: type) else { return }
    let rule = Rule.overlappingRequests
    cursor.report(
      rule.id, rule.severity, inInput: range, path: .below("entry[\(entry)].request.url"),
      Self.overlap("that of an earlier entry"))
  }

  private static func overlap(_ url: String) -> String {
    "expected each resource to be changed once in a transaction, found \(url) again"
  }

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
