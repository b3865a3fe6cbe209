/// Where the types of a release stand in its schema text, and what the text says of records that show the release.
///
/// Few records need the whole text to show their release. An outline reads the first words of the lines of types; the
/// elements of a type are read when a record of that type comes.
struct ReleaseOutline {
  typealias Word = UnsafeBufferPointer<UInt8>

  /// A type, or an element with elements of its own.
  struct Structure {
    let name: Word
    let base: Int
    /// What a value is in JSON.
    let form: MemberForm
    /// Whether a document may contain it.
    var isResource = false
    /// The lines of its elements, until they are read; empty for a nested element.
    var lines: Range<Int>
    var elements: [Element] = []
  }

  struct Element {
    let name: Word
    let types: Word
    let isList: Bool
    /// The structure of its own elements, -1 for an element of a type.
    let nested: Int
  }

  /// What shows the release of a record besides its members: see `Schemas/README.md`.
  struct Sign {
    enum Kind { case profile, system, version }
    let kind: Kind
    /// The text in two parts, the second one empty for most.
    let start: Word
    let rest: Word
  }

  let release: FHIRRelease
  /// The number of the release.
  private let number: Int
  private(set) var signs: [Sign] = []
  /// Code systems that had other names before this release.
  private(set) var movedSystems: [Word] = []
  /// Among releases that a record shows equally, that with the lowest rank is chosen.
  private(set) var rank = Int.max
  private(set) var structures: [Structure] = []
  private let text: Word
  private var nested: [String: Int] = [:]
  /// The names of the types and the element with some roles, none where the release has none.
  private(set) var roles = Roles()

  struct Roles {
    var (bundle, `extension`, resource) = (
      Word(start: nil, count: 0), Word(start: nil, count: 0), Word(start: nil, count: 0)
    )
    /// `Reference.reference`.
    var reference = Word(start: nil, count: 0)
  }

  /// - Parameters:
  ///   - text: the text of a release, which must outlive the outline.
  ///   - names: receives the names of its types.
  ///   - number: the number of the release.
  init(_ release: FHIRRelease, _ text: Word, _ names: inout TypeNames, _ number: Int) {
    (self.release, self.text, self.number) = (release, text, number)
    structures.reserveCapacity(300)
    var words = SchemaLine()
    var start = 0
    while start < text.count {
      let end = text.endOfLine(from: start)
      let line = text.slice(start, end)
      switch text[start] {
      case UInt8(ascii: "t"): if line.hasKeyword("type ") { begin(line, from: start, end, &names) }
      case UInt8(ascii: "a"): if line.hasKeyword("abstract ") { begin(line, from: start, end, &names) }
      case UInt8(ascii: "p"): if line.hasKeyword("primitive ") { begin(line, from: start, end, &names) }
      case UInt8(ascii: "r"), UInt8(ascii: "m"), UInt8(ascii: "s"):
        if line.hasKeyword("resource ") {
          begin(line, from: start, end, &names)
        } else if structures.isEmpty {
          readFact(line, &words)
        }
      case UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "v"):
        // These follow the types.
        if line.hasKeyword("foreign ") || line.hasKeyword("invariant ") || line.hasKeyword("valueset ") {
          finish(at: start)
          return
        }
      default: break
      }
      start = end + 1
    }
    finish(at: min(start, text.count))
  }

  /// Begins a type at its line, unless it is that of an element with such a name.
  private mutating func begin(_ line: Word, from start: Int, _ end: Int, _ names: inout TypeNames) {
    let name = line.word(from: line.word(from: 0).upperBound)
    // The cardinality of an element.
    guard !name.isEmpty, line[name.lowerBound] > UInt8(ascii: "9") else { return }
    finish(at: start)
    let base = line.word(from: name.upperBound)
    var form = MemberForm.object
    if line[0] == UInt8(ascii: "p"), case let kind = line.word(from: base.upperBound), !kind.isEmpty {
      let first = line[kind.lowerBound]
      form = first == UInt8(ascii: "n") ? .number : first == UInt8(ascii: "b") ? .boolean : .string
    }
    let word = line.slice(name.lowerBound, name.upperBound)
    // A base stands before the types that are derived from it.
    let own = names.structure(named: line.slice(base.lowerBound, base.upperBound), number)
    names.insert(word, structures.count, number)
    structures.append(
      Structure(
        name: word, base: own, form: form, isResource: line[0] == UInt8(ascii: "r"), lines: end + 1..<text.count))
  }

  /// Ends the last type.
  private mutating func finish(at place: Int) {
    guard let last = structures.indices.last else { return }
    structures[last].lines = min(structures[last].lines.lowerBound, place)..<place
  }

  /// Reads a line before the types.
  private mutating func readFact(_ line: Word, _ words: inout SchemaLine) {
    guard
      line.hasKeyword("moved-system ") || line.hasKeyword("role ") || line.hasKeyword("rank ")
        || line.hasKeyword("sign ")
    else { return }
    words.read(line)
    guard words.count > 1 else { return }
    if words.is(0, "moved-system") {
      movedSystems.append(words.bytes(1))
    } else if words.is(0, "role"), words.count == 3 {
      if words.is(1, "bundle") { roles.bundle = words.bytes(2) }
      if words.is(1, "extension") { roles.extension = words.bytes(2) }
      if words.is(1, "resource") { roles.resource = words.bytes(2) }
      if words.is(1, "reference.reference") { roles.reference = words.bytes(2) }
    } else if words.is(0, "rank") {
      rank = Int(words.text(1)) ?? .max
    } else if words.is(0, "sign"), words.count > 2 {
      let isList = words.is(1, "profiles")
      let kind = words.is(1, "system") ? Sign.Kind.system : words.is(1, "version") ? .version : .profile
      for word in (isList ? 3 : 2)..<words.count {
        let text = words.bytes(word)
        signs.append(
          isList
            ? Sign(kind: kind, start: words.bytes(2), rest: text)
            : Sign(kind: kind, start: text, rest: text.slice(0, 0)))
      }
    }
  }

  // MARK: - Types and elements

  /// The name of the element of a structure that is the text of a reference; none if there is none.
  func reference(of structure: Int) -> Word {
    guard let (type, name) = roles.reference.splitAtLastDot(), structures[structure].name.isSame(as: type) else {
      return text.slice(0, 0)
    }
    return name
  }

  /// The elements of a structure and of its bases.
  mutating func elements(of structure: Int, _ names: TypeNames) -> [Element] {
    readLines(of: structure, names)
    let base = structures[structure].base
    return structures[structure].elements + (base < 0 ? [] : elements(of: base, names))
  }

  /// What a value of a type is in JSON, and the structure of its members, -1 for a primitive.
  mutating func value(
    _ use: TypeUses.Use, of element: Element, _ names: TypeNames
  ) -> (form: MemberForm, content: Int) {
    let content =
      element.nested >= 0
      ? element.nested
      : use.isContent ? structure(ofElement: use.type, names) : names.structure(named: use.type, number)
    let form = content < 0 ? .object : structures[content].form
    return (element.isList ? form.repeated ?? form : form, form == .object ? content : -1)
  }

  /// The structure of an element that another element refers to by its path.
  private mutating func structure(ofElement path: Word, _ names: TypeNames) -> Int {
    let type = names.structure(named: path.slice(0, path.firstIndex(of: UInt8(ascii: ".")) ?? path.count), number)
    if type >= 0 { readLines(of: type, names) }
    return nested[path.text] ?? -1
  }

  private mutating func readLines(of type: Int, _ names: TypeNames) {
    let lines = structures[type].lines
    guard !lines.isEmpty else { return }
    structures[type].lines = lines.upperBound..<lines.upperBound
    var open = [(structure: type, path: structures[type].name.text)]
    var start = lines.lowerBound
    while start < lines.upperBound {
      let end = text.endOfLine(from: start)
      let line = text.slice(start, end)
      start = end + 1
      guard let element = ElementLine(line), let bounds = try? element.bounds() else {
        if line.isWord("}") { open.removeLast() }
        continue
      }
      let (owner, path) = open[open.count - 1]
      var own = -1
      if element.rest.isWord("{") {
        own = structures.count
        structures.append(
          Structure(
            name: element.name, base: names.structure(named: element.types, number), form: .object, lines: 0..<0))
        open.append((own, "\(path).\(element.name.text)"))
        nested[open[open.count - 1].path] = own
      }
      guard bounds.maximum != 0 else { continue }
      structures[owner].elements.append(
        Element(name: element.name, types: element.types, isList: bounds.maximum != 1, nested: own))
    }
  }
}
