import FHIRPrimitives
import FHIRSchema
import FHIRView
import FHIRTape

extension Walker {
  /// Judges an entry of the current Bundle; the path stands at it.
  ///
  /// An entry whose record is of a release that there are no definitions of is not judged either: only its address is
  /// noted, so that others may refer to it.
  ///
  /// - Parameter element: as in ``walkObject(_:type:element:)``.
  mutating func walkEntry(_ entry: Int, number: Int, type: Int, element: Int) {
    let members = tape.tag(entry) == .object ? EntryMembers(tape, entry) : EntryMembers()
    let hasResource = members.resource >= 0 && tape.tag(members.resource) == .object
    var resource = ResourceMembers()
    if hasResource, let found = unjudgedRelease(of: members.resource, &resource) {
      note(entry, members, resource, number: number, isJudged: false)
      let outer = record
      leaveUnjudged(members.resource, entry: entry, found, at: .child("resource"))
      record = outer
    } else {
      note(entry, members, resource, number: number, isJudged: true)
      walkObject(entry, type: type, element: element)
    }
    leaveEntry()
  }

  /// Takes note of an entry before its members are judged: its address, and what it says about a request.
  ///
  /// The path stands at the entry.
  private mutating func note(
    _ entry: Int, _ members: EntryMembers, _ resource: ResourceMembers, number: Int, isJudged: Bool
  ) {
    if bundle.index.current.count >= bundle.limits.addresses || bundle.references.areMany { makeRoomInBundle() }
    if number == 0, !bundle.isActive { bundle.begin(release: release, scope: goodReferences.beginScope()) }
    bundle.entries = number + 1
    bundle.entryDepth = path.depth
    guard bundle.isActive, tape.tag(entry) == .object else { return }
    let hasResource = members.resource >= 0 && tape.tag(members.resource) == .object
    let type = hasResource ? resourceType(of: members.resource, at: resource.type) : -1
    if number == 0 { noteFirst(hasResource ? members.resource : entry, isResource: hasResource, type: type) }
    if members.fullURL >= 0, isText(members.fullURL) {
      noteFullURL(members.fullURL, resource, type: type, isJudged: isJudged)
    }
    if members.search >= 0 {
      note(.search, members.search)
      noteMatch(members.search)
      if isJudged { checkSearch(members.search, type: type) }
    }
    if members.link >= 0, isJudged { checkLinks(members.link) }
    if members.request >= 0 {
      note(.request, members.request)
      if isJudged {
        checkRequest(members.request, resource: hasResource ? members.resource : -1, id: resource.id, type: type)
      }
    }
    if members.response >= 0 {
      note(.response, members.response)
      if isJudged { checkResponse(members.response, resource) }
    }
    if isJudged, members.request < 0 || members.response < 0 {
      noteLack(at: entry, request: members.request < 0, response: members.response < 0)
    }
  }

  /// Drops what belongs to the entry that was judged: the next may be on another tape, and what the Bundle itself refers
  /// to is relative to none of them.
  private mutating func leaveEntry() {
    bundle.fullURL = -1
    bundle.baseLength = 0
    bundle.duty = .none
  }

  private mutating func note(_ part: BundlePart, _ value: Int) {
    guard bundle.parts[part.rawValue] == nil else { return }
    bundle.parts[part.rawValue] = BundlePart.Place(entry: bundle.entries - 1, range: inputRange(headRange(value)))
  }

  private mutating func noteFirst(_ value: Int, isResource: Bool, type: Int) {
    bundle.first = BundleState.FirstEntry(
      type: type, isResource: isResource, range: inputRange(headRange(value)))
    if type == roles.composition {
      bundle.duty = .document
    } else if type == roles.messageHeader {
      bundle.duty = .message
    }
  }

  // MARK: - Addresses

  private mutating func noteFullURL(_ value: Int, _ resource: ResourceMembers, type: Int, isJudged: Bool) {
    var text = text(value)
    guard text.count > 0 else { return }
    switch ReferenceForm(text.bytes, text.count, rows: rows) {
    case .absolute(let shown, let fault):
      // A fault is reported where the element is walked.
      guard fault.isNone else { return }
      if isBareIdentifier(text) {
        if isJudged { reportRelativeFullURL(value) }
        return
      }
      if isURN(text) || shown < 0, invariants.has(.unversionedFullURL), namesVersion(text) {
        if isJudged { reportVersionedFullURL(value) }
      } else if isURN(text) {
        if isJudged { compareUUID(text, value, id: resource.id) }
      } else if let version = VersionedAddress(text) {
        if isJudged { reportVersionedFullURL(value) }
        text.count = version.addressLength
      } else if shown >= 0 {
        let tail = AddressTail(text)
        bundle.baseLength = tail.typeStart
        if isJudged, !agrees(tail, in: text, type: shown, with: resource.id, of: type) {
          reportFullURLDisagrees(value, id: resource.id, type: type)
        }
      }
    case .badVersion where (0..<text.count).contains { text.bytes[$0] == UInt8(ascii: ":") }:
      if isJudged { reportVersionedFullURL(value) }
      return
    case .badVersion, .resource, .malformed, .local:
      if isJudged { reportRelativeFullURL(value) }
      return
    case .empty:
      return
    }
    bundle.fullURL = value
    var key = BundleIndex.key(text.bytes, text.count)
    if resource.versionID >= 0, isText(resource.versionID) {
      let version = self.text(resource.versionID)
      key.version = BundleIndex.version(UnsafeBufferPointer(start: version.bytes, count: version.count))
    }
    if !bundle.index.insert(key, type: type) {
      if isJudged { reportDuplicateFullURL(value) }
      return
    }
    if bundle.store != nil { store(key, type: type, at: value) }
  }

  /// Compares the UUID of an address with the id of the resource. They need not be the same; but where they are in most
  /// entries, one where they are not is a slip.
  private mutating func compareUUID(_ text: TextBytes, _ value: Int, id: Int) {
    // "urn:uuid" and the colon, of 45 bytes.
    guard text.count == 45, id >= 0, isText(id), Bytes.load(text.bytes) == 0x6469_7575_3A6E_7275 else { return }
    if holds(id, UnsafeBufferPointer(start: text.bytes + 9, count: 36)) {
      bundle.sameIDs &+= 1
      return
    }
    bundle.otherIDs &+= 1
    guard bundle.differences.count < findings.limit else { return }
    bundle.differences.append(
      BundleState.Difference(
        entry: bundle.entries - 1, range: inputRange(tape.range(value)), id: tape.excerpt(id),
        address: tape.excerpt(value)))
  }

  /// Whether an address is `uuid:` or `oid:` with the `urn:` before it forgotten: schemes that nobody knows.
  @inline(__always)
  private func isBareIdentifier(_ text: TextBytes) -> Bool {
    guard text.count > 5 else { return false }
    let start = Bytes.load(text.bytes)
    return start & 0xFF_FFFF_FFFF == 0x3A_6469_7575 || start & 0xFFFF_FFFF == 0x3A64_696F
  }

  /// Whether an address has `/_history/` in it.
  private func namesVersion(_ text: TextBytes) -> Bool {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    guard text.count >= length else { return false }
    return (0...text.count - length).contains { Bytes.isEqual(text.bytes + $0, mark.utf8Start, length) }
  }

  /// Whether a RESTful address ends in the type and the id of the resource; where either is not known, it may.
  @inline(__always)
  private func agrees(_ tail: AddressTail, in text: TextBytes, type shown: Int, with id: Int, of type: Int) -> Bool {
    if type >= 0, shown != type { return false }
    guard id >= 0, isText(id) else { return true }
    return holds(id, UnsafeBufferPointer(start: text.bytes + tail.idStart, count: text.count - tail.idStart))
  }

  /// Whether the string at `value` is this text.
  @inline(__always)
  func holds(_ value: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if tape.tag(value) == .escapedString { return Array(tape.string(value).utf8) == Array(text) }
    guard text.count == tape.length(value) else { return false }
    return text.baseAddress.map { Bytes.isEqual($0, tape.lexeme(value), text.count) } ?? true
  }

  /// Whether an address is a `urn:`, which has neither a server nor versions.
  @inline(__always)
  func isURN(_ text: TextBytes) -> Bool {
    text.count > 4 && Bytes.load(text.bytes) & 0xFFFF_FFFF == 0x3A6E_7275
  }

  // MARK: - What the type may demand

  /// Keeps a finding that holds only if the Bundle is of a type that demands this.
  mutating func demand(
    _ demand: BundleDemand, at value: Int, _ suffix: String, _ message: String
  ) {
    if bundle.type.map({ !demand.applies(to: $0) }) ?? false { return }
    guard bundle.kept[demand.rawValue] < findings.limit else {
      bundle.dropped[demand.rawValue] &+= 1
      return
    }
    bundle.kept[demand.rawValue] &+= 1
    bundle.deferred.append(
      DeferredFinding(
        demand: demand, entry: bundle.entries - 1, range: inputRange(headRange(value)), suffix: suffix,
        message: message))
  }

  /// Keeps the place of an entry that says nothing of a request or a response, in case the type demands it.
  private mutating func noteLack(at entry: Int, request: Bool, response: Bool) {
    guard bundle.lacks.count < findings.limit else {
      bundle.lacksDropped.request += request ? 1 : 0
      bundle.lacksDropped.response += response ? 1 : 0
      return
    }
    // Most Bundles have neither in any entry, so that the list grows with each.
    if bundle.lacks.isEmpty { bundle.lacks.reserveCapacity(64) }
    bundle.lacks.append(
      BundleState.Lack(
        entry: bundle.entries - 1, start: place.inputOffset(tape.offset(entry)), request: request, response: response))
  }

  @inline(__always)
  func isText(_ value: Int) -> Bool { tape.tag(value) == .string || tape.tag(value) == .escapedString }

  /// The place in the input of a range of the current record.
  @inline(__always)
  func inputRange(_ range: Range<Int>) -> Range<Int> {
    place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1
  }
}
