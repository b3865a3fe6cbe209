import FHIRSchema
import FHIRTape

/// The contained resources of one resource by their ids, gathered at the first local reference.
struct ContainedIDs {
  private var resources: [Fingerprint: (resource: TapeIndex, isReferred: Bool)] = [:]
  private var owner = TapeIndex.none
  /// Whether some item is not a resource, so that a missing id needs no second finding.
  private(set) var isBroken = false

  var isForgotten: Bool { !owner.exists }

  mutating func forget() {
    guard owner.exists else { return }
    owner = .none
    isBroken = false
    resources.removeAll(keepingCapacity: true)
  }

  /// The tape index of the contained resource with this id; marks it as referred to.
  mutating func find(_ id: UnsafeBufferPointer<UInt8>, in container: TapeIndex, of tape: Tape) -> TapeIndex? {
    if owner != container { gather(container, tape) }
    guard let place = resources.index(forKey: Self.key(id)) else { return nil }
    resources.values[place].isReferred = true
    return resources.values[place].resource
  }

  /// Whether `find` has been called for this id.
  func isReferred(_ id: TapeIndex, in container: TapeIndex, of tape: Tape) -> Bool {
    owner == container && resources[Self.key(id, tape)]?.isReferred == true
  }

  private static func key(_ id: UnsafeBufferPointer<UInt8>) -> Fingerprint { KeyedHash.process.hash(id) }

  private static func key(_ id: TapeIndex, _ tape: Tape) -> Fingerprint {
    if tape.tag(id) == .string { return key(UnsafeBufferPointer(start: tape.lexeme(id), count: tape.length(id))) }
    var text = tape.string(id)
    return text.withUTF8(key)
  }

  private mutating func gather(_ container: TapeIndex, _ tape: Tape) {
    forget()
    owner = container
    guard let array = tape.member("contained", of: container) else { return }
    for item in tape.items(of: array) {
      if tape.tag(item) != .object || tape.length(item) == 0 { isBroken = true }
      guard tape.tag(item) == .object, let id = tape.member("id", of: item), tape.isString(id) else { continue }
      let key = Self.key(id, tape)
      // The first one counts.
      if let first = resources.updateValue((item, false), forKey: key) { resources[key] = first }
    }
  }
}

/// The texts in a resource that may name a contained resource, and the resources contained in it at any depth. It is
/// made in one pass over the resource, whatever the number of contained resources.
struct LocalMentions {
  struct Contained {
    let index: TapeIndex
    /// The number of the contained resource that contains it, -1 for none.
    let outer: Int
    let position: Int
    /// Whether a reference or a canonical URL in it is `#` alone, which names the container.
    var mentionsContainer = false
  }

  /// The values that begin with `#`, of references and of elements of type `uri`, `url` or `canonical`.
  private(set) var texts: Set<ByteText> = []
  /// The attributes of narratives that begin with `#`, such as the source of an image.
  private(set) var links: Set<ByteText> = []
  private(set) var contained: [Contained] = []
  /// The number of references and canonical URLs read so far that are `#` alone.
  private var containerMentions = 0
  /// The number of the innermost contained resource, -1 for none.
  private var innermost = -1
  /// How many resources around the element are not contained, as in a contained Bundle: they are judged by themselves.
  private var separate = 0

  init(in resource: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    readMembers(of: resource, type: type, &cursor)
  }

  func path(to resource: Contained) -> String {
    let step = "contained[\(resource.position)]"
    return resource.outer < 0 ? step : path(to: contained[resource.outer]) + "." + step
  }

  private mutating func readMembers(of object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    for key in cursor.tape.keys(of: object) {
      let sibling = cursor.member(withSibling: key, of: type)
      let member = sibling.exists ? sibling : cursor.member(named: key, of: type)
      guard member.exists else { continue }
      for (position, item) in cursor.tape.items(of: key.value).enumerated() {
        if !sibling.exists {
          read(item, member, position: position, &cursor)
        } else if cursor.tape.tag(item) == .object, cursor.members[member].mayHaveSibling {
          readMembers(of: item, type: cursor.roles.element, &cursor)
        }
      }
    }
  }

  private mutating func read(_ value: TapeIndex, _ member: MemberID, position: Int, _ cursor: inout RecordCursor) {
    let row = cursor.members[member]
    switch row.kind {
    case .complex: if cursor.tape.tag(value) == .object { readMembers(of: value, type: row.typeID, &cursor) }
    case .resource:
      guard cursor.tape.tag(value) == .object else { return }
      let type = cursor.resourceType(of: value)
      if !type.exists { return }
      guard row.flags.contains(.contained), separate == 0 else {
        separate += 1
        readMembers(of: value, type: type, &cursor)
        separate -= 1
        return
      }
      let (mentions, number, outer) = (containerMentions, contained.count, innermost)
      contained.append(Contained(index: value, outer: outer, position: position))
      innermost = number
      readMembers(of: value, type: type, &cursor)
      innermost = outer
      contained[number].mentionsContainer = containerMentions > mentions
    default: note(value, member, &cursor)
    }
  }

  private mutating func note(_ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) {
    if cursor.members[member].kind == .xhtml, cursor.isText(value) { return noteLinks(in: cursor.tape.string(value)) }
    guard !cursor.members[member].flags.contains(.bare), cursor.isText(value),
      let isReference = mayNameContainer(member, cursor)
    else { return }
    let text = cursor.text(value)
    guard text.count > 0, text.bytes[0] == UInt8(ascii: "#") else { return }
    if text.count == 1, isReference { containerMentions += 1 }
    texts.insert(String(decoding: text.buffer, as: UTF8.self).byBytes)
  }

  private mutating func noteLinks(in narrative: String) {
    let parts = narrative.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
    }
    for (before, part) in zip(parts, parts.dropFirst())
    where part.first == UInt8(ascii: "#") && before.last == UInt8(ascii: "=") {
      links.insert(String(decoding: part, as: UTF8.self).byBytes)
    }
  }

  /// Whether an element may name the container, as references and canonical URLs do, or only what it contains, as other
  /// URIs do; `nil` if it names neither.
  private func mayNameContainer(_ member: MemberID, _ cursor: borrowing RecordCursor) -> Bool? {
    switch cursor.members[member].kind {
    case .reference, .canonical: return true
    case .uri:
      let reference = cursor.schema.nameBytes(of: cursor.roles.referenceReference.member)
      return cursor.schema.nameBytes(of: member).elementsEqual(reference)
    default: return nil
    }
  }
}
