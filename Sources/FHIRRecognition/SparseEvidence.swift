import FHIRSchema
import FHIRTape

/// What a record shows whose elements are in all releases: see ``SparseSign``.
struct SparseEvidence {
  private let tape: Tape
  private let index: TapeIndex
  private let type: UInt16
  private let distinctions: ReleaseDistinctions
  /// The largest number of items of a list to look at.
  private static let most = 200

  /// - Parameters:
  ///   - index: the tape index of the record.
  ///   - type: the holder of its members.
  init(_ distinctions: ReleaseDistinctions, _ tape: Tape, _ index: TapeIndex, type: UInt16) {
    (self.distinctions, self.tape, self.index, self.type) = (distinctions, tape, index, type)
  }

  /// The release that has all of the record's codes in its required value sets, if no other has.
  ///
  /// - Parameter visit: gets the tape index of each code that not all releases have.
  func releaseOfCodes(_ visit: (TapeIndex, ReleaseSet) -> Void = { _, _ in }) -> ReleaseNumber? {
    var shown: ReleaseSet?
    forEachSign(.codes) { sign in
      let codes = distinctions.words(of: sign)
      forEachValue(distinctions.path(of: sign), in: index) { value in
        guard Self.isText(tape.tag(value)), isListed(value, codes) else { return }
        shown = (shown ?? distinctions.all).intersection(sign.releases)
        visit(value, sign.releases)
      }
    }
    return shown?.common(in: distinctions)
  }

  /// The release that requires nothing that the record lacks, if each other release does.
  ///
  /// `nil` if an object has some members of a list and lacks others: then it is probably faulty.
  var releaseOfNeeds: ReleaseNumber? {
    var left = distinctions.all
    var isFaulty = false
    forEachSign(.needs) { sign in
      let members = distinctions.words(of: sign)
      forEachValue(distinctions.path(of: sign), in: index) { object in
        guard tape.tag(object) == .object, lacks(members, object) else { return }
        left.subtract(sign.releases)
        isFaulty = isFaulty || hasSome(members, object)
      }
    }
    return isFaulty || left == distinctions.all ? nil : left.common(in: distinctions)
  }

  /// The releases that require nothing that an entry of a Bundle lacks; the entry holds a resource.
  static func releases(meetingEntry entry: TapeIndex, _ tape: Tape, _ distinctions: ReleaseDistinctions) -> ReleaseSet {
    let evidence = SparseEvidence(distinctions, tape, entry, type: 0)
    var left = distinctions.all
    evidence.forEachSign(.entry) { sign in
      if evidence.lacks(distinctions.words(of: sign), entry) { left.subtract(sign.releases) }
    }
    return left
  }

  private func forEachSign(_ kind: SparseSign.Kind, _ body: (SparseSign) -> Void) {
    let signs = distinctions.sparseSigns(kind)
    // By place: most are of other types, and a copy of each takes longer than the comparison.
    for place in signs.indices where signs[place].holder == type { body(signs[place]) }
  }

  /// Whether an object lacks one of some members.
  private func lacks(_ members: UnsafeBufferPointer<UInt8>, _ object: TapeIndex) -> Bool {
    ReleaseDistinctions.contains(members, separator: UInt8(ascii: " ")) { !has($0, object) }
  }

  private func hasSome(_ members: UnsafeBufferPointer<UInt8>, _ object: TapeIndex) -> Bool {
    ReleaseDistinctions.contains(members, separator: UInt8(ascii: " ")) { has($0, object) }
  }

  /// Whether an object has a member by one of its names.
  private func has(_ names: UnsafeBufferPointer<UInt8>, _ object: TapeIndex) -> Bool {
    ReleaseDistinctions.contains(names, separator: UInt8(ascii: "|")) { hasMember($0, of: object) }
  }

  /// Visits the values at a path, and of each list the first items.
  private func forEachValue(_ path: UnsafeBufferPointer<UInt8>, in object: TapeIndex, _ body: (TapeIndex) -> Void) {
    guard !path.isEmpty else { return body(object) }
    let dot = path.firstIndex(of: UInt8(ascii: ".")) ?? path.count
    let rest = UnsafeBufferPointer(rebasing: path[min(dot + 1, path.count)...])
    guard tape.tag(object) == .object,
      let value = member(UnsafeBufferPointer(rebasing: path[..<dot]), of: object)
    else { return }
    guard tape.tag(value) == .array else { return forEachValue(rest, in: value, body) }
    var item = value.content
    for _ in 0..<Self.most where item < tape.next(value) {
      forEachValue(rest, in: item, body)
      item = tape.next(item)
    }
  }

  private func member(_ name: UnsafeBufferPointer<UInt8>, of object: TapeIndex) -> TapeIndex? {
    guard let start = name.baseAddress else { return nil }
    return member(of: object) { tape.string($0, equals: start, name.count) }
  }

  /// Whether an object has a member, or only the extensions of a primitive one.
  private func hasMember(_ name: UnsafeBufferPointer<UInt8>, of object: TapeIndex) -> Bool {
    if member(name, of: object) != nil { return true }
    guard let start = name.baseAddress else { return false }
    return member(of: object) { key in
      tape.tag(key) == .key && tape.length(key) == name.count + 1 && tape.lexeme(key).pointee == UInt8(ascii: "_")
        && Bytes.isEqual(tape.lexeme(key) + 1, start, name.count)
    } != nil
  }

  private func member(of object: TapeIndex, where isWanted: (TapeIndex) -> Bool) -> TapeIndex? {
    var key = object.content
    while key < tape.next(object) {
      if isWanted(key) { return key.value }
      key = tape.next(key.value)
    }
    return nil
  }

  private func isListed(_ text: TapeIndex, _ codes: UnsafeBufferPointer<UInt8>) -> Bool {
    ReleaseDistinctions.contains(codes, separator: UInt8(ascii: " ")) { part in
      part.baseAddress.map { tape.string(text, equals: $0, part.count) } ?? false
    }
  }

  private static func isText(_ tag: TapeTag) -> Bool { tag == .string || tag == .escapedString }
}
