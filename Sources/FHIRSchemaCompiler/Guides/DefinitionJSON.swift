import FHIRTape

/// A published definition as JSON whose members keep their order and whose numbers keep their digits.
enum DefinitionJSON {
  /// A text, a number or a word, as written.
  case plain(String)
  case array([DefinitionJSON])
  case object([Member])

  struct Member {
    var name: String
    var value: DefinitionJSON
  }

  init(_ bytes: [UInt8], name: String) throws(CompilerError) {
    var read: DefinitionJSON?
    bytes.withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .none, maximumDepth: 200, maximumRecordBytes: 256 << 20)
      while let event = try? reader.next() {
        if case .value(let tape, _) = event, read == nil { read = DefinitionJSON(tape, .root) }
      }
    }
    guard let read else { throw CompilerError("\(name) is not JSON") }
    self = read
  }

  private init(_ tape: Tape, _ index: TapeIndex) {
    switch tape.tag(index) {
    case .object:
      self = .object(tape.keys(of: index).map { Member(name: tape.string($0), value: DefinitionJSON(tape, $0.value)) })
    case .array: self = .array(tape.items(of: index).map { DefinitionJSON(tape, $0) })
    default:
      let range = tape.range(index)
      self = .plain(
        String(decoding: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count), as: UTF8.self))
    }
  }

  // MARK: - Looking

  subscript(name: String) -> DefinitionJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text without its quotes; addresses, names and codes need no escapes.
  var text: String? {
    guard case .plain(let lexeme) = self, lexeme.hasPrefix("\""), !lexeme.contains("\\") else { return nil }
    return String(lexeme.dropFirst().dropLast())
  }

  var items: [DefinitionJSON] {
    if case .array(let items) = self { return items }
    return [self]
  }

  func items(_ name: String) -> [DefinitionJSON] { self[name]?.items ?? [] }

  /// How many objects anywhere in it are items of a given member.
  func count(of name: String) -> Int {
    items(name).reduce(0) { $0 + 1 + $1.count(of: name) }
  }

  func keeping(_ names: String...) -> DefinitionJSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { names.contains($0.name) })
  }

  // MARK: - Writing

  /// The members whose items are written on separate lines, for review.
  fileprivate static let lists: Set<String> = ["element", "concept", "include", "exclude"]

  /// The text; without line feeds and leading spaces it is the same JSON on one line.
  func text(indent: Int = 0) -> String {
    switch self {
    case .plain(let text): return text
    case .array(let items): return "[" + items.map { $0.text(indent: indent) }.joined(separator: ",") + "]"
    case .object(let members):
      return "{" + members.map { "\"\($0.name)\":" + $0.text(indent: indent) }.joined(separator: ",") + "}"
    }
  }
}

extension DefinitionJSON.Member {
  /// The value of a member with many items is broken into lines.
  fileprivate func text(indent: Int) -> String {
    guard case .array(let items) = value, DefinitionJSON.lists.contains(name), !items.isEmpty
    else { return value.text(indent: indent) }
    let margin = "\n" + String(repeating: " ", count: indent + 2)
    return "[" + margin + items.map { $0.text(indent: indent + 2) }.joined(separator: "," + margin) + "]"
  }
}

/// The members of a published definition that a judge reads; all others are prose or history, or repeat the base.
struct DefinitionForm: Sendable {
  private let members: [String: DefinitionForm]
  /// Prefixes of members that are kept whole, such as `fixedCode`.
  private let prefixes: [String]
  private let isWhole: Bool

  private init(_ members: [String: DefinitionForm], prefixes: [String] = [], isWhole: Bool = false) {
    (self.members, self.prefixes, self.isWhole) = (members, prefixes, isWhole)
  }

  private static let whole = DefinitionForm([:], isWhole: true)

  private static func whole(_ names: String...) -> [String: DefinitionForm] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, whole) })
  }

  private func with(_ name: String, _ form: DefinitionForm) -> DefinitionForm {
    DefinitionForm(members.merging([name: form]) { $1 }, prefixes: prefixes)
  }

  /// The value reduced to this form; `nil` if nothing remains.
  func reduced(_ value: DefinitionJSON) -> DefinitionJSON? {
    if isWhole { return value }
    switch value {
    case .plain: return value
    case .array(let items):
      let kept = items.compactMap(reduced)
      return kept.isEmpty ? nil : .array(kept)
    case .object(let all):
      let kept = all.compactMap { member -> DefinitionJSON.Member? in
        let isVariant = prefixes.contains { member.name.hasPrefix($0) && member.name != $0 }
        guard let form = members[member.name] ?? (isVariant ? Self.whole : nil) else { return nil }
        return form.reduced(member.value).map { DefinitionJSON.Member(name: member.name, value: $0) }
      }
      return kept.isEmpty ? nil : .object(kept)
    }
  }

  // MARK: - The forms

  /// The form of a profile or an extension, reduced to the differential: its base states the rest.
  static let structure = DefinitionForm(
    whole(
      "resourceType", "url", "version", "fhirVersion", "type", "constrainedType", "base", "baseDefinition",
      "derivation", "contextType", "context", "contextInvariant")
  ).with("differential", DefinitionForm(["element": element]))

  private static let element = DefinitionForm(
    whole(
      "id", "path", "name", "sliceName", "min", "max", "maxLength", "mustSupport", "isModifier", "contentReference",
      "nameReference"),
    prefixes: ["fixed", "pattern", "minValue", "maxValue"]
  )
  .with("slicing", DefinitionForm(whole("discriminator", "rules", "ordered")))
  .with("type", DefinitionForm(whole("code", "profile", "targetProfile", "aggregation")))
  .with("binding", DefinitionForm(whole("strength", "valueSet", "valueSetUri", "valueSetReference", "extension")))
  .with("constraint", DefinitionForm(whole("key", "severity", "human", "expression", "source", "extension")))

  static let valueSet = DefinitionForm(whole("resourceType", "url", "version"))
    .with("codeSystem", DefinitionForm(whole("system", "caseSensitive")).with("concept", concept))
    .with("compose", DefinitionForm(whole("import")).with("include", part).with("exclude", part))

  private static let part = DefinitionForm(whole("system", "valueSet", "filter"))
    .with("concept", DefinitionForm(whole("code")))

  static let codeSystem = DefinitionForm(whole("resourceType", "url", "version", "content", "caseSensitive"))
    .with("concept", concept)

  /// Concepts are nested, at most four deep in the stored form.
  private static let concept = DefinitionForm(whole("code", "property"))
    .with(
      "concept",
      DefinitionForm(whole("code", "property")).with(
        "concept",
        DefinitionForm(whole("code", "property")).with(
          "concept", DefinitionForm(whole("code", "property", "concept")))))
}
