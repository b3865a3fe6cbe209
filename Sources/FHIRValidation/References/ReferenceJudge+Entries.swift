import FHIRRecognition
import FHIRPrimitives
import FHIRSchema
import FHIRView
import FHIRTape

extension ReferenceJudge {
  /// Registers an entry before its members are judged: its address, and its request.
  ///
  /// The path is at the entry.
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
      noteMatch(parts.search, &cursor)
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
    if isJudged, !parts.request.exists || !parts.response.exists {
      noteLack(at: entry, request: !parts.request.exists, response: !parts.response.exists, &cursor)
    }
  }

  /// Clears the state of the entry: the next one may be on another tape, and references of the Bundle itself are
  /// relative to no entry.
  mutating func leaveEntry() { bundle.entry.leave() }

  private mutating func notePart(_ part: BundlePart, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    guard bundle.parts[part.rawValue] == nil else { return }
    bundle.parts[part.rawValue] = BundlePart.Place(
      entry: bundle.entries - 1, range: cursor.inputRange(cursor.headRange(value)))
  }

  private mutating func noteFirst(_ value: TapeIndex, isResource: Bool, type: TypeID, _ cursor: inout RecordCursor) {
    bundle.first = BundleState.FirstEntry(
      type: type, isResource: isResource, range: cursor.inputRange(cursor.headRange(value)))
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
    var text = cursor.text(value)
    guard text.count > 0 else { return }
    switch ReferenceForm(text.bytes, text.count, rows: cursor.rows) {
    case .absolute(let shown, let fault):
      // The walk of the element reports the fault.
      guard fault.isNone else { return }
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
        let tail = AddressTail(text)
        bundle.entry.baseLength = tail.typeStart
        if isJudged { checkTail(tail, of: text, value, shown: shown, id: resource.id, type: type, &cursor) }
      }
    case .badVersion where (0..<text.count).contains { text.bytes[$0] == UInt8(ascii: ":") }:
      if isJudged { cursor.reportVersionedFullURL(value) }
      return
    case .badVersion, .resource, .malformed, .local:
      if isJudged { cursor.reportRelativeFullURL(value) }
      return
    case .empty:
      return
    }
    bundle.entry.fullURL = value
    var key = BundleIndex.key(text.bytes, text.count)
    if resource.versionID.exists, cursor.isText(resource.versionID) {
      let version = cursor.text(resource.versionID)
      key.version = BundleIndex.version(UnsafeBufferPointer(start: version.bytes, count: version.count))
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

  /// Keeps the place of an entry without a request or a response, in case the type of the Bundle demands it.
  private mutating func noteLack(at entry: TapeIndex, request: Bool, response: Bool, _ cursor: inout RecordCursor) {
    let start = cursor.place.inputOffset(cursor.tape.offset(entry))
    bundle.held.keep(
      HeldFindings.Lack(entry: bundle.entries - 1, start: start, request: request, response: response),
      limit: cursor.findings.limit)
  }
}
