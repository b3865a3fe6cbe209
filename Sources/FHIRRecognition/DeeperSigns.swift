import FHIRSchema
import FHIRTape

/// The signs among the members of a record's nested elements and resources.
struct DeeperSigns {
  /// How many signs of each release there are.
  private(set) var scores = SIMD8<Int16>()
  /// The depth to which to search.
  private let limit: Int
  /// How many more members are examined: more of a large record add nothing.
  private var left = 400
  private let wanted: WantedSigns?
  private let rows: DistinctionRows
  private let tape: Tape

  /// The deepest level that is searched.
  static let deepest = 6

  /// - Parameter limit: the depth to which to search; 1 for the members of the record's own elements and resources.
  @inline(never)
  init(of signs: borrowing ReleaseSigns, to limit: Int) {
    self.limit = limit
    (wanted, rows, tape) = (signs.wanted, signs.rows, signs.tape)
    visit(signs.index, holder: signs.type, depth: 0)
  }

  /// Adds the signs in the values of an object's members, but not among these members.
  ///
  /// Visits what the table knows: elements with names in it, and the members that hold resources.
  ///
  /// - Parameter holder: the type that defines the members, 0 if it is unknown.
  private mutating func visit(_ object: TapeIndex, holder: UInt16, depth: Int) {
    // Local copies, so that the loop over all keys does not read them again.
    let (tape, rows) = (tape, rows)
    let (names, resources) = (rows.filter(of: holder), rows.filter(of: ReleaseDistinctions.resourceMembers))
    let end = tape.next(object)
    var key = object.content
    while key < end, left > 0 {
      left &-= 1
      let value = key.value
      // One bit rules out most names.
      let bit = tape.tag(key) == .key ? DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key)) : .max
      if (names | resources) & bit != 0, tape.isContainer(value) {
        let found = names & bit != 0 ? ReleaseSigns.find(key, of: holder, tape, rows) : -1
        let known = found >= 0 ? rows.rows[found].content : 0
        if known != 0
          || resources & bit != 0 && ReleaseSigns.find(key, of: ReleaseDistinctions.resourceMembers, tape, rows) >= 0
        {
          visitParts(of: value, holder: known, depth: depth)
        }
      }
      key = tape.next(value)
    }
  }

  /// Adds the signs in an object, or in the first two items of an array.
  ///
  /// - Parameter holder: the type that defines the members of the parts, 0 for resources.
  private mutating func visitParts(of value: TapeIndex, holder: UInt16, depth: Int) {
    var part = tape.tag(value) == .object ? value : value.content
    let stop = tape.next(value)
    var parts = 2
    while parts > 0, part < stop {
      if tape.tag(part) == .object, case let content = holder == 0 ? resourceContent(of: part) : holder, content != 0 {
        addMembers(of: part, holder: content)
        if depth &+ 1 < limit { visit(part, holder: content, depth: depth &+ 1) }
      }
      part = tape.next(part)
      parts &-= 1
    }
  }

  /// Adds the signs among the members of an object of a known type.
  private mutating func addMembers(of object: TapeIndex, holder: UInt16) {
    let (tape, names) = (tape, rows.signs(of: holder))
    var (seen, rest) = (UInt64(0), left)
    let end = tape.next(object)
    var key = object.content
    while key < end, rest > 0 {
      let bit = DistinctionRows.bit(tape.lexeme(key).pointee, tape.length(key))
      if names & bit != 0 || tape.tag(key) != .key {
        ReleaseSigns.add(key, of: holder, tape, rows, &seen, &scores, wanted)
      }
      key = tape.next(key.value)
      rest &-= 1
    }
    left = rest
  }

  /// The type of a nested resource, whose members are signs; 0 for any other object.
  private func resourceContent(of object: TapeIndex) -> UInt16 {
    guard let typeIndex = tape.resourceTypeIndex(of: object), tape.tag(typeIndex) == .string else { return 0 }
    let known = ReleaseSigns.find(typeIndex, of: ReleaseDistinctions.resourceTypes, tape, rows)
    return known >= 0 ? rows.rows[known].content : 0
  }
}
