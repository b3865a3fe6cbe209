import FHIRFindings
import FHIRSupport
import FHIRTape

/// Looks for what the Bundle of a card should do without, in one pass over it. Elements are told by their names and
/// neighbours, since a card's rules are the same for all types: a text beside a coding is that of a CodeableConcept,
/// and a display beside a code that of a Coding. Names tell more of some elements.
struct MinimalBundle {
  private let tape: Tape
  /// The steps from the Bundle to the current object, such as `.entry` and `[0]`.
  private var path: [String] = []
  /// The first place and the number of each kind.
  private var found: [Kind: (index: TapeIndex, path: String, count: Int)] = [:]

  enum Kind: CaseIterable { case id, meta, narrative, conceptText, display, fullURL, noFullURL, reference }

  static func check(_ tape: Tape, _ bundle: TapeIndex, _ draft: inout CardDraft) {
    var check = MinimalBundle(tape: tape)
    check.visit(resource: bundle)
    for kind in Kind.allCases {
      guard let found = check.found[kind] else { continue }
      draft.report(kind, at: found.index, found.path, found.count, tape)
    }
  }

  private mutating func visit(resource: TapeIndex) {
    guard tape.tag(resource) == .object else { return }
    for key in tape.keys(of: resource) {
      if tape.isKey(key, "id") { note(.id, key) }
      if tape.isKey(key, "meta"), tape.tag(key.value) == .object,
        tape.keys(of: key.value).contains(where: { !tape.isKey($0, "security") })
      {
        note(.meta, key)
      }
      if tape.isKey(key, "text"), tape.tag(key.value) == .object { note(.narrative, key) }
    }
    visit(object: resource, .other)
  }

  /// What the name of an element tells of its objects.
  private enum Role { case resource, entry, concept, coding, definition, other }

  private func role(of key: TapeIndex) -> Role {
    if tape.isKey(key, "resource") || tape.isKey(key, "contained") { return .resource }
    if tape.isKey(key, "coding") { return .coding }
    if tape.isKey(key, "entry"), path.isEmpty { return .entry }
    // Elements of ValueSet, CodeSystem and ConceptMap with the members of a Coding.
    let definitions: [StaticString] = ["concept", "contains", "element", "target", "dependsOn", "product", "unmapped"]
    if definitions.contains(where: { tape.isKey(key, $0) }) { return .definition }
    return tape.string(key).byBytes.hasSuffix("CodeableConcept") ? .concept : .other
  }

  private mutating func visit(object: TapeIndex, _ role: Role) {
    let isConcept = role == .concept || tape.member("coding", of: object) != nil
    let isCoded = tape.member("code", of: object) != nil || tape.member("system", of: object) != nil
    let isCoding = role == .coding || isCoded && role != .definition
    if role == .entry, tape.member("fullUrl", of: object) == nil { note(.noFullURL, at: object, "") }
    for key in tape.keys(of: object) {
      let value = key.value
      if tape.isString(value) {
        if isConcept, tape.isKey(key, "text") { note(.conceptText, key) }
        if isCoding, tape.isKey(key, "display") { note(.display, key) }
        if tape.isKey(key, "fullUrl"), !isShort(value) { note(.fullURL, key) }
        if tape.isKey(key, "reference"), !isShort(value), tape.lexeme(value).pointee != UInt8(ascii: "#") {
          note(.reference, key)
        }
      }
      guard tape.isContainer(value) else { continue }
      let inner = self.role(of: key)
      path.append("." + tape.string(key).shortened())
      visit(value, inner)
      path.removeLast()
    }
  }

  private mutating func visit(_ value: TapeIndex, _ role: Role) {
    guard tape.tag(value) == .array else {
      return role == .resource ? visit(resource: value) : visit(object: value, role)
    }
    for (number, item) in tape.items(of: value).enumerated() where tape.isContainer(item) {
      path.append("[\(number)]")
      visit(item, role)
      path.removeLast()
    }
  }

  /// Whether a URL is `resource:` and a number.
  private func isShort(_ value: TapeIndex) -> Bool {
    let text = Array(tape.string(value).utf8)
    return text.starts(with: "resource:".utf8) && text.count > 9
      && text.dropFirst(9).allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  private mutating func note(_ kind: Kind, _ key: TapeIndex) {
    note(kind, at: key.value, "." + tape.string(key).shortened())
  }

  private mutating func note(_ kind: Kind, at value: TapeIndex, _ step: String) {
    found[kind, default: (value, CardDraft.bundleName + path.joined() + step, 0)].count += 1
  }
}
