import FHIRTape

/// The name of an element or attribute as its first sixteen bytes and its length: enough to distinguish all known
/// names.
struct NarrativeName: Equatable {
  var head: UInt64 = 0
  var tail: UInt64 = 0
  /// The number of characters, including those beyond sixteen.
  var length = 0

  @inline(__always) mutating func append(_ c: UInt8) {
    if length < 8 {
      head |= UInt64(c) &<< UInt64(truncatingIfNeeded: length &* 8)
    } else if length < 16 {
      tail |= UInt64(c) &<< UInt64(truncatingIfNeeded: (length &- 8) &* 8)
    }
    length &+= 1
  }

  init() {}

  /// A name of less than eight bytes that needs no decoding.
  @inline(__always) init(shortAt p: UnsafePointer<UInt8>, length: Int) {
    head = Bytes.load(p) & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
    self.length = length
  }

  init(_ text: String) { for c in text.utf8 { append(c) } }

  /// The name between two places, escapes resolved.
  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) { for c in NarrativeText(start, end) { append(c) } }

  /// Whether the name begins with `xmlns:`, ignoring case.
  var declaresPrefix: Bool { (head | 0x2020_2020_2020) & 0xFFFF_FFFF_FFFF == Self.prefix.head }

  private static let prefix = NarrativeName("xmlns:")
}

enum NarrativeAttribute: Sendable { case unknown, plain, link, source, style, id, name, namespace, disputed }

/// The names that a narrative may use: <https://hl7.org/fhir/DSTU2/narrative.html>. Two sources define them. The
/// invariants txt-1 and txt-3 list names; their texts and the published XML schema allow the elements of chapters 7 to
/// 11 and 15 of HTML 4.0, which are a few more. Names that only the latter allow are *disputed*.
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

  @inline(__always) private static func place(of name: NarrativeName) -> Int {
    Int(truncatingIfNeeded: ((name.head ^ name.tail &* 31) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  @inline(__always) func meaning(of name: NarrativeName) -> (meaning: Meaning, bit: UInt64) {
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

/// The role of an element in its parent, or the content that it may have. The published schema of FHIR's XHTML
/// (fhir-xhtml.xsd) defines where each element is allowed; these groups are enough to express it. Order and number
/// within a group are not checked, and a quotation may contain text directly, as in transitional XHTML.
struct NarrativeRole: OptionSet, Sendable {
  let rawValue: UInt16

  static let text = Self(rawValue: 1)
  static let inline = Self(rawValue: 2)
  /// A link, which must not be a direct child of another link.
  static let link = Self(rawValue: 4)
  static let block = Self(rawValue: 8)
  static let item = Self(rawValue: 16)
  static let definition = Self(rawValue: 32)
  static let tablePart = Self(rawValue: 64)
  static let column = Self(rawValue: 128)
  static let row = Self(rawValue: 256)
  static let cell = Self(rawValue: 512)

  /// The content of a line of text.
  static let phrase: Self = [.text, .inline, .link]
  /// The content of a division, an item of a list or a cell.
  static let flow: Self = [.text, .inline, .link, .block]
  /// An element that the schema does not define: no content of it is misplaced.
  static let any = Self(rawValue: .max)
}

struct NarrativeElement: Sendable {
  enum Kind: Sendable { case unknown, plain, div, image, disputed }

  var kind: Kind
  var role: NarrativeRole
  var content: NarrativeRole

  init(_ role: NarrativeRole, holding content: NarrativeRole, _ kind: Kind = .plain) {
    (self.kind, self.role, self.content) = (kind, role, content)
  }

  static let unknown = Self(.any, holding: .any, .unknown)

  /// Whether only its position has to be checked.
  @inline(__always) var isPlain: Bool { kind == .plain || kind == .div }

  /// Whether more checks are needed: the name is not generally allowed, or the position is wrong.
  @inline(__always)
  func isNoted(in allowed: NarrativeRole) -> Bool { kind != .plain || role.rawValue & allowed.rawValue == 0 }
}

extension NarrativeVocabulary<NarrativeElement> {
  static let elements = NarrativeVocabulary(
    unknown: .unknown,
    [
      (.init(.block, holding: .flow, .div), "div"), (.init(.block, holding: .flow), "blockquote"),
      (.init(.block, holding: .phrase), "h1 h2 h3 h4 h5 h6 p pre"), (.init(.block, holding: []), "hr"),
      (.init(.inline, holding: .phrase), "abbr acronym b big cite code dfn em i q samp small span strong tt var"),
      (.init(.inline, holding: []), "br"), (.init(.inline, holding: [], .image), "img"),
      (.init(.link, holding: [.text, .inline]), "a"),
      (.init(.block, holding: .item), "ol ul"), (.init(.item, holding: .flow), "li"),
      (.init(.block, holding: .definition), "dl"), (.init(.definition, holding: .phrase), "dt"),
      (.init(.definition, holding: .flow), "dd"),
      (.init(.block, holding: [.tablePart, .column, .row]), "table"), (.init(.tablePart, holding: .phrase), "caption"),
      (.init(.tablePart, holding: .column), "colgroup"), (.init(.column, holding: []), "col"),
      (.init(.tablePart, holding: .row), "tbody tfoot thead"), (.init(.row, holding: .cell), "tr"),
      (.init(.cell, holding: .flow), "td th"),
      (.init(.any, holding: .any, .disputed), "address area bdo kbd map sub sup"),
    ])
}
