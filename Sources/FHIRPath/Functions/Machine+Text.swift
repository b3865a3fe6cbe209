import FHIRPrimitives

extension Machine {
  /// `startsWith()`, `endsWith()`, `contains()`, `matches()` and `matchesFull()`.
  mutating func evaluateTextTest(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool? {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none, let text = try text(of: item, instruction) else { return nil }
    guard let argument = try textArgument(instruction.second, frame, instruction) else { return nil }
    try step(argument.count >> 6)
    switch instruction.op {
    case .startsWith: return text.hasPrefix(argument)
    case .endsWith: return argument.count <= text.count && text.hasPrefix(argument, at: text.count - argument.count)
    case .containsText:
      try step(text.count >> 3)
      return text.firstIndex(of: argument) != nil
    default:
      let expression = try expression(argument, instruction)
      try step(text.count * expression.cost >> 4)
      return expression.matches(text.buffer, isWhole: instruction.op == .matchesFull)
    }
  }

  /// The text functions whose results are texts or numbers.
  mutating func evaluateText(_ item: Item, _ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    guard let text = try text(of: item, instruction) else { return }
    try step(text.count >> 3)
    switch instruction.op {
    case .length: try push(.integer(scalarCount(text)))
    case .upper: try pushText(text.string.uppercased())
    case .lower: try pushText(text.string.lowercased())
    case .trim:
      let start = text.buffer.firstIndex { $0 > 0x20 } ?? text.count
      try push(.string(text.slice(start, text.buffer.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start)))
    case .toChars: try pushCharacters(text)
    case .substring: try pushSubstring(text, instruction, frame)
    case .indexOf, .lastIndexOf:
      guard let part = try textArgument(instruction.second, frame, instruction) else { return }
      let place = instruction.op == .indexOf ? text.firstIndex(of: part) : try lastIndex(of: part, in: text)
      try push(.integer(place.map { scalarCount(text.slice(0, $0)) } ?? -1))
    case .split:
      guard let separator = try textArgument(instruction.second, frame, instruction) else { return }
      try pushParts(text, separator)
    case .replace, .replaceMatches:
      guard let pattern = try textArgument(instruction.second, frame, instruction),
        let substitute = try textArgument(instruction.third, frame, instruction)
      else { return }
      if instruction.op == .replace { return try pushReplaced(text, pattern, substitute) }
      try pushReplacedMatches(text, pattern, substitute, instruction)
    default:
      guard let form = try textArgument(instruction.second, frame, instruction) else { return }
      try pushTranscoded(text, form, instruction)
    }
  }

  mutating func pushText(_ text: String) throws(FHIRPathError) {
    try allow(bytes: text.utf8.count)
    try push(.string(arena.keep(text)))
  }

  // MARK: - Scalars
  // Lengths and places count Unicode scalars.

  private func scalarCount(_ text: TextSpan) -> Int { text.buffer.count { $0 & 0xC0 != 0x80 } }

  /// The byte offset of the scalar with a number, `nil` past the last.
  private func offset(ofScalar number: Int, in text: TextSpan) -> Int? {
    text.buffer.indices.lazy.filter { text[$0] & 0xC0 != 0x80 }.dropFirst(number).first
  }

  private mutating func pushCharacters(_ text: TextSpan) throws(FHIRPathError) {
    var start = 0
    while start < text.count {
      var end = start + 1
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      try step()
      try push(.string(text.slice(start, end)))
      start = end
    }
  }

  private mutating func pushSubstring(
    _ text: TextSpan, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) {
    guard let start = try integerArgument(instruction.second, frame, instruction), start >= 0,
      let first = offset(ofScalar: start, in: text)
    else { return }
    var end = text.count
    if instruction.third >= 0, let length = try integerArgument(instruction.third, frame, instruction) {
      let rest = text.slice(first, text.count)
      end = first + (length <= 0 ? 0 : offset(ofScalar: length, in: rest) ?? rest.count)
    }
    try push(.string(text.slice(first, end)))
  }

  private mutating func lastIndex(of part: TextSpan, in text: TextSpan) throws(FHIRPathError) -> Int? {
    try step(text.count * part.count >> 4)
    return stride(from: text.count - part.count, through: 0, by: -1).first { text.hasPrefix(part, at: $0) }
  }

  private mutating func pushParts(_ text: TextSpan, _ separator: TextSpan) throws(FHIRPathError) {
    guard separator.count > 0 else { return try pushCharacters(text) }
    var start = 0
    while let next = text.firstIndex(of: separator, from: start) {
      try step()
      try push(.string(text.slice(start, next)))
      start = next + separator.count
    }
    try push(.string(text.slice(start, text.count)))
  }

  mutating func evaluateJoin(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let separator = instruction.second < 0 ? nil : try textArgument(instruction.second, frame, instruction)
    let base = count
    try evaluate(instruction.first, frame)
    var bytes: [UInt8] = []
    for place in base..<count {
      guard let text = try text(of: items[place], instruction) else { continue }
      if place > base, let separator { bytes += separator.buffer }
      try allow(bytes: bytes.count + text.count)
      bytes += text.buffer
    }
    let isEmpty = count == base
    drop(to: base)
    if !isEmpty { try push(.string(arena.keep(bytes))) }
  }

  /// An empty pattern matches before, between and after all characters.
  private mutating func pushReplaced(_ text: TextSpan, _ old: TextSpan, _ new: TextSpan) throws(FHIRPathError) {
    var bytes: [UInt8] = []
    var start = 0
    if old.count == 0 {
      try allow(bytes: (text.count + 1) * (new.count + 1))
      for place in 0..<text.count {
        if text[place] & 0xC0 != 0x80 { bytes += new.buffer }
        bytes.append(text[place])
      }
      bytes += new.buffer
      return try push(.string(arena.keep(bytes)))
    }
    while let next = text.firstIndex(of: old, from: start) {
      try allow(bytes: bytes.count + next - start + new.count)
      bytes += text.slice(start, next).buffer
      bytes += new.buffer
      start = next + old.count
      try step(bytes.count >> 10)
    }
    try allow(bytes: bytes.count + text.count - start)
    bytes += text.slice(start, text.count).buffer
    try push(.string(arena.keep(bytes)))
  }

  /// The regular expression of an instruction: compiled in advance, or now if the pattern comes from the record.
  private mutating func expression(
    _ pattern: TextSpan, _ instruction: Instruction
  ) throws(FHIRPathError) -> RegularExpression {
    if instruction.detail >= 0 { return program.expressions[Int(instruction.detail)] }
    try step(pattern.count)
    do {
      let expression = try RegularExpression(pattern.buffer, RegularExpression.Flags(rawValue: instruction.owner))
      charge(expression.cost)
      return expression
    } catch { throw failure(instruction, error.sentence) }
  }

  /// `replaceMatches()`: replaces every match; `$1` and `${name}` stand for groups. An empty pattern matches nothing.
  mutating func pushReplacedMatches(
    _ text: TextSpan, _ pattern: TextSpan, _ substitute: TextSpan, _ instruction: Instruction
  ) throws(FHIRPathError) {
    let expression = try expression(pattern, instruction)
    guard pattern.count > 0 else { return try push(.string(text)) }
    var bytes: [UInt8] = []
    var (start, kept) = (0, 0)
    while start <= text.count {
      try step((text.count - start) * expression.cost >> 1)
      guard let match = expression.firstMatch(in: text.buffer, from: start) else { break }
      bytes += text.slice(kept, match.range.lowerBound).buffer
      expression.substitute(substitute.buffer, text.buffer, match, into: &bytes)
      try allow(bytes: bytes.count)
      kept = match.range.upperBound
      start = kept
      if match.range.isEmpty {
        // The match is empty: continue after the next character.
        start += 1
        while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
      }
    }
    if kept < text.count { bytes += text.slice(kept, text.count).buffer }
    try push(.string(arena.keep(bytes)))
  }

  /// `encode()`, `decode()`, `escape()` and `unescape()`, for the formats that the specification names.
  mutating func pushTranscoded(_ text: TextSpan, _ form: TextSpan, _ instruction: Instruction) throws(FHIRPathError) {
    let isForward = instruction.op == .encode || instruction.op == .escape
    let bytes = Array(text.buffer)
    let result: [UInt8]?
    let name = form.name ?? ""
    switch (instruction.op, name) {
    case (.encode, "hex"), (.decode, "hex"):
      result = isForward ? TextEncoding.hexadecimal(bytes) : TextEncoding.bytes(ofHexadecimal: bytes)
    case (.encode, "base64"), (.decode, "base64"), (.encode, "urlbase64"), (.decode, "urlbase64"):
      let alphabet = name == "base64" ? Base64Grammar.alphabet : Base64Grammar.urlAlphabet
      result = isForward ? Array(Base64Grammar.text(of: bytes, alphabet).utf8) : TextEncoding.decode(bytes, alphabet)
    case (.encode, "ascii"):
      result = text.string.unicodeScalars.map { $0.isASCII ? UInt8(ascii: $0) : UInt8(ascii: "?") }
    case (.escape, "html"), (.unescape, "html"), (.escape, "json"), (.unescape, "json"):
      let table = name == "html" ? TextEncoding.html : TextEncoding.json
      result = isForward ? TextEncoding.escape(bytes, table) : TextEncoding.unescape(bytes, table)
    default:
      let forms =
        instruction.op == .encode || instruction.op == .decode ? "hex, base64, urlbase64, ascii" : "html, json"
      throw failure(instruction, "\(instruction.op.sign) knows \(forms), found '\(form.string)'")
    }
    guard let result, String(validating: result, as: UTF8.self) != nil else { return }
    try allow(bytes: result.count)
    try push(.string(arena.keep(result)))
  }
}

enum TextEncoding {
  typealias EscapeTable = [(character: UInt8, escape: StaticString)]
  static let html: EscapeTable = [(0x26, "&amp;"), (0x3C, "&lt;"), (0x3E, "&gt;"), (0x22, "&quot;"), (0x27, "&#39;")]
  static let json: EscapeTable = [
    (0x5C, "\\\\"), (0x22, "\\\""), (0x0A, "\\n"), (0x0D, "\\r"), (0x09, "\\t"), (0x0C, "\\f"), (0x08, "\\b"),
  ]

  static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { String(0x100 | Int($0), radix: 16).utf8.dropFirst() }
  }

  static func bytes(ofHexadecimal text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 2), text.allSatisfy(ASCII.isHexDigit) else { return nil }
    return stride(from: 0, to: text.count, by: 2).compactMap { place in
      UInt8(String(decoding: text[place...place + 1], as: UTF8.self), radix: 16)
    }
  }

  static func decode(_ text: [UInt8], _ alphabet: [UInt8]) -> [UInt8]? {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    let standard = digits.compactMap { alphabet.firstIndex(of: $0).map { Base64Grammar.alphabet[$0] } }
    guard standard.count == digits.count, text.count - digits.count <= 2,
      text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    return standard.withUnsafeBufferPointer { Base64Grammar.bytes(of: $0) }
  }

  static func escape(_ bytes: [UInt8], _ table: EscapeTable) -> [UInt8] {
    bytes.flatMap { byte in table.first { $0.character == byte }.map { Array(TextSpan($0.escape).buffer) } ?? [byte] }
  }

  static func unescape(_ text: [UInt8], _ table: EscapeTable) -> [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    while place < text.count {
      if let entry = table.first(where: { text[place...].starts(with: TextSpan($0.escape).buffer) }) {
        bytes.append(entry.character)
        place += entry.escape.utf8CodeUnitCount
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return bytes
  }
}
