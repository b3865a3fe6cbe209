import FHIRSchema
import JSONTape

/// Which member came after which the last time: records of one origin repeat their order of keys.
///
/// A right guess makes a name a matter of two comparisons whose other side is known before the key is read, where a
/// look-up would wait for the key, the hash and the row, one after another. A wrong guess costs the look-up; before the
/// first record every guess is the first member of the type. Guesses count from there, so that none leaves its type.
struct MemberGuesses: ~Copyable {
  private let members: UnsafeMutablePointer<UInt16>
  private let firsts: UnsafeMutablePointer<UInt16>

  init(_ schema: SchemaTable) {
    members = .allocate(capacity: schema.memberCount)
    members.initialize(repeating: 0, count: schema.memberCount)
    firsts = .allocate(capacity: schema.typeNames.count)
    firsts.initialize(repeating: 0, count: schema.typeNames.count)
  }

  deinit {
    members.deallocate()
    firsts.deallocate()
  }

  /// The guess for the first member of an object of this type; to be corrected when it was wrong.
  @inline(__always)
  func first(of type: Int) -> UnsafeMutablePointer<UInt16> { firsts + type }

  /// The guess for the member after this one.
  @inline(__always)
  func next(after member: Int) -> UnsafeMutablePointer<UInt16> { members + member }
}

extension SchemaRows {
  /// Whether the key at `index` of a tape is the name of this member.
  @inline(__always)
  func isName(of member: Int, _ index: Int, in tape: Tape) -> Bool {
    let row = members + member
    let length = Int(row.pointee.nameLength)
    guard tape.tag(index) == .key, tape.length(index) == length else { return false }
    let name = tape.lexeme(index)
    guard NameHash.head(name, length) == row.pointee.head else { return false }
    if length <= 8 { return true }
    return NameHash.tail(name, length) == row.pointee.tail && (length <= 16 || middleIsEqual(row, name))
  }
}
