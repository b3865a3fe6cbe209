import FHIRPrimitives
import FHIRSchema
import FHIRView
import JSONTape

/// The members of a Bundle's entry, as tape indices; -1 for what is not there.
struct EntryMembers {
  var fullURL = -1
  var resource = -1
  var search = -1
  var request = -1
  var response = -1
  var link = -1

  init(_ tape: Tape, _ entry: Int) {
    let end = tape.next(entry)
    var key = entry + 2
    while key < end {
      take(tape, key)
      key = tape.next(key + 1)
    }
  }

  private mutating func take(_ tape: Tape, _ key: Int) {
    // Most keys differ in length; the first of two equal ones counts, as it does for the walk.
    switch tape.tag(key) == .escapedKey ? -1 : tape.length(key) {
    case 4: note(tape, key, "link", &link)
    case 6: note(tape, key, "search", &search)
    case 7:
      note(tape, key, "fullUrl", &fullURL)
      note(tape, key, "request", &request)
    case 8:
      note(tape, key, "resource", &resource)
      note(tape, key, "response", &response)
    case -1:
      note(tape, key, "link", &link)
      note(tape, key, "search", &search)
      note(tape, key, "fullUrl", &fullURL)
      note(tape, key, "request", &request)
      note(tape, key, "resource", &resource)
      note(tape, key, "response", &response)
    default: break
    }
  }

  private func note(_ tape: Tape, _ key: Int, _ name: StaticString, _ index: inout Int) {
    if index < 0, tape.string(key, equals: name) { index = key + 1 }
  }
}

extension Walker {
  /// Takes note of an entry before its members are judged: its address, and what it says about a request.
  ///
  /// The path stands at the entry.
  mutating func noteEntry(_ entry: Int, number: Int) {
    if number == 0 { bundle.isActive = true }
    bundle.entries = number + 1
    bundle.fullURL = -1
    bundle.baseLength = 0
    bundle.duty = .none
    guard bundle.isActive, tape.tag(entry) == .object else { return }
    let members = EntryMembers(tape, entry)
    let hasResource = members.resource >= 0 && tape.tag(members.resource) == .object
    let type = hasResource ? resourceType(of: members.resource) : -1
    if number == 0 { noteFirst(hasResource ? members.resource : entry, isResource: hasResource, type: type) }
    if members.fullURL >= 0, isText(members.fullURL) {
      noteFullURL(members.fullURL, resource: hasResource ? members.resource : -1, type: type)
    }
    if members.search >= 0 { checkSearch(members.search, type: type) }
    if members.link >= 0 { checkLinks(members.link) }
    if members.request >= 0 {
      checkRequest(members.request, resource: hasResource ? members.resource : -1, type: type)
    } else {
      demand(.request, at: entry, "", "expected 'request', which says what to do with the entry, found none")
    }
    if members.response >= 0 {
      checkResponse(members.response, resource: hasResource ? members.resource : -1)
    } else {
      demand(.response, at: entry, "", "expected 'response', which says what became of the entry, found none")
    }
  }

  private mutating func noteFirst(_ value: Int, isResource: Bool, type: Int) {
    bundle.first = BundleState.FirstEntry(
      type: type, isResource: isResource, range: inputRange(headRange(value)))
    if type == well.composition {
      bundle.duty = .document
    } else if type == well.messageHeader {
      bundle.duty = .message
    }
  }

  // MARK: - Addresses

  private mutating func noteFullURL(_ value: Int, resource: Int, type: Int) {
    var text = text(value)
    guard text.count > 0 else { return }
    switch ReferenceForm(text.bytes, text.count, rows: rows) {
    case .absolute(let shown, let fault):
      // A fault is reported where the element is walked.
      guard fault.isNone else { return }
      if let version = VersionedAddress(text) {
        reportVersionedFullURL(value)
        text.count = version.addressLength
      } else if shown >= 0 {
        let tail = AddressTail(text)
        bundle.baseLength = tail.typeStart
        if resource >= 0, !agrees(tail, in: text, type: shown, with: resource, of: type) {
          reportFullURLDisagrees(value, resource, type: type)
        }
      }
    case .badVersion where (0..<text.count).contains { text.bytes[$0] == UInt8(ascii: ":") }:
      return reportVersionedFullURL(value)
    case .badVersion, .resource, .malformed, .local:
      return reportRelativeFullURL(value)
    case .empty:
      return
    }
    bundle.fullURL = value
    let key = BundleIndex.key(text.bytes, text.count)
    if !bundle.index.insert(versioned(key, resource), type: type) { reportDuplicateFullURL(value) }
  }

  /// The key of an address with the version that the resource says it is.
  private mutating func versioned(_ key: BundleIndex.Key, _ resource: Int) -> BundleIndex.Key {
    guard resource >= 0, let meta = tape.member("meta", of: resource), tape.tag(meta) == .object,
      let version = tape.member("versionId", of: meta), isText(version)
    else { return key }
    let text = text(version)
    var key = key
    key.version =
      BundleIndex.key(text.bytes, 0, version: UnsafeBufferPointer(start: text.bytes, count: text.count)).version
    return key
  }

  /// Whether a RESTful address ends in the type and the id of the resource; where either is not known, it may.
  private func agrees(
    _ tail: AddressTail, in text: TextBytes, type shown: Int, with resource: Int, of type: Int
  ) -> Bool {
    if type >= 0, shown != type { return false }
    guard let id = tape.member("id", of: resource), isText(id) else { return true }
    let shownID = UnsafeBufferPointer(start: text.bytes + tail.idStart, count: text.count - tail.idStart)
    if tape.tag(id) == .escapedString { return Array(tape.string(id).utf8) == Array(shownID) }
    return shownID.elementsEqual(UnsafeBufferPointer(start: tape.lexeme(id), count: tape.length(id)))
  }

  // MARK: - What the type may demand

  /// Keeps a finding that holds only if the Bundle is of a type that demands this.
  mutating func demand(
    _ demand: BundleDemand, at value: Int, _ suffix: String, _ message: String
  ) {
    if bundle.type.map({ !demand.applies(to: $0) }) ?? false { return }
    guard bundle.kept[demand.rawValue] < findings.limit else {
      bundle.dropped[demand.rawValue] += 1
      return
    }
    bundle.kept[demand.rawValue] += 1
    bundle.deferred.append(
      DeferredFinding(
        demand: demand, entry: bundle.entries - 1, range: inputRange(headRange(value)), suffix: suffix,
        message: message))
  }

  func isText(_ value: Int) -> Bool { tape.tag(value) == .string || tape.tag(value) == .escapedString }

  /// The place in the input of a range of the record in hand.
  func inputRange(_ range: Range<Int>) -> Range<Int> {
    place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1
  }
}

/// Where the type and the id begin in an address that ends in both.
struct AddressTail {
  let typeStart: Int
  let idStart: Int

  init(_ text: TextBytes) {
    var i = text.count
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    idStart = i
    i -= 1
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    typeStart = max(i, 0)
  }
}

/// An address that names a version: `[address]/_history/[version]`.
struct VersionedAddress {
  let addressLength: Int
  let version: UnsafeBufferPointer<UInt8>

  init?(_ text: TextBytes) {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    var i = text.count
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    guard i >= length, (0..<length).allSatisfy({ text.bytes[i - length + $0] == mark.utf8Start[$0] }) else {
      return nil
    }
    addressLength = i - length
    version = UnsafeBufferPointer(start: text.bytes + i, count: text.count - i)
  }
}
