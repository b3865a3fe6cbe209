extension RegularExpressionParser {
  /// Reads the escape after a backslash outside brackets.
  mutating func escape() throws(Fault) -> RegularExpression.Step {
    guard !isAtEnd else { throw fault("it ends with a backslash") }
    let c = peek()
    switch c {
    case "b", "B":
      position += 1
      return .assertion(c == "b" ? .wordBoundary : .noWordBoundary)
    case "A":
      position += 1
      return .assertion(.start)
    case "z", "Z":
      position += 1
      return .assertion(.end)
    default: break
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
      if peek() == "]", !isFirst {
        position += 1
        return set
      }
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
      set.insert("-")
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
    if peek() == "b" {
      position += 1
      return "\u{8}"
    }
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
      while !isAtEnd, peek() != "}" {
        name.unicodeScalars.append(peek())
        position += 1
      }
      guard take("}") else { throw fault("\\p{ is not closed") }
    } else if !isAtEnd {
      name = String(Character(peek()))
      position += 1
    }
    guard let first = name.unicodeScalars.first, name.unicodeScalars.count <= 2,
      "LMNPSZC".unicodeScalars.contains(first)
    else { throw fault("\\p knows the general categories, such as \\p{L} or \\p{Lu}, and not '\(name)'") }
    var set = CharacterSet()
    set.insert(category: name)
    set.isNegated = c == "P"
    return set
  }

  /// One character after a backslash.
  private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
    let c = peek()
    position += 1
    switch c {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "0": return "\0"
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
