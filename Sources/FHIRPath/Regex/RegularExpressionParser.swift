struct RegularExpressionParser {
  typealias Fault = RegularExpression.Fault

  indirect enum Node {
    case step(RegularExpression.Step)
    case sequence([Node])
    case alternatives([Node])
    /// A group, with its number if it captures.
    case group(Node, Int?)
    case quantified(Node, least: Int, most: Int?, isLazy: Bool)
  }

  /// Deeper groups are refused, so that no pattern overflows the stack.
  private static let maximumDepth = 64

  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  private var flags: RegularExpression.Flags
  /// The number of capturing groups, including the whole match.
  private(set) var groupCount = 1
  private(set) var groupNames: [[Unicode.Scalar]: Int] = [:]

  init(_ pattern: String, _ flags: RegularExpression.Flags) {
    (scalars, self.flags) = (Array(pattern.unicodeScalars), flags)
  }

  var ignoresCase: Bool { flags.contains(.ignoresCase) }

  mutating func parse() throws(Fault) -> Node {
    if scalars.starts(with: "(?".unicodeScalars), let close = scalars.firstIndex(of: ")") {
      // The flag `s` makes the dot match line ends, which it always does here.
      let letters = String(String.UnicodeScalarView(scalars[2..<close].filter { $0 != "s" }))
      if close > 2, let inner = RegularExpression.Flags(letters) {
        flags.formUnion(inner)
        position = close + 1
      }
    }
    let node = try alternatives()
    if position < scalars.count { throw fault("a ')' closes nothing") }
    return node
  }

  /// The scalar at a distance, NUL past the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar {
    position + distance < scalars.count ? scalars[position + distance] : "\0"
  }

  var isAtEnd: Bool { position >= scalars.count }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard !isAtEnd, peek() == scalar else { return false }
    position += 1
    return true
  }

  func fault(_ reason: String) -> Fault {
    Fault(sentence: "the pattern '\(String(String.UnicodeScalarView(scalars.prefix(80))))' cannot be used: \(reason)")
  }

  private mutating func alternatives() throws(Fault) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= RegularExpressionParser.maximumDepth else { throw fault("its groups are nested too deep") }
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(Fault) -> Node {
    var nodes: [Node] = []
    while !isAtEnd, peek() != "|", peek() != ")" {
      let atom = try atom()
      nodes.append(try quantified(atom))
    }
    return .sequence(nodes)
  }

  private mutating func atom() throws(Fault) -> Node {
    let c = peek()
    position += 1
    switch c {
    case "(": return try group()
    case "[": return .step(.oneOf(try characterClass()))
    case ".": return .step(.any)
    case "^": return .step(.assertion(flags.contains(.isMultiline) ? .lineStart : .start))
    case "$": return .step(.assertion(flags.contains(.isMultiline) ? .lineEnd : .end))
    case "\\": return .step(try escape())
    case "*", "+", "?": throw fault("'\(c)' has nothing before it to repeat")
    default: return .step(.character(folded(c)))
    }
  }

  /// A character in the form used for comparison.
  func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar { ignoresCase ? RegularExpression.lowercase(scalar) : scalar }

  private mutating func group() throws(Fault) -> Node {
    var number: Int? = groupCount
    if take("?") {
      if take(":") {
        number = nil
      } else {
        let isName = peek() == "P" && peek(1) == "<" || peek() == "<" && peek(1) != "=" && peek(1) != "!"
        guard isName else {
          throw fault("groups that begin with '(?' are (?:...) and (?<name>...) only; looking around is not supported")
        }
        _ = take("P")
        guard take("<"), let name = text(upTo: ">"), !name.isEmpty else {
          throw fault("the name of a group is not closed with '>'")
        }
        groupNames[name] = groupCount
      }
    }
    if number != nil { groupCount += 1 }
    let inner = try alternatives()
    guard take(")") else { throw fault("a '(' is not closed") }
    return .group(inner, number)
  }

  /// What stands before the next such scalar, which is skipped; `nil` if there is none.
  private mutating func text(upTo end: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard let close = scalars[position...].firstIndex(of: end) else { return nil }
    defer { position = close + 1 }
    return Array(scalars[position..<close])
  }

  private mutating func quantified(_ atom: Node) throws(Fault) -> Node {
    guard let (least, most) = try bounds() else { return atom }
    let isLazy = take("?")
    guard try bounds() == nil else { throw fault("a quantifier follows another; possessive ones are not supported") }
    return .quantified(atom, least: least, most: most, isLazy: isLazy)
  }

  /// The numbers of a quantifier at this place; `nil` if there is none.
  private mutating func bounds() throws(Fault) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    return peek() == "{" ? try braces() : nil
  }

  /// `{3}`, `{3,}` or `{3,5}`; any other brace is literal.
  private mutating func braces() throws(Fault) -> (Int, Int?)? {
    let start = position
    position += 1
    let least = number()
    var most = least
    if least != nil, take(",") { most = number() }
    guard let least, take("}") else {
      position = start
      return nil
    }
    if let most, most < least { throw fault("the bounds of a quantifier are the wrong way round") }
    guard max(least, most ?? 0) <= 1000 else { throw fault("a quantifier goes to 1000 at most") }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while case let digit = peek().value &- 0x30, digit < 10 {
      value = min((value ?? 0) * 10 + Int(digit), 1_000_000)
      position += 1
    }
    return value
  }

  /// Reads the escape after a backslash outside brackets.
  mutating func escape() throws(Fault) -> RegularExpression.Step {
    guard !isAtEnd else { throw fault("it ends with a backslash") }
    let assertions: [Unicode.Scalar: RegularExpression.Assertion] = [
      "b": .wordBoundary, "B": .noWordBoundary, "A": .start, "z": .end, "Z": .end,
    ]
    if let assertion = assertions[peek()] {
      position += 1
      return .assertion(assertion)
    }
    if let set = try escapedSet() { return .oneOf(set) }
    return .character(folded(try escapedScalar()))
  }

  /// Reads the content of brackets, after the opening one.
  mutating func characterClass() throws(Fault) -> CharacterSet {
    var set = CharacterSet()
    set.isNegated = take("^")
    var isFirst = true
    while true {
      guard !isAtEnd else { throw fault("a '[' is not closed") }
      if !isFirst, take("]") { return set }
      isFirst = false
      try member(into: &set)
    }
  }

  /// One character, range or named class.
  private mutating func member(into set: inout CharacterSet) throws(Fault) {
    if peek() == "[", peek(1) == ":" { throw fault("named classes such as [:alpha:] are not supported") }
    guard let first = try classScalar(into: &set) else { return }
    guard peek() == "-", peek(1) != "]", position + 1 < scalars.count else { return insert(first...first, &set) }
    position += 1
    var other = CharacterSet()
    guard let last = try classScalar(into: &other) else {
      insert(first...first, &set)
      set.insert(0x2D...0x2D)
      return set.formUnion(other)
    }
    guard first.value <= last.value else { throw fault("a range is the wrong way round") }
    insert(first...last, &set)
  }

  private func insert(_ range: ClosedRange<Unicode.Scalar>, _ set: inout CharacterSet) {
    let range = range.lowerBound.value...range.upperBound.value
    set.insert(range)
    guard ignoresCase else { return }
    // Adds lower-case letters for ASCII capitals; texts are compared in lower case.
    let letters = range.clamped(to: 0x41...0x5A)
    if range.overlaps(0x41...0x5A) { set.insert(letters.lowerBound + 32...letters.upperBound + 32) }
  }

  /// A character in brackets; `nil` if a class was read into the set.
  private mutating func classScalar(into set: inout CharacterSet) throws(Fault) -> Unicode.Scalar? {
    let c = peek()
    position += 1
    guard c == "\\" else { return c }
    guard !isAtEnd else { throw fault("it ends with a backslash") }
    if take("b") { return "\u{8}" }
    if let escaped = try escapedSet() {
      set.formUnion(escaped)
      return nil
    }
    return try escapedScalar()
  }

  /// `\d` and similar escapes, `\p{L}`.
  private mutating func escapedSet() throws(Fault) -> CharacterSet? {
    let c = peek()
    if let set = CharacterSet.named(Character(c)) {
      position += 1
      return set
    }
    guard c == "p" || c == "P" else { return nil }
    position += 1
    var name = ""
    if take("{") {
      guard let text = text(upTo: "}") else { throw fault("\\p{ is not closed") }
      name.unicodeScalars += text
    } else if !isAtEnd {
      name = String(Character(peek()))
      position += 1
    }
    guard let first = name.unicodeScalars.first, name.unicodeScalars.count <= 2,
      "LMNPSZC".unicodeScalars.contains(first)
    else { throw fault("\\p knows the general categories, such as \\p{L} or \\p{Lu}, and not '\(name)'") }
    var set = CharacterSet()
    set.categories = [name]
    set.isNegated = c == "P"
    return set
  }

  private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
    let c = peek()
    position += 1
    let controls: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "r": "\r", "t": "\t", "f": "\u{C}", "v": "\u{B}", "0": "\0",
    ]
    if let control = controls[c] { return control }
    switch c {
    case "u": return try hexadecimal(4)
    case "x": return try hexadecimal(2)
    case "1"..."9", "k": throw fault("references to groups are not supported in a pattern")
    case _ where c.properties.isAlphabetic && c.isASCII: throw fault("'\\\(c)' has no meaning")
    default: return c
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(Fault) -> Unicode.Scalar {
    let digits = String(String.UnicodeScalarView(scalars[position...].prefix(count)))
    guard digits.unicodeScalars.count == count, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code)
    else { throw fault("an escape needs \(count) hexadecimal digits") }
    position += count
    return scalar
  }
}
