/// The declarations of a source for other packages: a line for each public declaration, in its type.
///
/// They are read from the text, which takes a tenth of a second for all modules and no build. A line has the name, the
/// types, the parameters with their default values, the conformances, and whether a property can be set.
struct PublicSurface {
  /// A declaration, and the types around it.
  struct Declaration {
    var owner: String
    var text: String
    /// Whether it is a property whose body defines its accessors.
    var isProperty = false
    var canBeSet = true

    var line: String {
      let text = isProperty && !canBeSet ? "\(text) { get }" : text
      return owner.isEmpty ? text : "\(owner) { \(text) }"
    }
  }

  private enum Context {
    case type(name: String, members: Set<String>)
    /// A function or property, by the index of its declaration among those found.
    case body(property: Int?)
  }

  private(set) var declarations: [Declaration] = []
  private var contexts: [Context] = []
  private var current: [UInt8] = []
  private var depth = 0

  init(_ source: SwiftSource) {
    let lines = source.code.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
      .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    for (number, line) in lines.enumerated() {
      for byte in line { take(byte) }
      let next = number + 1 < lines.count ? lines[number + 1] : []
      if depth == 0, !Self.goesOn(next), !isAttribute { end() }
      if !current.isEmpty { current.append(UInt8(ascii: " ")) }
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: "{") where depth == 0: return open()
    case UInt8(ascii: "}") where depth == 0: return close()
    // A closure as an argument.
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"): depth -= 1
    default: break
    }
    current.append(byte)
  }

  private static let goingOn: [[UInt8]] = [
    "where ", "->", "throws", "async", "rethrows", "{", ":", "=", "?", "&", ".",
  ].map { Array($0.utf8) }

  private static func goesOn(_ line: ArraySlice<UInt8>) -> Bool { goingOn.contains { line.starts(with: $0) } }

  private var isAttribute: Bool {
    current.first == UInt8(ascii: "@")
      && current.split(separator: UInt8(ascii: " ")).allSatisfy { $0.first == UInt8(ascii: "@") }
  }

  /// Takes the text read so far, with single spaces in it.
  private mutating func takeText() -> String {
    defer { current = [] }
    let words = current.split(separator: UInt8(ascii: " "))
    return String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }

  /// A declaration without a body, or a statement.
  private mutating func end() {
    let text = takeText()
    if text.isEmpty { return }
    if case .body(let property)? = contexts.last { return noteAccessor(text, property) }
    add(text)
  }

  private mutating func open() {
    let text = takeText()
    if case .body(let property)? = contexts.last {
      noteAccessor(text, property)
      contexts.append(.body(property: nil))
      return
    }
    let words = Self.words(text)
    guard let keyword = words.firstIndex(where: { Self.types.contains($0) }), !words.contains("func"),
      !words.contains("var"), words.count > keyword + 1
    else {
      let isProperty = words.contains("var") || words.contains("subscript")
      let place = add(text, isProperty: isProperty) ? declarations.count - 1 : nil
      contexts.append(.body(property: isProperty ? place : nil))
      return
    }
    add(text)
    let name = owner.isEmpty ? words[keyword + 1] : "\(owner).\(words[keyword + 1])"
    // The cases of an enumeration and the requirements of a protocol have its access level.
    let members = words.contains("public") ? Self.publicMembers[words[keyword]] ?? [] : []
    contexts.append(.type(name: name, members: members))
  }

  private mutating func close() {
    end()
    if !contexts.isEmpty { contexts.removeLast() }
  }

  /// For a property with a body: whether it can be set.
  private mutating func noteAccessor(_ text: String, _ property: Int?) {
    guard let property else { return }
    let accessors: Set<Substring> = ["set", "_modify", "didSet", "willSet", "unsafeMutableAddress"]
    if text.split(whereSeparator: { $0 == " " || $0 == "(" }).contains(where: { accessors.contains($0) }) {
      declarations[property].canBeSet = true
    }
  }

  private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol", "extension"]

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "(" }.map(String.init)
  }

  private var owner: String {
    if case .type(let name, _)? = contexts.last { name } else { "" }
  }

  /// - Returns: whether it is public.
  @discardableResult
  private mutating func add(_ text: String, isProperty: Bool = false) -> Bool {
    let words = Self.words(text)
    let isConformance = words.first == "extension" && text.contains(":")
    // `open` may also be the name of a parameter or function.
    let isOpen = words.first { !$0.hasPrefix("@") } == "open"
    var isPublic = words.contains("public") || isOpen || isConformance
    if case .type(_, let members)? = contexts.last, !members.isDisjoint(with: words) {
      isPublic = isPublic || !["private", "fileprivate", "internal", "package"].contains { words.contains($0) }
    }
    // Re-exported modules count as the module's own declarations.
    guard isPublic, !words.contains("import") || text.hasPrefix("@_exported") else { return false }
    let parts = text.split(separator: " ").filter { !$0.hasPrefix("@") && $0 != "public" }
    let isReadOnly = isProperty || words.contains("private(set)") || text.contains("(set)")
    declarations.append(
      Declaration(
        owner: owner, text: parts.joined(separator: " "), isProperty: isProperty, canBeSet: !isReadOnly))
    return true
  }

  /// Declarations in a public type that are public without a keyword.
  private static let publicMembers: [String: Set<String>] = [
    "enum": ["case"], "protocol": ["func", "var", "init", "init?", "subscript", "associatedtype"],
  ]
}
