/// The role of an element in its parent, or the content that it may have.
///
/// The published schema of FHIR's XHTML (fhir-xhtml.xsd) defines where each element is allowed; these groups are enough
/// to express it. Order and number within a group are not checked, and a quotation may contain text directly, as in
/// transitional XHTML.
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

/// What the scanner needs to know about an element.
struct NarrativeElement: Sendable {
  enum Kind: Sendable {
    case unknown, plain, div, image, disputed
  }

  var kind: Kind
  /// Its role in its parent.
  var role: NarrativeRole
  /// The content that it may have.
  var content: NarrativeRole

  init(_ role: NarrativeRole, holding content: NarrativeRole, _ kind: Kind = .plain) {
    self.kind = kind
    self.role = role
    self.content = content
  }

  static let unknown = Self(.any, holding: .any, .unknown)

  /// Whether only its position has to be checked.
  @inline(__always)
  var isPlain: Bool { kind == .plain || kind == .div }

  /// Whether more checks are needed: the name is not generally allowed, or the position is wrong.
  @inline(__always)
  func isNoted(in allowed: NarrativeRole) -> Bool {
    kind != .plain || role.rawValue & allowed.rawValue == 0
  }
}

extension NarrativeVocabulary<NarrativeElement> {
  static let elements = NarrativeVocabulary(
    unknown: .unknown,
    [
      (.init(.block, holding: .flow, .div), "div"), (.init(.block, holding: .flow), "blockquote"),
      (.init(.block, holding: .phrase), "h1 h2 h3 h4 h5 h6 p pre"), (.init(.block, holding: []), "hr"),
      (
        .init(.inline, holding: .phrase),
        "abbr acronym b big cite code dfn em i q samp small span strong tt var"
      ),
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
