extension Machine {
  /// `startsWith()`, `endsWith()`, `contains()`, `matches()` and `matchesFull()`.
  mutating func evaluateTextTest(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none, let text = try text(of: item, instruction) else { return .unknown }
    guard let argument = try textArgument(instruction.second, frame, instruction) else { return .unknown }
    try step(argument.count >> 6)
    switch instruction.op {
    case .startsWith: return Ternary(text.hasPrefix(argument))
    case .endsWith:
      return Ternary(argument.count <= text.count && text.hasPrefix(argument, at: text.count - argument.count))
    case .containsText:
      try step(text.count >> 3)
      return Ternary(text.firstIndex(of: argument) != nil)
    default:
      return Ternary(try matches(text, argument, instruction))
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
    case .trim: try push(.string(trimmed(text)))
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
      if instruction.op == .replace {
        try pushReplaced(text, pattern, substitute)
      } else {
        try pushReplacedMatches(text, pattern, substitute, instruction)
      }
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

  private func scalarCount(_ text: TextSpan) -> Int {
    var count = 0
    for byte in text.buffer where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// The byte offset of the scalar with a number, `nil` past the last.
  private func offset(ofScalar number: Int, in text: TextSpan) -> Int? {
    var seen = 0
    for place in 0..<text.count where text[place] & 0xC0 != 0x80 {
      if seen == number { return place }
      seen += 1
    }
    return nil
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

  private func trimmed(_ text: TextSpan) -> TextSpan {
    var (start, end) = (0, text.count)
    while start < end, text[start] <= 0x20 { start += 1 }
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    return text.slice(start, end)
  }

  private mutating func lastIndex(of part: TextSpan, in text: TextSpan) throws(FHIRPathError) -> Int? {
    try step(text.count * part.count >> 4)
    var place = text.count - part.count
    while place >= 0 {
      if text.hasPrefix(part, at: place) { return place }
      place -= 1
    }
    return nil
  }

  // MARK: - Parts

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

  /// `join()`: joins the texts of the input, with a separator between them.
  mutating func evaluateJoin(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    var separator = TextSpan.empty
    if instruction.second >= 0, let given = try textArgument(instruction.second, frame, instruction) {
      separator = given
    }
    let base = count
    try evaluate(instruction.first, frame)
    var bytes: [UInt8] = []
    for place in base..<count {
      guard let text = try text(of: items[place], instruction) else { continue }
      if place > base { bytes += separator.buffer }
      try allow(bytes: bytes.count + text.count)
      bytes += text.buffer
    }
    let isEmpty = count == base
    drop(to: base)
    if !isEmpty { try push(.string(arena.keep(bytes))) }
  }

  /// An empty pattern matches before, between and after all characters.
  private mutating func pushReplaced(
    _ text: TextSpan, _ pattern: TextSpan, _ substitute: TextSpan
  ) throws(FHIRPathError) {
    var bytes: [UInt8] = []
    var start = 0
    if pattern.count == 0 {
      try allow(bytes: (text.count + 1) * (substitute.count + 1))
      for place in 0..<text.count {
        if text[place] & 0xC0 != 0x80 { bytes += substitute.buffer }
        bytes.append(text[place])
      }
      bytes += substitute.buffer
      return try push(.string(arena.keep(bytes)))
    }
    while let next = text.firstIndex(of: pattern, from: start) {
      try allow(bytes: bytes.count + next - start + substitute.count)
      bytes += text.slice(start, next).buffer
      bytes += substitute.buffer
      start = next + pattern.count
      try step(bytes.count >> 10)
    }
    try allow(bytes: bytes.count + text.count - start)
    bytes += text.slice(start, text.count).buffer
    try push(.string(arena.keep(bytes)))
  }
}
