extension Machine {
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
    } catch {
      throw failure(instruction, error.sentence)
    }
  }

  mutating func matches(
    _ text: TextSpan, _ pattern: TextSpan, _ instruction: Instruction
  ) throws(FHIRPathError) -> Bool {
    let expression = try expression(pattern, instruction)
    try step(text.count * expression.cost >> 4)
    return expression.matches(text.buffer, isWhole: instruction.op == .matchesFull)
  }

  /// `replaceMatches()`: replaces every match; `$1` and `${name}` stand for groups. An empty pattern matches nothing.
  mutating func pushReplacedMatches(
    _ text: TextSpan, _ pattern: TextSpan, _ substitute: TextSpan, _ instruction: Instruction
  ) throws(FHIRPathError) {
    let expression = try expression(pattern, instruction)
    guard pattern.count > 0 else { return try push(.string(text)) }
    var bytes: [UInt8] = []
    var start = 0
    var kept = 0
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
}
