import Synchronization

/// What all releases have under the name of one type, or of one element with members: the members that tell releases
/// apart, and those that lead to such members.
///
/// It is read when the first record needs it: see ``ReleaseNames/prepare(_:)``. It is never freed, so that the judging of
/// a record neither retains it nor checks who else uses it.
@usableFromInline
package struct JointType: ~Copyable {
  package typealias Pointer = UnsafeMutablePointer<JointType>

  @usableFromInline
  package struct Member {
    @usableFromInline let head, tail: UInt64
    @usableFromInline let name: UnsafePointer<UInt8>
    @usableFromInline let length: Int
    /// The releases that have it, one byte for each ``MemberForm``; 0 if all have it in the same forms.
    @usableFromInline package fileprivate(set) var forms: UInt64 = 0
    /// What its values have as members; `nil` if nothing in them tells releases apart.
    package fileprivate(set) var content: Pointer?
    package fileprivate(set) var holdsResources = false
    /// Whether its value names the type of another resource.
    package fileprivate(set) var isReference = false
    /// Its number among the members of its type that tell releases apart.
    package fileprivate(set) var slot: UInt8 = 0
    /// Its number among the members of all types.
    package fileprivate(set) var ordinal: UInt32 = 0

    fileprivate init(_ name: UnsafeBufferPointer<UInt8>) {
      // The text ends with a word, so that at least eight bytes are readable.
      self.name = name.baseAddress.unsafelyUnwrapped
      length = name.count
      (head, tail) = (NameHash.head(self.name, length), NameHash.tail(self.name, length))
    }

    fileprivate var bit: UInt64 { JointType.bit(UInt8(truncatingIfNeeded: head), length) }

    /// The releases that have the member as it stands; empty if it tells nothing. A form that no release has tells
    /// nothing if `isExact`, else the name tells.
    @inlinable @inline(__always) package func releases(having form: MemberForm?, isExact: Bool = false) -> ReleaseSet {
      guard forms != 0, let form else { return Self.all(in: forms) }
      let exact = UInt8(truncatingIfNeeded: forms &>> (UInt64(form.rawValue) &* 8))
      if exact != 0 { return ReleaseSet(rawValue: exact) }
      if isExact { return [] }
      // A value of another kind: whether it is a list counts, else the name.
      let alike = Self.all(in: form.isList ? forms &>> 32 : forms & 0xFFFF_FFFF)
      return alike.isEmpty ? Self.all(in: forms) : alike
    }

    @inlinable
    static func all(in forms: UInt64) -> ReleaseSet {
      let pairs = forms | forms &>> 32
      let fours = pairs | pairs &>> 16
      return ReleaseSet(rawValue: UInt8(truncatingIfNeeded: fours | fours &>> 8))
    }
  }

  package let releases: ReleaseSet
  private let place: Int
  private let wasRead = Atomic(false)
  /// The bits of the names that tell releases apart, themselves or by the resource that they refer to: see ``bit(_:_:)``.
  @usableFromInline package private(set) var signs: UInt64 = 0
  /// The bits of the names whose values may hold such names.
  @usableFromInline package private(set) var steps: UInt64 = 0
  @usableFromInline private(set) var members: UnsafePointer<Member>
  /// For each length of a name the first member with it; the members are sorted by length.
  @usableFromInline private(set) var starts: UnsafePointer<UInt16>
  @usableFromInline static var longest: Int { 63 }

  init(releases: ReleaseSet, place: Int) {
    (self.releases, self.place) = (releases, place)
    // Not used before the type is read.
    members = UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    starts = UnsafePointer(bitPattern: 8).unsafelyUnwrapped
  }

  @inline(__always) package var isRead: Bool { wasRead.load(ordering: .acquiring) }

  /// Reads its members, numbered from `first`; returns how many. `content` is the type with the members at a place.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>, first: Int, content: (Int) -> Pointer) -> Int {
    var all: [Member] = []
    Self.read(text, from: place, into: &all, content)
    all.sort { $0.length < $1.length }
    var counts = [UInt16](repeating: 0, count: Self.longest + 2)
    var slot: UInt8 = 0
    for place in all.indices {
      counts[all[place].length + 1] += 1
      all[place].ordinal = UInt32(truncatingIfNeeded: first + place)
      if all[place].forms != 0 || all[place].isReference { signs |= all[place].bit }
      if all[place].content != nil || all[place].holdsResources { steps |= all[place].bit }
      if all[place].forms == 0 { continue }
      all[place].slot = slot
      slot &+= 1
    }
    for length in 1..<counts.count { counts[length] += counts[length - 1] }
    (members, starts) = (all.immortal(), counts.immortal())
    wasRead.store(true, ordering: .releasing)
    return all.count
  }

  /// Adds the members at a place: see `JointText` for the form of their lines.
  private static func read(
    _ text: UnsafeBufferPointer<UInt8>, from place: Int, into members: inout [Member], _ content: (Int) -> Pointer
  ) {
    var start = place
    while case let end = text.endOfLine(from: start), end > start {
      let line = text.slice(start, end)
      if let other = line.after("+") {
        read(text, from: other.number(from: 0, base: 10), into: &members, content)
      } else {
        let name = line.firstPlace(of: UInt8(ascii: " "), from: 0)
        var member = Member(line.slice(0, name))
        var next = name + 1
        while next < line.count {
          switch line[next] {
          case UInt8(ascii: "*"): member.holdsResources = true
          case UInt8(ascii: "&"): member.isReference = true
          case UInt8(ascii: ">"):
            member.content = content(line.number(from: next + 1, base: 10))
            next = line.count
          default:
            let releases = UInt64(line.slice(0, next + 2).number(from: next, base: 16))
            if let form = MemberForm(letter: line[next + 2]) { member.forms |= releases << UInt64(form.rawValue * 8) }
            next += 2
          }
          next += 1
        }
        members.append(member)
      }
      start = end + 1
    }
  }

  /// The bit of a name: one bit rules out most names.
  @inlinable @inline(__always) package static func bit(_ first: UInt8, _ length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: Int(first) &* 17 &+ length)
  }

  /// The member with a name of at least eight readable bytes, whatever the length; `nil` for none.
  @inlinable @inline(__always)
  package func member(_ name: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<Member>? {
    guard length <= Self.longest else { return nil }
    let head = NameHash.head(name, length)
    var member = members + Int(starts[length])
    let end = members + Int(starts[length &+ 1])
    while member < end {
      if member.pointee.head == head, member.pointee.tail == NameHash.tail(name, length),
        length <= 16 || SchemaRows.isEqual(member.pointee.name, name, from: 8, to: length &- 8)
      {
        return member
      }
      member += 1
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number whose digits begin at a place, up to the first that is none.
  func number(from place: Int, base: Int) -> Int {
    var (value, place) = (0, place)
    while place < count, self[place] > 0x20 {
      value = value &* base &+ Int(self[place] & 0xF) &+ (self[place] > UInt8(ascii: "9") ? 9 : 0)
      place += 1
    }
    return value
  }
}
