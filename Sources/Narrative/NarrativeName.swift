/// The name of an element or attribute as its first sixteen bytes and its length: enough to tell all known ones apart.
struct NarrativeName: Equatable {
  var head: UInt64 = 0
  var tail: UInt64 = 0
  /// Characters, also those beyond sixteen.
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

  init(_ text: String) {
    for c in text.utf8 { append(c) }
  }

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    var p = start
    while p < end {
      let unit = JSONTextUnit(at: p)
      append(unit.value)
      p += unit.width
    }
  }

  /// Whether the name begins like this, in any case of letters; for names that are not known anyway.
  func hasPrefix(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= min(length, 8) else { return false }
    return (0..<count).allSatisfy {
      UInt8(truncatingIfNeeded: head &>> UInt64($0 * 8)) | 0x20 == text.utf8Start[$0] | 0x20
    }
  }
}

/// What an element is to the scanner.
enum NarrativeElement: UInt8 {
  case unknown, plain, div, image, disputed
}

/// What an attribute is to the scanner.
enum NarrativeAttribute: UInt8 {
  case unknown, plain, link, source, alternative, style, id, name, namespace, disputed
}

/// The names that a narrative may use: <https://hl7.org/fhir/DSTU2/narrative.html>.
///
/// Two texts say which these are. The invariants txt-1 and txt-3 list them; the words of both, and the published XML
/// schema, take in the elements of chapters 7 to 11 and 15 of HTML 4.0, which are a few more. Names that only the
/// latter have are *disputed*.
struct NarrativeVocabulary: @unchecked Sendable {
  // @unchecked: the memory is written once, before the value exists, and lives as long as the process.
  private let slots: UnsafePointer<Slot>
  private static let mask = 255

  private struct Slot {
    var name = NarrativeName()
    var meaning: UInt8 = 0
    /// The attribute's bit among those that a tag has.
    var bit: UInt8 = 0
  }

  private init(_ names: [(String, UInt8)]) {
    let memory = UnsafeMutablePointer<Slot>.allocate(capacity: Self.mask + 1)
    memory.initialize(repeating: Slot(), count: Self.mask + 1)
    for (number, (text, meaning)) in names.enumerated() {
      let name = NarrativeName(text)
      var place = Self.place(of: name)
      while memory[place].name.length > 0 { place = (place + 1) & Self.mask }
      memory[place] = Slot(name: name, meaning: meaning, bit: UInt8(truncatingIfNeeded: number))
    }
    slots = UnsafePointer(memory)
  }

  @inline(__always)
  private static func place(of name: NarrativeName) -> Int {
    Int(truncatingIfNeeded: (name.head ^ name.tail &* 31) &* 0x9E37_79B9_7F4A_7C15 &>> 56) & mask
  }

  @inline(__always)
  private func slot(of name: NarrativeName) -> UnsafePointer<Slot>? {
    var place = Self.place(of: name)
    while true {
      let slot = slots + place
      if slot.pointee.name.head == name.head, slot.pointee.name.tail == name.tail,
        slot.pointee.name.length == name.length
      {
        return slot
      }
      if slot.pointee.name.length == 0 { return nil }
      place = (place &+ 1) & Self.mask
    }
  }

  @inline(__always)
  func element(_ name: NarrativeName) -> NarrativeElement {
    slot(of: name).flatMap { NarrativeElement(rawValue: $0.pointee.meaning) } ?? .unknown
  }

  @inline(__always)
  func attribute(_ name: NarrativeName) -> (kind: NarrativeAttribute, bit: UInt64) {
    guard let slot = slot(of: name), let kind = NarrativeAttribute(rawValue: slot.pointee.meaning) else {
      return (.unknown, 0)
    }
    return (kind, 1 &<< UInt64(slot.pointee.bit))
  }

  private static func words(_ text: String, _ meaning: UInt8) -> [(String, UInt8)] {
    text.split { $0 == " " || $0 == "\n" }.map { (String($0), meaning) }
  }

  static let elements = NarrativeVocabulary(
    words(
      """
      a abbr acronym b big blockquote br caption cite code col colgroup dd dfn dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p
      pre q samp small span strong table tbody td tfoot th thead tr tt ul var
      """, NarrativeElement.plain.rawValue)
      + words("div", NarrativeElement.div.rawValue)
      + words("img", NarrativeElement.image.rawValue)
      + words("address area bdo kbd map sub sup", NarrativeElement.disputed.rawValue))

  /// At most 64: each has a bit.
  static let attributes = NarrativeVocabulary(
    words(
      """
      abbr accesskey align axis bgcolor border cellhalign cellpadding cellspacing cellvalign char charoff charset class
      colspan compact coords dir frame headers height hreflang hspace lang nowrap rel rev rowspan rules scope shape span
      start summary tabindex title type valign value vspace width
      """, NarrativeAttribute.plain.rawValue)
      + words("cite href longdesc", NarrativeAttribute.link.rawValue)
      + words("src", NarrativeAttribute.source.rawValue)
      + words("alt", NarrativeAttribute.alternative.rawValue)
      + words("style", NarrativeAttribute.style.rawValue)
      + words("id", NarrativeAttribute.id.rawValue)
      + words("name", NarrativeAttribute.name.rawValue)
      + words("xmlns", NarrativeAttribute.namespace.rawValue)
      + words("ismap nohref usemap xml:lang xml:space", NarrativeAttribute.disputed.rawValue))
}
