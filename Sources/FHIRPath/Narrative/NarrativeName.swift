import FHIRTape

/// The name of an element or attribute as its first sixteen bytes and its length: enough to distinguish all known
/// names.
struct NarrativeName: Equatable {
  var head: UInt64 = 0
  var tail: UInt64 = 0
  /// The number of characters, including those beyond sixteen.
  var length = 0

  @inline(__always)
  mutating func append(_ c: UInt8) {
    if length < 8 {
      head |= UInt64(c) &<< UInt64(truncatingIfNeeded: length &* 8)
    } else if length < 16 {
      tail |= UInt64(c) &<< UInt64(truncatingIfNeeded: (length &- 8) &* 8)
    }
    length &+= 1
  }

  init() {}

  /// A name of less than eight bytes that needs no decoding.
  @inline(__always)
  init(shortAt p: UnsafePointer<UInt8>, length: Int) {
    head = Bytes.load(p) & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
    self.length = length
  }

  init(_ text: String) {
    for c in text.utf8 { append(c) }
  }

  /// The name between two places, escapes resolved.
  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    for c in NarrativeText(start, end) { append(c) }
  }

  /// Whether the name begins with this text, ignoring case; only for unknown names.
  func hasPrefix(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= min(length, 8) else { return false }
    return (0..<count).allSatisfy {
      UInt8(truncatingIfNeeded: head &>> UInt64($0 * 8)) | 0x20 == text.utf8Start[$0] | 0x20
    }
  }
}

/// What the scanner needs to know about an attribute.
enum NarrativeAttribute: Sendable {
  case unknown, plain, link, source, style, id, name, namespace, disputed
}

/// The names that a narrative may use: <https://hl7.org/fhir/DSTU2/narrative.html>.
///
/// Two sources define them. The invariants txt-1 and txt-3 list names; their texts and the published XML schema allow
/// the elements of chapters 7 to 11 and 15 of HTML 4.0, which are a few more. Names that only the latter allow are
/// *disputed*.
struct NarrativeVocabulary<Meaning: Sendable>: @unchecked Sendable {
  // @unchecked: the memory is written once, before the value exists, and lives as long as the process.
  private let slots: UnsafePointer<Slot>
  private let unknown: Meaning

  private struct Slot {
    var name = NarrativeName()
    var meaning: Meaning
    /// The bit of the name in a mask; used for attributes.
    var bit: UInt64 = 0
  }

  init(unknown: Meaning, _ lists: [(Meaning, String)]) {
    let memory = UnsafeMutablePointer<Slot>.allocate(capacity: 256)
    memory.initialize(repeating: Slot(meaning: unknown), count: 256)
    var bit: UInt64 = 1
    for (meaning, names) in lists {
      for text in names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        let name = NarrativeName(String(text))
        var place = Self.place(of: name)
        while memory[place].name.length > 0 { place = (place + 1) & 255 }
        memory[place] = Slot(name: name, meaning: meaning, bit: bit)
        bit <<= 1
      }
    }
    slots = UnsafePointer(memory)
    self.unknown = unknown
  }

  @inline(__always)
  private static func place(of name: NarrativeName) -> Int {
    Int(truncatingIfNeeded: ((name.head ^ name.tail &* 31) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  @inline(__always)
  func meaning(of name: NarrativeName) -> (meaning: Meaning, bit: UInt64) {
    var place = Self.place(of: name)
    while true {
      let slot = slots + place
      if slot.pointee.name.head == name.head, slot.pointee.name.tail == name.tail,
        slot.pointee.name.length == name.length
      {
        return (slot.pointee.meaning, slot.pointee.bit)
      }
      if slot.pointee.name.length == 0 { return (unknown, 0) }
      place = (place &+ 1) & 255
    }
  }
}

extension NarrativeVocabulary<NarrativeAttribute> {
  /// At most 64: each has one bit.
  static let attributes = NarrativeVocabulary(
    unknown: .unknown,
    [
      (
        .plain,
        """
        abbr accesskey align alt axis bgcolor border cellhalign cellpadding cellspacing cellvalign char charoff charset
        class colspan compact coords dir frame headers height hreflang hspace lang nowrap rel rev rowspan rules scope
        shape span start summary tabindex title type valign value vspace width
        """
      ),
      (.link, "cite href longdesc"), (.source, "src"), (.style, "style"), (.id, "id"),
      (.name, "name"), (.namespace, "xmlns"), (.disputed, "ismap nohref usemap xml:lang xml:space"),
    ])
}
