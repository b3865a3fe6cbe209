import FHIRRecognition
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// The request of an entry, its response and its search: selects the rules that judge each part.
extension ReferenceJudge {
  // MARK: - Requests

  /// Judges `request` by the rules of a transaction: <https://hl7.org/fhir/DSTU2/http.html#transaction>.
  mutating func checkRequest(
    _ request: TapeIndex, resource: TapeIndex, id: TapeIndex, type: TypeID, _ cursor: inout RecordCursor
  ) {
    guard cursor.tape.tag(request) == .object, let method = cursor.tape.member("method", of: request),
      cursor.isText(method)
    else { return }
    let verb = HTTPVerb(cursor.tape, method)
    if verb == .other { return }
    checkSent(resource, with: verb, request, &cursor)
    checkNotSent(resource, with: verb, &cursor)
    checkConditions(of: request, verb, &cursor)
    guard let url = cursor.tape.member("url", of: request), cursor.isText(url), cursor.tape.length(url) > 0 else {
      return
    }
    let text = cursor.text(url)
    let parts = RequestURL(text, rows: cursor.rows)
    guard checkRequestURL(parts, url, verb, &cursor) else { return }
    checkOverlap(text, parts, url, verb, &cursor)
    if resource.exists { checkTarget(text, parts, url, verb, id: id, type: type, &cursor) }
  }

  /// Judges the conditions of a request: each must suit the method and have the form that HTTP defines.
  private mutating func checkConditions(of request: TapeIndex, _ verb: HTTPVerb, _ cursor: inout RecordCursor) {
    for condition in RequestCondition.all {
      guard let value = cursor.tape.member(condition.name, of: request), cursor.isText(value),
        cursor.tape.length(value) > 0, cursor.checkCondition(condition, value, verb)
      else { continue }
      if condition.isEtag {
        let tag = cursor.tape.string(value)
        if tag.byBytes != "*" { cursor.checkForm(of: EntityTag(tag), value, "request.\(condition.name)") }
      } else if verb == .post {
        cursor.checkIfNoneExist(value)
      }
    }
  }

  // MARK: - Searches

  /// Counts an entry that matches the search.
  mutating func noteMatch(_ search: TapeIndex, _ cursor: inout RecordCursor) {
    if let mode = cursor.tape.member("mode", of: search), cursor.isText(mode), cursor.tape.string(mode, equals: "match")
    {
      bundle.matches += 1
    }
  }
}

extension RecordCursor {
  /// Judges `response`: its status begins with an HTTP status code, and its version and time are those of the resource.
  mutating func checkResponse(_ response: TapeIndex, _ resource: ResourceMembers) {
    guard tape.tag(response) == .object else { return }
    checkStatus(of: response)
    if let etag = tape.member("etag", of: response), isText(etag), tape.length(etag) > 0 {
      let tag = EntityTag(tape.string(etag))
      if checkEtag(tag, etag, of: resource) { checkForm(of: tag, etag, "response.etag") }
    }
    checkLastModified(of: response, resource)
  }

  /// Judges the links of the Bundle or of an entry: each relation is registered, and a relation that allows one link
  /// only occurs once. The path is at their owner.
  mutating func checkLinks(_ links: TapeIndex) {
    guard tape.tag(links) == .array else { return }
    var seen = 0
    var index = 0
    for item in tape.items(of: links) {
      if tape.tag(item) == .object, let relation = tape.member("relation", of: item), isText(relation) {
        let text = text(relation)
        let name = LinkRelation(UnsafeBufferPointer(start: text.bytes, count: text.count))
        checkRelation(name, relation, ofLink: index)
        checkRepeatedRelation(name, relation, ofLink: index, seen: seen)
        seen |= name.uniqueBit
      }
      index += 1
    }
  }
}
