import FHIRPrimitives
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// What an entry says about a request, its response, and the search that found it.
extension Walker {
  // MARK: - Requests

  /// Judges `request` by the rules of a transaction: <https://hl7.org/fhir/DSTU2/http.html#transaction>.
  mutating func checkRequest(_ request: Int, resource: Int, id: Int, type: Int) {
    guard tape.tag(request) == .object, let method = tape.member("method", of: request), isText(method) else { return }
    let verb = HTTPVerb(tape, method)
    switch verb {
    case .post, .put:
      if resource < 0 {
        demand(
          .resource, at: request, ".request",
          "expected 'resource', which a \(verb) sends, found none")
      }
    case .get, .delete:
      if resource >= 0 {
        demand(
          .noResource, at: resource, ".resource",
          "expected no 'resource' where the request is a \(verb), found one")
      }
    case .other: return
    }
    checkConditions(of: request, verb)
    guard let url = tape.member("url", of: request), isText(url), tape.length(url) > 0 else { return }
    checkRequestURL(url, verb, resource: resource, id: id, type: type)
  }

  /// Judges the conditions of a request: they go with its method, and are of the form that HTTP has.
  private mutating func checkConditions(of request: Int, _ verb: HTTPVerb) {
    for condition in RequestCondition.all {
      guard let value = tape.member(condition.name, of: request), isText(value), tape.length(value) > 0 else {
        continue
      }
      if !condition.fits(verb) {
        reportMisplacedCondition(value, condition, verb)
      } else if condition.isEtag {
        let tag = tape.string(value)
        if tag.byBytes != "*", !EntityTag(tag).isQuoted { reportInvalidEtag(value, "request.\(condition.name)") }
      } else if verb == .post {
        let text = text(value)
        let query = UnsafeBufferPointer(start: text.bytes, count: text.count)
        // Behind the first `=` a question mark is part of a value.
        if query.prefix(while: { $0 != UInt8(ascii: "=") }).contains(UInt8(ascii: "?")) {
          reportInvalidIfNoneExist(value)
        }
      }
    }
  }

  static func repeatedRequest(_ url: String) -> String {
    "expected each resource to be changed once in a transaction, found \(url) again"
  }

  private mutating func checkRequestURL(_ url: Int, _ verb: HTTPVerb, resource: Int, id: Int, type: Int) {
    let text = text(url)
    let parts = RequestURL(text, rows: rows)
    guard parts.isAllowed(for: verb) else {
      return demand(
        .requestURL, at: url, ".request.url",
        "expected \(verb.expectedURL), relative to the server, found \(tape.excerpt(url))")
    }
    if verb == .put || verb == .delete, parts.kind == .instance {
      let key = BundleIndex.key(text.bytes, parts.idEnd).ofRequest
      if !bundle.index.insert(key, type: -1) {
        demand(.distinctRequests, at: url, ".request.url", Self.repeatedRequest(tape.excerpt(url)))
      } else if bundle.store != nil {
        store(key, type: -1, at: url, isRequest: true)
      }
    }
    guard verb == .put || verb == .post, resource >= 0, type >= 0, parts.kind != .operation else { return }
    if parts.type != type {
      return demand(
        .requestTarget, at: url, ".request.url",
        "expected the type of the resource, '\(schema.typeNames[type])', found \(tape.excerpt(url))")
    }
    guard verb == .put, parts.kind == .instance else { return }
    let shown = UnsafeBufferPointer(start: text.bytes + parts.idStart, count: parts.idEnd - parts.idStart)
    guard id >= 0, isText(id) else {
      return demand(
        .requestTarget, at: url, ".request.url",
        "expected a resource with the id that the PUT names, found \(tape.excerpt(url)) and a resource without id")
    }
    if !holds(id, shown) {
      demand(
        .requestTarget, at: url, ".request.url",
        "expected the id of the resource, '\(tape.string(id).clipped)', found \(tape.excerpt(url))")
    }
  }

  // MARK: - Responses

  /// Judges `response`: the status begins with a code of HTTP, and version and time are those of the resource.
  mutating func checkResponse(_ response: Int, _ resource: ResourceMembers) {
    guard tape.tag(response) == .object else { return }
    if let status = tape.member("status", of: response), isText(status), tape.length(status) > 0 {
      let text = text(status)
      let isCode =
        text.count >= 3 && (0..<3).allSatisfy { text.bytes[$0] &- 0x30 < 10 } && text.bytes[0] &- 0x31 < 5
        && (text.count == 3 || text.bytes[3] == 0x20)
      if !isCode { reportResponseStatus(status) }
    }
    if let etag = tape.member("etag", of: response), isText(etag), tape.length(etag) > 0 {
      let tag = EntityTag(tape.string(etag))
      if resource.versionID >= 0, isText(resource.versionID), tag.version != tape.string(resource.versionID).byBytes {
        reportEtagDisagrees(etag, version: resource.versionID)
      } else if !tag.isQuoted {
        reportInvalidEtag(etag, "response.etag")
      }
    }
    if resource.meta >= 0, let modified = tape.member("lastModified", of: response),
      let updated = tape.member("lastUpdated", of: resource.meta), let first = seconds(modified),
      let second = seconds(updated), first != second
    {
      reportLastModifiedDisagrees(modified, lastUpdated: updated)
    }
  }

  /// The moment that an instant of the usual form means; of another form it is judged where it is walked.
  private mutating func seconds(_ value: Int) -> Int? {
    guard isText(value) else { return nil }
    let text = text(value)
    return InstantGrammar.secondsSince1970(text.bytes, text.count)
  }

  // MARK: - Searches

  /// Counts an entry that the search has matched.
  mutating func noteMatch(_ search: Int) {
    if let mode = tape.member("mode", of: search), isText(mode), tape.string(mode, equals: "match") {
      bundle.matches += 1
    }
  }

  /// Judges `search`: its mode fits the resource, and its score lies between 0 and 1.
  mutating func checkSearch(_ search: Int, type: Int) {
    guard tape.tag(search) == .object else { return }
    if let mode = tape.member("mode", of: search), isText(mode) {
      let isOutcome = tape.string(mode, equals: "outcome")
      if type >= 0, isOutcome != (type == roles.operationOutcome) { reportSearchMode(mode, type: type) }
    }
    if let score = tape.member("score", of: search), isOutsideOfUnit(score) { reportSearchScore(score) }
  }

  /// Whether a number is below 0 or above 1; its digits tell.
  private func isOutsideOfUnit(_ value: Int) -> Bool {
    let p = tape.lexeme(value)
    let digits = UnsafeBufferPointer(start: p, count: tape.length(value))
    switch tape.tag(value) {
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
  mutating func checkLinks(_ links: Int) {
    guard tape.tag(links) == .array else { return }
    let end = tape.next(links)
    var item = links + 2
    var seen = 0
    var index = 0
    while item < end {
      if tape.tag(item) == .object, let relation = tape.member("relation", of: item), isText(relation) {
        let text = text(relation)
        let name = LinkRelation(UnsafeBufferPointer(start: text.bytes, count: text.count))
        if !name.isRegistered, text.count > 0 {
          reportUnknownRelation(relation, path: .below("link[\(index)].relation"))
        } else if name.uniqueBit & seen != 0 {
          reportDuplicateRelation(relation, path: .below("link[\(index)].relation"))
        }
        seen |= name.uniqueBit
      }
      index += 1
      item = tape.next(item)
    }
  }
}
