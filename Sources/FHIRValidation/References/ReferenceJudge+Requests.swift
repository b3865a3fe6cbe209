import FHIRPrimitives
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// What an entry says about a request, its response, and the search that found it.
extension ReferenceJudge {
  // MARK: - Requests

  /// Judges `request` by the rules of a transaction: <https://hl7.org/fhir/DSTU2/http.html#transaction>.
  mutating func checkRequest(_ request: Int, resource: Int, id: Int, type: Int, _ cursor: inout RecordCursor) {
    guard cursor.tape.tag(request) == .object, let method = cursor.tape.member("method", of: request),
      cursor.isText(method)
    else { return }
    let verb = HTTPVerb(cursor.tape, method)
    switch verb {
    case .post, .put:
      if resource < 0 {
        demand(
          .resource, at: request, ".request",
          "expected 'resource', which a \(verb) sends, found none", &cursor)
      }
    case .get, .delete:
      if resource >= 0 {
        demand(
          .noResource, at: resource, ".resource",
          "expected no 'resource' where the request is a \(verb), found one", &cursor)
      }
    case .other: return
    }
    checkConditions(of: request, verb, &cursor)
    guard let url = cursor.tape.member("url", of: request), cursor.isText(url), cursor.tape.length(url) > 0 else {
      return
    }
    checkRequestURL(url, verb, resource: resource, id: id, type: type, &cursor)
  }

  /// Judges the conditions of a request: they go with its method, and are of the form that HTTP has.
  private mutating func checkConditions(of request: Int, _ verb: HTTPVerb, _ cursor: inout RecordCursor) {
    for condition in RequestCondition.all {
      guard let value = cursor.tape.member(condition.name, of: request), cursor.isText(value),
        cursor.tape.length(value) > 0
      else {
        continue
      }
      if !condition.fits(verb) {
        cursor.reportMisplacedCondition(value, condition, verb)
      } else if condition.isEtag {
        let tag = cursor.tape.string(value)
        if tag.byBytes != "*", !EntityTag(tag).isQuoted { cursor.reportInvalidEtag(value, "request.\(condition.name)") }
      } else if verb == .post {
        let text = cursor.text(value)
        let query = UnsafeBufferPointer(start: text.bytes, count: text.count)
        // Behind the first `=` a question mark is part of a value.
        if query.prefix(while: { $0 != UInt8(ascii: "=") }).contains(UInt8(ascii: "?")) {
          cursor.reportInvalidIfNoneExist(value)
        }
      }
    }
  }

  static func repeatedRequest(_ url: String) -> String {
    "expected each resource to be changed once in a transaction, found \(url) again"
  }

  private mutating func checkRequestURL(
    _ url: Int, _ verb: HTTPVerb, resource: Int, id: Int, type: Int, _ cursor: inout RecordCursor
  ) {
    let text = cursor.text(url)
    let parts = RequestURL(text, rows: cursor.rows)
    guard parts.isAllowed(for: verb) else {
      return demand(
        .requestURL, at: url, ".request.url",
        "expected \(verb.expectedURL), relative to the server, found \(cursor.tape.excerpt(url))", &cursor)
    }
    if verb == .put || verb == .delete, parts.kind == .instance {
      let key = BundleIndex.key(text.bytes, parts.idEnd).ofRequest
      if !bundle.addresses.index.insert(key, type: -1) {
        demand(.distinctRequests, at: url, ".request.url", Self.repeatedRequest(cursor.tape.excerpt(url)), &cursor)
      } else if bundle.addresses.store != nil {
        storeAddress(key, type: -1, at: url, isRequest: true, &cursor)
      }
    }
    guard verb == .put || verb == .post, resource >= 0, type >= 0, parts.kind != .operation else { return }
    if parts.type != type {
      return demand(
        .requestTarget, at: url, ".request.url",
        "expected the type of the resource, '\(cursor.schema.typeNames[type])', found \(cursor.tape.excerpt(url))",
        &cursor)
    }
    guard verb == .put, parts.kind == .instance else { return }
    let shown = UnsafeBufferPointer(start: text.bytes + parts.idStart, count: parts.idEnd - parts.idStart)
    guard id >= 0, cursor.isText(id) else {
      return demand(
        .requestTarget, at: url, ".request.url",
        "expected a resource with the id that the PUT names, found \(cursor.tape.excerpt(url)) and a resource without id",
        &cursor)
    }
    if !cursor.holds(id, shown) {
      demand(
        .requestTarget, at: url, ".request.url",
        "expected the id of the resource, '\(cursor.tape.string(id).clipped)', found \(cursor.tape.excerpt(url))",
        &cursor)
    }
  }

  // MARK: - Responses

  /// Judges `response`: the status begins with a code of HTTP, and version and time are those of the resource.
  mutating func checkResponse(_ response: Int, _ resource: ResourceMembers, _ cursor: inout RecordCursor) {
    guard cursor.tape.tag(response) == .object else { return }
    if let status = cursor.tape.member("status", of: response), cursor.isText(status), cursor.tape.length(status) > 0 {
      let text = cursor.text(status)
      let isCode =
        text.count >= 3 && (0..<3).allSatisfy { text.bytes[$0] &- 0x30 < 10 } && text.bytes[0] &- 0x31 < 5
        && (text.count == 3 || text.bytes[3] == 0x20)
      if !isCode { cursor.reportResponseStatus(status) }
    }
    if let etag = cursor.tape.member("etag", of: response), cursor.isText(etag), cursor.tape.length(etag) > 0 {
      let tag = EntityTag(cursor.tape.string(etag))
      if resource.versionID >= 0, cursor.isText(resource.versionID),
        tag.version != cursor.tape.string(resource.versionID).byBytes
      {
        cursor.reportEtagDisagrees(etag, version: resource.versionID)
      } else if !tag.isQuoted {
        cursor.reportInvalidEtag(etag, "response.etag")
      }
    }
    if resource.meta >= 0, let modified = cursor.tape.member("lastModified", of: response),
      let updated = cursor.tape.member("lastUpdated", of: resource.meta), let first = seconds(modified, &cursor),
      let second = seconds(updated, &cursor), first != second
    {
      cursor.reportLastModifiedDisagrees(modified, lastUpdated: updated)
    }
  }

  /// The moment that an instant of the usual form means; of another form it is judged where it is walked.
  private mutating func seconds(_ value: Int, _ cursor: inout RecordCursor) -> Int? {
    guard cursor.isText(value) else { return nil }
    let text = cursor.text(value)
    return InstantGrammar.secondsSince1970(text.bytes, text.count)
  }

  // MARK: - Searches

  /// Counts an entry that the search has matched.
  mutating func noteMatch(_ search: Int, _ cursor: inout RecordCursor) {
    if let mode = cursor.tape.member("mode", of: search), cursor.isText(mode), cursor.tape.string(mode, equals: "match")
    {
      bundle.matches += 1
    }
  }

  /// Judges `search`: its mode fits the resource, and its score lies between 0 and 1.
  mutating func checkSearch(_ search: Int, type: Int, _ cursor: inout RecordCursor) {
    guard cursor.tape.tag(search) == .object else { return }
    if let mode = cursor.tape.member("mode", of: search), cursor.isText(mode) {
      let isOutcome = cursor.tape.string(mode, equals: "outcome")
      if type >= 0, isOutcome != (type == cursor.roles.operationOutcome) { cursor.reportSearchMode(mode, type: type) }
    }
    if let score = cursor.tape.member("score", of: search), isOutsideOfUnit(score, &cursor) {
      cursor.reportSearchScore(score)
    }
  }

  /// Whether a number is below 0 or above 1; its digits tell.
  private func isOutsideOfUnit(_ value: Int, _ cursor: inout RecordCursor) -> Bool {
    let p = cursor.tape.lexeme(value)
    let digits = UnsafeBufferPointer(start: p, count: cursor.tape.length(value))
    switch cursor.tape.tag(value) {
    case .integer, .decimal:
      let isZero = digits.allSatisfy { !(0x31...0x39).contains($0) }
      if isZero { return false }
      if p[0] == UInt8(ascii: "0") { return false }
      let isOne = p[0] == UInt8(ascii: "1") && digits.dropFirst().allSatisfy { $0 == 0x30 || $0 == 0x2E }
      return !(isOne && (digits.count == 1 || p[1] == 0x2E))
    default: return false
    }
  }

  // MARK: - Links

  /// Judges the links of the Bundle or of an entry: their names are registered, and those that can lead to one place
  /// only stand once. The path stands at their owner.
  mutating func checkLinks(_ links: Int, _ cursor: inout RecordCursor) {
    guard cursor.tape.tag(links) == .array else { return }
    let end = cursor.tape.next(links)
    var item = links + 2
    var seen = 0
    var index = 0
    while item < end {
      if cursor.tape.tag(item) == .object, let relation = cursor.tape.member("relation", of: item),
        cursor.isText(relation)
      {
        let text = cursor.text(relation)
        let name = LinkRelation(UnsafeBufferPointer(start: text.bytes, count: text.count))
        if !name.isRegistered, text.count > 0 {
          cursor.reportUnknownRelation(relation, path: .below("link[\(index)].relation"))
        } else if name.uniqueBit & seen != 0 {
          cursor.reportDuplicateRelation(relation, path: .below("link[\(index)].relation"))
        }
        seen |= name.uniqueBit
      }
      index += 1
      item = cursor.tape.next(item)
    }
  }
}
