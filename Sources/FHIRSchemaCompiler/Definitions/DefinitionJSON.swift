import FHIRTape

/// A published definition as JSON whose members keep their order and whose numbers keep their digits.
package enum DefinitionJSON {
  /// A text, a number or a word, as written.
  case plain(String)
  case array([DefinitionJSON])
  case object([Member])

  package typealias Member = (name: String, value: DefinitionJSON)

  package init(_ bytes: [UInt8], name: String) throws(CompilerError) {
    guard let read = try? TapedJSON.read(bytes, { DefinitionJSON($0, .root) }) else {
      throw CompilerError("\(name) is not JSON")
    }
    self = read
  }

  private init(_ tape: Tape, _ index: TapeIndex) {
    switch tape.tag(index) {
    case .object: self = .object(tape.keys(of: index).map { (tape.string($0), DefinitionJSON(tape, $0.value)) })
    case .array: self = .array(tape.items(of: index).map { DefinitionJSON(tape, $0) })
    default:
      let range = tape.range(index)
      self = .plain(
        String(decoding: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count), as: UTF8.self))
    }
  }

  // MARK: - Looking

  /// The members of an object, none of anything else.
  var members: [Member] {
    get { if case .object(let members) = self { members } else { [] } }
    set { self = .object(newValue) }
  }

  /// The value of a member of an object, which is added behind the others if it is new.
  subscript(name: String) -> DefinitionJSON? {
    get { members.first { $0.name == name }?.value }
    set {
      let place = members.firstIndex { $0.name == name } ?? members.count
      let new = newValue.map { [(name, $0)] } ?? []
      members.replaceSubrange(place..<min(place + 1, members.count), with: new)
    }
  }

  var text: String? {
    guard case .plain(let lexeme) = self, lexeme.utf8.first == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    Array(lexeme.utf8.dropFirst().dropLast()).withUnsafeBufferPointer { JSONString.unescape($0, into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a member that must be there.
  func text(of name: String) throws(CompilerError) -> String {
    guard let text = self[name]?.text else { throw CompilerError("no text '\(name)'") }
    return text
  }

  var boolean: Bool? { if case .plain(let lexeme) = self { Bool(lexeme) } else { nil } }

  var integer: Int? { if case .plain(let lexeme) = self { Int(lexeme) } else { nil } }

  var items: [DefinitionJSON] {
    if case .array(let items) = self { return items }
    return [self]
  }

  func items(_ name: String) -> [DefinitionJSON] { self[name]?.items ?? [] }

  func `extension`(_ url: String) -> DefinitionJSON? { items("extension").first { $0["url"]?.text == url } }

  /// How many objects anywhere in it are items of a given member.
  func count(of name: String) -> Int { items(name).reduce(0) { $0 + 1 + $1.count(of: name) } }

  func keeping(_ names: String...) -> DefinitionJSON { .object(members.filter { names.contains($0.name) }) }

  static func text(_ text: String) -> DefinitionJSON { .plain("\"\(text)\"") }

  // MARK: - Writing

  /// The members whose items are written on separate lines, for review.
  private static let lists: Set<String> = ["element", "concept", "include", "exclude"]

  /// The text; without line feeds and leading spaces it is the same JSON on one line.
  func text(indent: Int = 0, inMember name: String = "") -> String {
    switch self {
    case .plain(let text): return text
    case .array(let items):
      let inner = Self.lists.contains(name) ? indent + 2 : indent
      let margin = inner > indent && !items.isEmpty ? "\n" + String(repeating: " ", count: inner) : ""
      return "[" + margin + items.map { $0.text(indent: inner) }.joined(separator: "," + margin) + "]"
    case .object(let members):
      return "{" + members.map { "\"\($0)\":" + $1.text(indent: indent, inMember: $0) }.joined(separator: ",") + "}"
    }
  }
}

/// The members of a published definition that a judge reads; all others are prose or history, or repeat the base.
struct DefinitionForm {
  /// By place, the members that are kept whole: one that ends in `*` stands for all that begin so and go on.
  private var names: [String: [Substring]] = [:]

  private init(_ lines: String) {
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      names[String(words[0])] = Array(words.dropFirst())
    }
  }

  /// The value reduced to this form; `nil` if nothing remains.
  func reduced(_ value: DefinitionJSON, at place: String = ".") -> DefinitionJSON? {
    switch value {
    case .plain: return value
    case .array(let items):
      let kept = items.compactMap { reduced($0, at: place) }
      return kept.isEmpty ? nil : .array(kept)
    case .object(let all):
      let kept = all.compactMap { member -> DefinitionJSON.Member? in
        let isWhole = (names[place] ?? []).contains {
          $0 == member.name || $0.last == "*" && member.name.hasPrefix($0.dropLast()) && member.name != $0.dropLast()
        }
        if isWhole { return member }
        let inside = "\(place)\(member.name)."
        guard names[inside] != nil, let value = reduced(member.value, at: inside) else { return nil }
        return (member.name, value)
      }
      return kept.isEmpty ? nil : .object(kept)
    }
  }

  /// The form of a profile or an extension, reduced to the differential: its base states the rest.
  static let structure = DefinitionForm(
    """
    . resourceType url version fhirVersion type constrainedType base baseDefinition derivation contextType context \
    contextInvariant
    .differential.
    .differential.element. id path name sliceName min max maxLength mustSupport isModifier contentReference \
    nameReference fixed* pattern* minValue* maxValue*
    .differential.element.slicing. discriminator rules ordered
    .differential.element.type. code profile targetProfile aggregation
    .differential.element.binding. strength valueSet valueSetUri valueSetReference extension
    .differential.element.constraint. key severity human expression source extension
    """)

  /// Concepts are nested; those more than four deep are kept whole.
  static let valueSet = DefinitionForm(
    """
    . resourceType url version
    .codeSystem. system caseSensitive
    .codeSystem.concept. code property
    .codeSystem.concept.concept. code property
    .codeSystem.concept.concept.concept. code property
    .codeSystem.concept.concept.concept.concept. code property concept
    .compose. import
    .compose.include. system valueSet filter
    .compose.include.concept. code
    .compose.exclude. system valueSet filter
    .compose.exclude.concept. code
    """)

  static let codeSystem = DefinitionForm(
    """
    . resourceType url version content caseSensitive
    .concept. code property
    .concept.concept. code property
    .concept.concept.concept. code property
    .concept.concept.concept.concept. code property concept
    """)
}
