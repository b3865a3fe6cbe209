import FHIRTape

/// Looks for what the Bundle of a card should do without, in one pass over it.
///
/// Elements are told by their names and neighbours, since a card's rules are the same for all types: a text beside a
/// coding is that of a CodeableConcept, and a display beside a code that of a Coding.
struct MinimalBundle {
  private let tape: Tape
  /// The steps from the Bundle to the current object, such as `.entry` and `[0]`.
  private var path: [String] = []
  /// The first place and the number of each kind.
  private var found: [Kind: (index: TapeIndex, path: String, count: Int)] = [:]

  enum Kind: Int, CaseIterable {
    case id, meta, narrative, conceptText, display, fullURL, reference
  }

  static func check(_ tape: Tape, _ bundle: TapeIndex, _ draft: inout CardDraft) {
    var check = MinimalBundle(tape: tape)
    check.visit(resource: bundle)
    for kind in Kind.allCases {
      guard let found = check.found[kind] else { continue }
      draft.report(kind, at: found.index, found.path, found.count, tape)
    }
  }

  private init(tape: Tape) { self.tape = tape }

  private mutating func visit(resource: TapeIndex) {
    guard tape.tag(resource) == .object else { return }
    for key in tape.keys(of: resource) {
      if tape.isKey(key, "id") { note(.id, key) }
      if tape.isKey(key, "meta"), hasMore(than: "security", key.value) { note(.meta, key) }
      if tape.isKey(key, "text"), tape.tag(key.value) == .object { note(.narrative, key) }
    }
    visit(object: resource)
  }

  private func hasMore(than name: StaticString, _ object: TapeIndex) -> Bool {
    guard tape.tag(object) == .object else { return false }
    return tape.keys(of: object).contains { !tape.isKey($0, name) }
  }

  private mutating func visit(object: TapeIndex) {
    let isConcept = tape.member("coding", of: object) != nil
    let isCoding = tape.member("code", of: object) != nil || tape.member("system", of: object) != nil
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
      path.append("." + tape.string(key))
      visit(value, isResource: tape.isKey(key, "resource") || tape.isKey(key, "contained"))
      path.removeLast()
    }
  }

  private mutating func visit(_ value: TapeIndex, isResource: Bool) {
    guard tape.tag(value) == .array else {
      return isResource ? visit(resource: value) : visit(object: value)
    }
    for (number, item) in tape.items(of: value).enumerated() where tape.isContainer(item) {
      path.append("[\(number)]")
      visit(item, isResource: isResource)
      path.removeLast()
    }
  }

  /// Whether a URL is `resource:` and a number.
  private func isShort(_ value: TapeIndex) -> Bool {
    let text = UnsafeBufferPointer(start: tape.lexeme(value), count: tape.length(value))
    return text.starts(with: "resource:".utf8) && text.count > 9
      && text.dropFirst(9).allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  private mutating func note(_ kind: Kind, _ key: TapeIndex) {
    if let first = found[kind] {
      found[kind] = (first.index, first.path, first.count + 1)
      return
    }
    found[kind] = (key, CardDraft.bundleName + path.joined() + "." + tape.string(key), 1)
  }
}
