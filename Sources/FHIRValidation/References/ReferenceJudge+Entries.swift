import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRPrimitives

extension ReferenceJudge {
  /// Registers an entry before its members are judged: its address, and its request. The path is at the entry.
  mutating func noteEntry(
    _ entry: TapeIndex, _ parts: EntryMembers, _ resource: ResourceMembers, number: Int, isJudged: Bool,
    _ cursor: inout RecordCursor
  ) {
    if bundle.addresses.areMany { makeRoomInBundle(&cursor) }
    bundle.entries = number + 1
    bundle.entry.depth = cursor.path.depth
    guard bundle.isActive, cursor.tape.tag(entry) == .object else { return }
    let hasResource = parts.resource.exists && cursor.tape.tag(parts.resource) == .object
    let type = hasResource ? cursor.resourceType(of: parts.resource, at: resource.type) : TypeID.none
    if number == 0 { noteFirst(hasResource ? parts.resource : entry, isResource: hasResource, type: type, &cursor) }
    if parts.fullURL.exists, cursor.isText(parts.fullURL) {
      noteFullURL(parts.fullURL, resource, type: type, isJudged: isJudged, &cursor)
    } else if hasResource, isJudged, !parts.fullURL.exists {
      checkLackOfFullURL(entry, parts, resource, type: type, &cursor)
    }
    if parts.search.exists {
      notePart(.search, parts.search, &cursor)
      let mode = cursor.tape.member("mode", of: parts.search)
      if let mode, cursor.isText(mode), cursor.tape.string(mode, equals: "match") { bundle.matches += 1 }
      if isJudged, cursor.tape.tag(parts.search) == .object {
        cursor.checkMode(of: parts.search, type: type)
        cursor.checkScore(of: parts.search)
      }
    }
    if parts.link.exists, isJudged { cursor.checkLinks(parts.link) }
    if parts.request.exists {
      notePart(.request, parts.request, &cursor)
      if isJudged {
        checkRequest(
          parts.request, resource: hasResource ? parts.resource : TapeIndex.none, id: resource.id, type: type, &cursor)
      }
    }
    if parts.response.exists {
      notePart(.response, parts.response, &cursor)
      if isJudged { cursor.checkResponse(parts.response, resource) }
    }
    guard isJudged else { return }
    if !parts.request.exists { demand(.request, at: entry, "", "expected 'request' in the entry, found none", &cursor) }
    if !parts.response.exists {
      demand(.response, at: entry, "", "expected 'response' in the entry, found none", &cursor)
    }
  }

  private mutating func notePart(_ part: BundlePart, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    guard bundle.parts[part.rawValue] == nil else { return }
    bundle.parts[part.rawValue] = (bundle.entries - 1, cursor.inputRange(cursor.headRange(value)))
  }

  private mutating func noteFirst(_ value: TapeIndex, isResource: Bool, type: TypeID, _ cursor: inout RecordCursor) {
    bundle.first = (type, isResource, cursor.inputRange(cursor.headRange(value)))
    if type == cursor.roles.composition {
      bundle.entry.duty = .document
    } else if type == cursor.roles.messageHeader {
      bundle.entry.duty = .message
    }
  }

  // MARK: - Addresses

  private mutating func noteFullURL(
    _ value: TapeIndex, _ resource: ResourceMembers, type: TypeID, isJudged: Bool, _ cursor: inout RecordCursor
  ) {
    var (text, hasUpperCase) = (cursor.text(value), false)
    guard text.count > 0 else { return }
    switch ReferenceForm(text.bytes, text.count, rows: cursor.rows) {
    case .absolute(let shown, let fault):
      // The walk of the element reports the fault.
      hasUpperCase = fault == .uuidUpperCase
      guard fault.isNone || hasUpperCase else { return }
      if text.isBareIdentifier {
        if isJudged { cursor.reportRelativeFullURL(value) }
        return
      }
      if text.isURN || !shown.exists, cursor.invariants.has(.unversionedFullURL), text.namesVersion {
        if isJudged { cursor.reportVersionedFullURL(value) }
      } else if text.isURN {
        if isJudged { compareUUID(text, value, id: resource.id, &cursor) }
      } else if let version = VersionedAddress(text) {
        if isJudged { cursor.reportVersionedFullURL(value) }
        text.count = version.addressLength
      } else if shown.exists {
        bundle.entry.baseLength = cursor.rows.rootLength(ofFullURL: text.bytes, text.count)
        if isJudged { checkTail(of: text, value, shown: shown, id: resource.id, type: type, &cursor) }
      }
    case .badVersion where (0..<text.count).contains { text.bytes[$0] == UInt8(ascii: ":") }:
      if isJudged { cursor.reportVersionedFullURL(value) }
      return
    case .badVersion, .resource, .malformed, .local:
      if isJudged { cursor.reportRelativeFullURL(value) }
      return
    case .empty: return
    }
    if !hasUpperCase { bundle.entry.fullURL = value }
    var key = BundleIndex.key(text.bytes, text.count)
    if resource.versionID.exists, cursor.isText(resource.versionID) {
      let version = cursor.text(resource.versionID)
      key.version = BundleIndex.version(version.buffer)
    }
    if !bundle.addresses.index.insert(key, type: type) {
      if isJudged { reportDuplicateFullURL(value, &cursor) }
      return
    }
    if bundle.addresses.store != nil { storeAddress(key, type: type, at: value, &cursor) }
  }

  // MARK: - What the type may demand

  /// Keeps a finding that applies only if the type of the Bundle makes this demand.
  mutating func demand(
    _ demand: BundleDemand, at value: TapeIndex, _ suffix: String, _ message: String, isWarning: Bool = false,
    _ cursor: inout RecordCursor
  ) {
    if bundle.type.map({ !demand.applies(to: $0) }) ?? false { return }
    guard bundle.held.hasRoom(for: demand, limit: cursor.findings.limit) else { return }
    bundle.held.keep(
      DeferredFinding(
        demand: demand, isWarning: isWarning, entry: bundle.entries - 1,
        range: cursor.inputRange(cursor.headRange(value)), suffix: suffix, message: message))
  }

  /// The walk judges the uniqueness of entries, as those of a large Bundle are in memory one at a time. The path is at
  /// the entry.
  @inline(never) mutating func reportDuplicateFullURL(_ value: TapeIndex, _ cursor: inout RecordCursor) {
    if cursor.invariants.has(.uniqueFullURL) {
      return demand(.uniqueFullURLs, at: value, ".fullUrl", "\(cursor.tape.excerpt(value)) again", &cursor)
    }
    cursor.report(
      .distinctEntries, at: cursor.tape.range(value), path: .child("fullUrl"),
      found: "\(cursor.tape.excerpt(value)) again")
  }

  /// The same for an earlier entry that is no longer in memory; the path is at the Bundle.
  mutating func reportDuplicateFullURL(
    entry: Int, inInput range: Range<Int>, type: BundleType, _ cursor: inout RecordCursor
  ) {
    let isDemand = cursor.invariants.has(.uniqueFullURL)
    if isDemand, !BundleDemand.uniqueFullURLs.applies(to: type) { return }
    cursor.report(
      isDemand ? .uniqueFullURL : .distinctEntries, inInput: range, path: .below("entry[\(entry)].fullUrl"),
      found: "that of an earlier entry again")
  }

  /// Judges what the type of the Bundle excludes, after all entries; the path is at the Bundle.
  mutating func checkTypeInvariants(_ index: TapeIndex, type: BundleType, _ cursor: inout RecordCursor) {
    // An element exists without a value, too: a type without a value differs from the types that constraints require.
    if type.name == "", cursor.tape.member("_type", of: index) == nil { return }
    if !type.traits.contains(.total) {
      if let total = cursor.tape.member("total", of: index) {
        cursor.report(
          .bundleTotal, at: cursor.tape.range(total), path: .child("total"), found: cursor.tape.excerpt(total))
      } else if let sibling = cursor.tape.member("_total", of: index) {
        cursor.report(.bundleTotal, at: cursor.headRange(sibling), path: .child("total"), found: "one without a value")
      }
    }
    for (part, trait, invariant) in BundlePart.all where !type.traits.contains(trait) {
      guard let first = bundle.parts[part.rawValue] else { continue }
      cursor.report(
        invariant, inInput: first.range, path: .below("entry[\(first.entry)].\(part)"),
        found: type.name == ""
          ? "one in a Bundle whose type has no value" : "one in a Bundle of type '\(type.name.string.clipped)'")
    }
  }

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
    checkConditions(of: request, verb, &cursor)
    guard let url = cursor.tape.member("url", of: request), cursor.isText(url), cursor.tape.length(url) > 0
    else { return }
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

  /// Judges links: relations are registered, and some occur once. The path is at the Bundle or entry that has them.
  mutating func checkLinks(_ links: TapeIndex) {
    guard tape.tag(links) == .array else { return }
    var seen = 0
    for (index, item) in tape.items(of: links).enumerated() where tape.tag(item) == .object {
      if let relation = tape.member("relation", of: item), isText(relation) {
        let name = LinkRelation(text(relation).buffer)
        checkRelation(name, relation, ofLink: index, seen: seen)
        seen |= name.uniqueBit
      }
    }
  }
}
