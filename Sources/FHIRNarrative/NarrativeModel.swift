/// The role of an element in its parent, or the content that it may have.
///
/// The published schema of FHIR's XHTML (fhir-xhtml.xsd) says which element may stand where; these are the groups that it
/// takes to say so. Order and number within a group are not looked at, and a quotation may hold bare text, as in the
/// transitional XHTML.
struct NarrativeRole: OptionSet, Sendable {
  let rawValue: UInt16

  static let text = Self(rawValue: 1)
  static let inline = Self(rawValue: 2)
  /// A link, which may not stand directly in another.
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
  /// An element that the schema does not know: nothing in it can be called misplaced.
  static let any = Self(rawValue: .max)
}

/// The role of an element for the scanner.
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

  /// Whether nothing has to be known of it but where it stands.
  @inline(__always)
  var isPlain: Bool { kind == .plain || kind == .div }

  /// Whether there is something to look at: a name that is not plainly allowed, or not where it stands.
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
