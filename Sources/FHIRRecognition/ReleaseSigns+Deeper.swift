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

  /// Adds members up to a depth, and the systems at any depth.
  @inline(never)
  private mutating func look(membersTo depth: Int) {
    var systems: ReleaseSet = []
    lookBelow(index, holder: type, depth: 0, membersTo: depth, &systems)
    add(systems, .none)
  }

  /// Adds the members of the record's own elements and resources.
  private mutating func lookAtChildren() {
    var systems: ReleaseSet = []
    lookBelow(index, holder: type, depth: 0, membersTo: 1, goesOn: false, &systems)
  }

  /// The deepest level that is searched.
  private static let deepest = 6

  /// Adds what is in the members of an object; the members themselves have been added.
  ///
  /// Visits an object that is a value, and the first two items of an array.
  ///
  /// - Parameters:
  ///   - limit: the depth up to which members are signs; systems count at any depth.
  ///   - goesOn: whether to search at greater depths, and for systems.
  private mutating func lookBelow(
    _ object: TapeIndex, holder: UInt16, depth: Int, membersTo limit: Int, goesOn: Bool = true,
    _ systems: inout ReleaseSet
  ) {
    guard depth < Self.deepest else { return }
    // Local copies, so that the loop over all keys does not read them again.
    let (tape, rows) = (tape, rows)
    let end = tape.next(object)
    var key = object.content
    while key < end, left > 0 {
      let value = key.value
      if tape.isContainer(value) {
        let known = depth < limit ? Self.content(of: key, holder: holder, isFar: goesOn, tape, rows) : 0
        let stop = tape.next(value)
        var part = tape.tag(value) == .object ? value : value.content
        var parts = 2
        while parts > 0, part < stop {
          if tape.tag(part) == .object {
            var content = known
            if depth < limit {
              if content == 0 { content = resourceContent(of: part) }
              if content != 0 { addMembers(of: part, holder: content) }
            }
            if goesOn { lookBelow(part, holder: content, depth: depth + 1, membersTo: limit, &systems) }
          }
          part = tape.next(part)
          parts &-= 1
        }
      } else if goesOn, tape.tag(key) == .key, tape.isKey(key, "system") {
        Self.note(value, in: &systems, tape, distinctions)
      }
      key = tape.next(value)
      left &-= 1
    }
  }

  /// The type of the objects under a key, whose members are signs; 0 for any other.
  ///
  /// - Parameter isFar: whether keys of an object of no known type may name resource types.
  // Static, because each call would copy the signs.
  @inline(never)
  private static func content(
    of key: TapeIndex, holder: UInt16, isFar: Bool, _ tape: Tape, _ rows: DistinctionRows
  ) -> UInt16 {
    // One bit rules out most keys. The list of resource types has none.
    if holder != 0 || !isFar, tape.tag(key) == .key,
      rows.filter(of: holder) & DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key)) == 0
    {
      return 0
    }
    let found = find(key, of: holder, tape, rows)
    return found >= 0 ? rows.rows[found].content : 0
  }

  /// The type of a nested resource, whose members are signs; 0 for any other object.
  private mutating func resourceContent(of object: TapeIndex) -> UInt16 {
    guard let typeIndex = ResourceView(tape, object).typeIndex, tape.tag(typeIndex) == .string else { return 0 }
    let known = Self.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    return known >= 0 ? rows.rows[known].content : 0
  }

  /// Adds the releases for which a system is distinctive.
  private static func note(
    _ system: TapeIndex, in systems: inout ReleaseSet, _ tape: Tape, _ distinctions: Unmanaged<ReleaseDistinctions>
  ) {
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
