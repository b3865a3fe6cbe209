public import FHIRJSON

/// The names that the members of an object may have, or the codes of a value set, each with its number.
///
/// A table is made from the text in the generated file on first use:
///
/// ```text
/// code! effective[DateTime|Period] performer
///  0              1        2           3       numbers; `!` marks what is required
///  0                1                  2       slots: the forms of a choice share one
/// ```
///
/// A look-up is a hash of two words and a comparison of two words.
@usableFromInline package struct MemberTable: @unchecked Sendable {
  // @unchecked: only `init` writes the memory, and it is never freed, because tables are statics.
  @usableFromInline package enum Kind { case codes, element, backboneElement, resource, domainResource }

  /// The numbers of members that the reader handles itself.
  @usableFromInline package enum Common {
    @usableFromInline package static let id: UInt8 = 250
    @usableFromInline package static let `extension`: UInt8 = 251
    @usableFromInline package static let modifierExtension: UInt8 = 252
    @usableFromInline package static let comments: UInt8 = 253
    @usableFromInline package static let resourceType: UInt8 = 254
  }

  @usableFromInline package struct Entry {
    @usableFromInline package var head: UInt64 = 0
    @usableFromInline package var tail: UInt64 = 0
    @usableFromInline package var name: UnsafePointer<UInt8>
    @usableFromInline package var length: UInt16 = 0
    @usableFromInline package var number: UInt8 = 0
    @usableFromInline package var slot: UInt8 = 0
  }

  @usableFromInline let entries: UnsafePointer<Entry>
  @usableFromInline let mask: Int
  @usableFromInline package let required: UInt64
  private let text: StaticString

  @usableFromInline package init(_ kind: Kind, _ text: StaticString, comments: StaticString = "") {
    self.text = text
    var drafts: [(name: String, number: UInt8, slot: UInt8)] = []
    var required: UInt64 = 0
    var number: UInt8 = 0
    let names = Self.slotNames(text)
    for (slot, element) in names.enumerated() {
      if element.isRequired { required |= 1 << UInt64(slot) }
      for form in element.forms {
        drafts.append((element.name + form, number, UInt8(slot)))
        number += 1
      }
    }
    let common: [(String, UInt8, UInt8)] = [
      ("extension", Common.extension, 61), ("modifierExtension", Common.modifierExtension, 62),
    ]
    switch kind {
    case .codes: break
    case .element: drafts += [("id", Common.id, 60), common[0]]
    case .backboneElement: drafts += [("id", Common.id, 60)] + common
    case .resource: drafts += [("resourceType", Common.resourceType, 60)]
    case .domainResource: drafts += [("resourceType", Common.resourceType, 60)] + common
    }
    if comments.utf8CodeUnitCount > 0 { drafts += [(comments.description, Common.comments, 63)] }
    self.required = required

    var capacity = 4
    while capacity < drafts.count * 2 { capacity *= 2 }
    mask = capacity - 1
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    let empty = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    entries.initialize(repeating: Entry(name: UnsafePointer(empty)), count: capacity)
    for draft in drafts {
      let bytes = Array(draft.name.utf8)
      let name = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 16)
      name.initialize(repeating: 0, count: bytes.count + 16)
      name.update(from: bytes, count: bytes.count)
      let (head, tail) = (Self.head(name, bytes.count), Self.tail(name, bytes.count))
      var place = Self.hash(head, tail, bytes.count) & mask
      while entries[place].length != 0 { place = (place + 1) & mask }
      entries[place] = Entry(
        head: head, tail: tail, name: name, length: UInt16(bytes.count), number: draft.number, slot: draft.slot)
    }
    self.entries = UnsafePointer(entries)
  }

  /// The entry of a name, `nil` if there is none. At least eight bytes must be readable, whatever the length.
  @inlinable @inline(__always) package func entry(_ p: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<Entry>? {
    let head = Self.head(p, length)
    let tail = Self.tail(p, length)
    var place = Self.hash(head, tail, length) & mask
    while true {
      let entry = entries + place
      if entry.pointee.length == 0 { return nil }
      if entry.pointee.head == head, entry.pointee.tail == tail, Int(entry.pointee.length) == length,
        length <= 16 || Bytes.isEqual(entry.pointee.name, p, length)
      {
        return entry
      }
      place = (place &+ 1) & mask
    }
  }

  /// The number of a name, -1 if there is none.
  @inline(never) @usableFromInline package func number(_ p: UnsafePointer<UInt8>, _ length: Int) -> Int {
    entry(p, length).map { Int($0.pointee.number) } ?? -1
  }

  @usableFromInline package func number(_ name: String) -> Int? {
    PaddedText.withBytes(name) { entry($0, $1).map { Int($0.pointee.number) } }
  }

  @usableFromInline package func slot(_ name: String) -> UInt8? {
    PaddedText.withBytes(name) { entry($0, $1)?.pointee.slot }
  }

  /// The definitions' name for the element of a slot; a choice without its type.
  @usableFromInline package func name(ofSlot slot: Int) -> String {
    let names = Self.slotNames(text)
    return slot < names.count ? names[slot].name : ""
  }

  private static func slotNames(_ text: StaticString) -> [(name: String, forms: [String], isRequired: Bool)] {
    text.description.split { $0 == " " || $0 == "\n" }.map { word in
      let isRequired = word.hasSuffix("!")
      let word = isRequired ? word.dropLast() : word
      guard let bracket = word.firstIndex(of: "["), word.hasSuffix("]") else { return (String(word), [""], isRequired) }
      let forms = word[word.index(after: bracket)...].dropLast().split(separator: "|").map(String.init)
      return (String(word[..<bracket]), forms, isRequired)
    }
  }

  @inlinable @inline(__always) static func head(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = Bytes.load(p)
    return length >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: length &<< 3)) &- 1)
  }

  @inlinable @inline(__always) static func tail(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    length <= 8 ? 0 : Bytes.load(p + (length &- 8))
  }

  @inlinable @inline(__always) static func hash(_ head: UInt64, _ tail: UInt64, _ length: Int) -> Int {
    let mixed = (head ^ (tail &>> 3) ^ (tail &<< 29) &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}
