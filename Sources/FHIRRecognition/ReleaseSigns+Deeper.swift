import FHIRSchema
import FHIRView
import FHIRTape

/// The signs below the top level of a record.
extension ReleaseSigns {
  /// Adds what nested elements and resources show, and the code systems that they use.
  ///
  /// Signs near the top have more weight: deeper levels are searched only if those do not decide.
  ///
  /// - Parameter isNear: whether the surroundings show the release, so that only levels near the top count.
  mutating func lookDeeper(isNear: Bool = false) {
    guard decided == nil, tape.tag(index) == .object else { return }
    let (own, ownNames) = (scores, wanted?.names.pointee)
    func startAnew(_ signs: inout Self) {
      (signs.scores, signs.left) = (own, 400)
      if let ownNames { signs.wanted?.names.pointee = ownNames }
    }
    startAnew(&self)
    lookAtChildren()
    // The systems count as one sign, and the decision takes two: without another sign the search is useless.
    if scores != .zero {
      // Only the systems are missing, unless the limit on members applies: it depends on the order of the visits.
      if type != 0 { look(membersTo: 0) }
      if type == 0 || left <= 0 {
        startAnew(&self)
        look(membersTo: 1)
      }
      if sure != nil { return }
    }
    if isNear { return }
    startAnew(&self)
    look(membersTo: Self.deepest)
  }

  /// Adds the members of the record's own elements and resources.
  private mutating func lookAtChildren() {
    let (tape, filter) = (tape, rows.filter(of: type))
    let end = tape.next(index)
    var key = index.content
    while key < end, left > 0 {
      if tape.isContainer(key.value) {
        let isKnown =
          tape.tag(key) != .key || filter & DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key)) != 0
        let content = isKnown ? content(of: key, holder: type) : 0
        forEachObject(key.value) { part, signs in
          let content = content != 0 ? content : signs.resourceContent(of: part)
          if content != 0 { signs.addMembers(of: part, holder: content) }
        }
      }
      key = tape.next(key.value)
      left &-= 1
    }
  }

  /// Adds members up to a depth, and the systems at any depth.
  @inline(never)
  private mutating func look(membersTo depth: Int) {
    var systems: ReleaseSet = []
    lookBelow(index, holder: type, depth: 0, membersTo: depth, &systems)
    add(systems, .none)
  }

  /// The deepest level that is searched.
  private static let deepest = 6

  /// Adds what is in the members of an object; the members themselves have been added.
  ///
  /// - Parameter limit: the depth up to which members are signs; systems count at any depth.
  private mutating func lookBelow(
    _ object: TapeIndex, holder: UInt16, depth: Int, membersTo limit: Int, _ systems: inout ReleaseSet
  ) {
    guard depth < Self.deepest else { return }
    let end = tape.next(object)
    var key = object.content
    while key < end, left > 0 {
      if tape.isContainer(key.value) {
        let content = depth < limit ? content(of: key, holder: holder) : 0
        forEachObject(key.value) { part, signs in
          var content = content
          if depth < limit {
            if content == 0 { content = signs.resourceContent(of: part) }
            if content != 0 { signs.addMembers(of: part, holder: content) }
          }
          signs.lookBelow(part, holder: content, depth: depth + 1, membersTo: limit, &systems)
        }
      } else if tape.tag(key) == .key, tape.isKey(key, "system") {
        note(key.value, in: &systems)
      }
      key = tape.next(key.value)
      left -= 1
    }
  }

  /// The type of the objects under a key, whose members are signs; 0 for any other.
  @inline(never)
  private func content(of key: TapeIndex, holder: UInt16) -> UInt16 {
    let found = Self.find(key, of: holder, tape, rows)
    return found >= 0 ? rows.rows[found].content : 0
  }

  /// The type of a nested resource, whose members are signs; 0 for any other object.
  private mutating func resourceContent(of object: TapeIndex) -> UInt16 {
    guard let typeIndex = ResourceView(tape, object).typeIndex, tape.tag(typeIndex) == .string else { return 0 }
    let known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    return known >= 0 ? rows.rows[known].content : 0
  }

  /// Visits the object itself, or the first two items of an array.
  private mutating func forEachObject(_ value: TapeIndex, _ body: (TapeIndex, inout ReleaseSigns) -> Void) {
    if tape.tag(value) == .object { return body(value, &self) }
    guard tape.tag(value) == .array else { return }
    var item = value.content
    for _ in 0..<2 where item < tape.next(value) {
      if tape.tag(item) == .object { body(item, &self) }
      item = tape.next(item)
    }
  }

  /// Adds the releases for which a system is distinctive.
  private func note(_ system: TapeIndex, in systems: inout ReleaseSet) {
    guard tape.tag(system) == .string else { return }
    let (text, count) = (tape.lexeme(system), tape.length(system))
    let known = distinctions.takeUnretainedValue()
    // By place: a copy of each mark takes longer than the comparison.
    for place in known.systems.indices where known.systems[place].text.count <= count {
      let isMark = known.systems[place].text.withUnsafeBufferPointer { mark in
        mark.baseAddress.map { Bytes.isEqual($0, text, mark.count) } ?? true
      }
      if isMark { systems.formUnion(known.families[Int(known.systems[place].release.rawValue)]) }
    }
  }
}
